"""The deals of the day, as their pages and rooms show them: who is told, who is best, how many days in a row."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db.models import (
    Count,
    Q,
    QuerySet,
)

from engine.game import Ruleset
from engine.rulesets import RULESETS
from racing.models import Board, BoardRow, Daily, Entrant, Friendship, Kind, Outcome, Player, Race

# Of a day's racers a room tells the best so many, its reader and their friends.
BEST = 20


class DayRow(NamedTuple):
    """One game on the page of today's deals. ``race`` and ``entrant`` (the player's) are None until there is one."""

    ruleset: Ruleset
    race: Race | None
    entrant: Entrant | None
    racers: int
    streak: int
    best_streak: int


def today(now: datetime) -> date:
    """Return the day of the deals that can be played at ``now``: by UTC, the same everywhere."""
    return now.astimezone(UTC).date()


def rows_of_today(player: Player | None, now: datetime) -> list[DayRow]:
    """Return a row for each game, in the order of the catalogue."""
    day = today(now)
    begun = Count("race__entrants", filter=Q(race__entrants__started_at__isnull=False))
    of_day = Daily.objects.filter(day=day).select_related("race").annotate(racers=begun)
    dailies = {daily.ruleset_key: daily for daily in of_day}
    mine: dict[int, Entrant] = {}
    won: dict[str, list[date]] = defaultdict(list)
    if player is not None:
        races = [daily.race_id for daily in dailies.values()]
        mine = {entrant.race_id: entrant for entrant in player.entries.filter(race__in=races)}
        for key, one in _won_days(player).values_list("ruleset_key", "day"):
            won[key].append(one)
    rows = []
    for key, ruleset in RULESETS.items():
        daily = dailies.get(key)
        race = daily.race if daily is not None else None
        entrant = mine.get(race.pk) if race is not None else None
        if race is not None and entrant is not None:
            entrant.race = race
        racers = daily.racers if daily is not None else 0
        rows.append(DayRow(ruleset, race, entrant, racers, *streaks(won[key], day)))
    return rows


def _won_days(player: Player) -> QuerySet[Daily]:
    """Return the days' deals that a player won, in order."""
    won = Entrant.objects.filter(player=player, outcome=Outcome.WON, race__kind=Kind.DAILY)
    return Daily.objects.filter(race__in=won.values("race")).order_by("day")


def streaks_of(player: Player, ruleset_key: str, day: date) -> tuple[int, int]:
    """Return the player's days in a row with a win in a game: until now, and the most there were.

    Today counts when it is won, and breaks nothing before it is over.
    """
    won = _won_days(player).filter(ruleset_key=ruleset_key)
    return streaks(won.values_list("day", flat=True), day)


def streaks(won: Iterable[date], day: date) -> tuple[int, int]:
    """Return the days in a row until ``day`` (or the day before) and the most in a row, of days in order.

    >>> days = [date(2026, 3, number) for number in (1, 2, 3, 5, 6)]
    >>> streaks(days, date(2026, 3, 6)), streaks(days, date(2026, 3, 7)), streaks(days, date(2026, 3, 8))
    ((2, 3), (2, 3), (0, 3))
    """
    run, best, last = 0, 0, None
    for one in won:
        run = run + 1 if last is not None and one - last == timedelta(days=1) else 1
        best, last = max(best, run), one
    return (run if last is not None and day - last <= timedelta(days=1) else 0), best


def best_of(race: Race) -> QuerySet[BoardRow, int]:
    """Return the keys of who has finished, best first: the board of the day, which thousands may stand on."""
    rows = BoardRow.objects.filter(deal=race.deal_id, ruleset_key=race.ruleset_key, board=Board.DAY)
    return rows.filter(only_clean=False).order_by("key", "entrant").values_list("entrant", flat=True)


def told_of(race: Race, viewer: Entrant | None, *, open_to_viewer: bool) -> list[Entrant]:
    """Return the entrants of a day's race that a room tells its reader, in the order they joined.

    Who is among the best is a result: only told to whoever may know results.
    """
    ids: set[int] = set()
    if viewer is not None:
        friends = Friendship.objects.filter(player=viewer.player_id).values("friend")
        ids |= set(race.entrants.filter(player__in=friends).values_list("pk", flat=True))
        ids.add(viewer.pk)
    if open_to_viewer:
        ids |= set(best_of(race)[:BEST])
    return list(race.entrants.filter(pk__in=ids).select_related("player").order_by("pk"))


def find_daily(ruleset_key: str, day: date) -> Daily | None:
    """Return a game's deal of a day, if somebody opened it."""
    rows = Daily.objects.filter(ruleset_key=ruleset_key, day=day, race__kind=Kind.DAILY)
    return rows.select_related("race__deal").first()
