"""The rows of a deal's boards: each player's best run, kept with the result of a race.

A row is replaced by a better one in one statement, so races of one numbered deal may end at the same moment. Rows are
written in the order of players, after ratings and tallies.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from racing.models import Board, BoardRow, Entrant, Flag, Goal, Kind, Outcome, Player, Race
from racing.ranking import board_key

# A process that answered a last ply may need a while to look at the race.
JUST = timedelta(minutes=10)

GOALS = {Board.MOVES: Goal.FEWEST_MOVES, Board.TIME: Goal.FIRST_HOME}


def keep_rows(race: Race, entrants: Iterable[Entrant]) -> None:
    """Keep what a race that has just ended adds to the boards of its deal, within the caller's transaction."""
    if race.ended_at is None or race.is_practice:
        return
    void = void_runs(race)
    counted = [entrant for entrant in entrants if is_there(entrant.player) and entrant.pk not in void]
    _write([row for entrant in counted for row in _rows_of(race, entrant)])


def void_runs(race: Race) -> set[int]:
    """Return the keys of the entrants of a race whose runs a moderator has voided: before it is over, too."""
    return set(Flag.objects.filter(entrant__race=race, verdict="void").values_list("entrant", flat=True))


def is_there(player: Player) -> bool:
    """Whether a player is counted on boards: whoever has left, or has become another, is not."""
    return player.deleted_at is None and player.merged_into_id is None


def keep_day_rows(race: Race, entrants: Iterable[Entrant]) -> None:
    """Keep attempts at a day's deal on its board as they end, and take off it whoever plays on after all."""
    if race.kind != Kind.DAILY:
        return
    there = [entrant for entrant in entrants if is_there(entrant.player)]
    if not there:
        return
    BoardRow.objects.filter(
        entrant__in=[entrant.pk for entrant in there if entrant.outcome is None], board=Board.DAY
    ).delete()
    void = void_runs(race)
    counted = [entrant for entrant in there if entrant.pk not in void]
    _write([row for entrant in counted for row in day_rows_of(race, entrant)])


def keep_new_day_rows(race: Race, now: datetime) -> None:
    """Keep the attempts at a day's deal that have just ended with a ply. Again is no harm.

    Whoever is missed is kept when the day is over.
    """
    if race.kind != Kind.DAILY:
        return
    ended = race.entrants.filter(finished_at__gte=now - JUST, outcome__in=[Outcome.WON, Outcome.LOST])
    fresh = ended.exclude(Exists(BoardRow.objects.filter(entrant=OuterRef("pk"), board=Board.DAY)))
    keep_day_rows(race, fresh.select_related("player"))


def rekeep_rows(player_id: int, deal_id: int, ruleset_key: str) -> None:
    """Find a player's best runs of a deal anew: one has been voided, or has come from a guest."""
    BoardRow.objects.filter(player=player_id, deal=deal_id, ruleset_key=ruleset_key).delete()
    _write(
        board_rows(
            Entrant.objects.filter(player=player_id, race__deal=deal_id, race__ruleset_key=ruleset_key)
        )
    )


def board_rows(entrants: QuerySet[Entrant]) -> list[BoardRow]:
    """Return the rows of the best of these runs, voided ones aside; not more than one a board and player."""
    best: dict[tuple[object, ...], BoardRow] = {}
    voided = Flag.objects.filter(entrant=OuterRef("pk"), verdict="void")
    runs = entrants.exclude(race__kind=Kind.PRACTICE).exclude(Exists(voided)).select_related("race")
    for entrant in runs.order_by("pk"):
        for row in _rows_of(entrant.race, entrant):
            place = _place_of(row)
            if place not in best or row.key < best[place].key:
                best[place] = row
    return list(best.values())


def _rows_of(race: Race, entrant: Entrant) -> list[BoardRow]:
    return [*rows_of_run(race, entrant), *day_rows_of(race, entrant)]


def rows_of_run(race: Race, entrant: Entrant) -> list[BoardRow]:
    """Return the rows that a run deserves on the boards of its deal: none unless it was won and the race is over."""
    if race.ended_at is None or race.is_practice or entrant.outcome != Outcome.WON:
        return []
    return [row for board, goal in GOALS.items() for row in _rows(race, entrant, board, goal)]


def day_rows_of(race: Race, entrant: Entrant) -> list[BoardRow]:
    """Return the rows that an attempt deserves on its day's board: none while it goes on."""
    if race.kind != Kind.DAILY or entrant.outcome is None or entrant.started_at is None:
        return []
    return _rows(race, entrant, Board.DAY, Goal(race.goal))


def _rows(race: Race, entrant: Entrant, board: Board, goal: Goal) -> list[BoardRow]:
    entrant.race = race  # the very same; its times need it
    key = board_key(entrant, goal, same_for_all=race.ruleset.family == "clock")
    return [
        BoardRow(
            deal_id=race.deal_id,
            ruleset_key=race.ruleset_key,
            board=board,
            only_clean=only_clean,
            player_id=entrant.player_id,
            key=key,
            entrant=entrant,
        )
        for only_clean in ([False, True] if entrant.is_clean else [False])
    ]


def _place_of(row: BoardRow) -> tuple[object, ...]:
    return (row.player_id, row.deal_id, row.ruleset_key, row.board, row.only_clean)


# Of equal runs the one begun first stays.
_KEEP = """
    INSERT INTO racing_boardrow (deal_id, ruleset, board, only_clean, player_id, key, entrant_id)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (deal_id, ruleset, board, only_clean, player_id) DO UPDATE
    SET key = excluded.key, entrant_id = excluded.entrant_id
    WHERE (excluded.key, excluded.entrant_id) < (racing_boardrow.key, racing_boardrow.entrant_id)
"""


def _write(rows: Sequence[BoardRow]) -> None:
    if not rows:
        return
    values = [
        (row.deal_id, row.ruleset_key, str(row.board), row.only_clean, row.player_id, row.key, row.entrant_id)
        for row in sorted(rows, key=lambda row: (row.player_id, row.board, row.only_clean))
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_KEEP, values)
