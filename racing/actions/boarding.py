"""The rows of a deal's boards: each player's best run, kept with the result of a race.

A row is replaced by a better one in one statement, so races of one numbered deal may end at the same moment. Rows are
written in the order of players, after ratings and tallies.
"""

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from racing.models import Board, BoardRow, Entrant, Flag, Goal, Kind, Outcome, Race
from racing.ranking import board_key

GOALS = {Board.MOVES: Goal.FEWEST_MOVES, Board.TIME: Goal.FIRST_HOME}


def keep_rows(race: Race, entrants: Iterable[Entrant]) -> None:
    """Keep what a race that has just ended adds to the boards of its deal, within the caller's transaction."""
    if race.ended_at is None or race.is_practice:
        return
    _write([row for entrant in entrants for row in rows_of_run(race, entrant)])


def keep_day_rows(entrant_id: int) -> None:
    """Keep a day's attempt on the day's board as soon as it has ended, and take it off when it goes on after all."""
    days = Entrant.objects.filter(race__kind=Kind.DAILY, player__deleted_at=None, player__merged_into=None)
    entrant = days.select_related("race").filter(pk=entrant_id).first()
    if entrant is None:
        return
    rows = day_rows_of(entrant.race, entrant)
    if rows:
        _write(rows)
    else:
        BoardRow.objects.filter(entrant=entrant, board=Board.DAY).delete()


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
        for row in [*rows_of_run(entrant.race, entrant), *day_rows_of(entrant.race, entrant)]:
            place = _place_of(row)
            if place not in best or row.key < best[place].key:
                best[place] = row
    return list(best.values())


def rows_of_run(race: Race, entrant: Entrant) -> list[BoardRow]:
    """Return the rows that a run deserves on the boards of its deal: none unless it was won and the race is over."""
    if race.ended_at is None or race.is_practice or entrant.outcome != Outcome.WON:
        return []
    return [row for board, goal in GOALS.items() for row in _rows(race, entrant, board, goal)]


def day_rows_of(race: Race, entrant: Entrant) -> list[BoardRow]:
    """Return the rows that an attempt deserves on its day's board: none while it goes on, and without a ply."""
    if race.kind != Kind.DAILY or entrant.outcome is None or not entrant.plies:
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
