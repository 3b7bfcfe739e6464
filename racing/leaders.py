"""The boards of a game: its best players by rating, wins or streak, by week, by month and for all time."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from engine.rulesets import RULESETS
from racing.models import Period, Player, Rating, Tally
from racing.periods import since_of
from racing.ranked import Order, Placed, circle_of, place_of, ranked
from racing.ratings import is_provisional, shown

ORDERS = {
    "rating": Order("ordinal", "player", highest_first=True),
    "wins": Order("wins", "player", highest_first=True),
    "streak": Order("best_streak", "player", highest_first=True),
}
TOP = 3


class Leader(NamedTuple):
    """A player on the board of a game. ``rating`` is the number that people see, None where it is not known."""

    place: int | None
    player: Player
    rating: int | None
    provisional: bool
    races: int
    wins: int
    best_streak: int
    is_you: bool
    is_friend: bool


class Board(NamedTuple):
    """One page of a board, and the viewer's own row wherever it is."""

    rows: list[Leader]
    own: Leader | None
    page: int
    more: bool


def leaders(
    ruleset_key: str,
    now: datetime,
    *,
    by: str = "rating",
    period: str = Period.ALL,
    viewer: Player | None = None,
    only_friends: bool = False,
    page: int = 1,
) -> Board:
    """Return a page of a game's board; ``by`` is one of ORDERS."""
    order = ORDERS[by]
    circle = circle_of(viewer)
    everybody = _tallies(ruleset_key, period, now, by)
    rows = everybody.filter(player__in=circle) if only_friends else everybody
    found = ranked(rows, order, page)
    placed = list(found.rows)
    own = rows.filter(player=viewer).values_list(order.value, flat=True).first() if viewer else None
    if viewer and own is not None and not any(row.name == viewer.pk for row in placed):
        placed.append(Placed(place_of(rows, order, own), viewer.pk, own))
    told = _told(everybody, ruleset_key, placed, viewer, circle)
    return Board(
        rows=told[: len(found.rows)],
        own=next((leader for leader in told if leader.is_you), None),
        page=found.page,
        more=found.more,
    )


def tops(now: datetime) -> dict[str, list[Leader]]:
    """Return the three best rated players of each game, by the ruleset's key."""
    found = {}
    for key in RULESETS:
        rows = _tallies(key, Period.ALL, now, "rating")
        found[key] = _told(rows, key, ranked(rows, ORDERS["rating"], 1).rows[:TOP], None, ())
    return found


def _tallies(ruleset_key: str, period: str, now: datetime, by: str) -> QuerySet[Tally]:
    """Return the rows that a board ranks: whoever has won nothing is on no board of wins."""
    rows = Tally.objects.filter(ruleset_key=ruleset_key, period=period, since=since_of(period, now))
    value = ORDERS[by].value
    return rows.filter(ordinal__isnull=False) if by == "rating" else rows.filter(**{f"{value}__gt": 0})


def _told(
    tallies: QuerySet[Tally],
    ruleset_key: str,
    placed: list[Placed],
    viewer: Player | None,
    circle: Collection[int],
) -> list[Leader]:
    names = [row.name for row in placed]
    by_player = {
        tally.player_id: tally for tally in tallies.filter(player__in=names).select_related("player")
    }
    rated = Rating.objects.filter(player__in=names, ruleset_key=ruleset_key)
    races = dict(rated.values_list("player", "races"))
    return [
        Leader(
            place=row.place,
            player=tally.player,
            rating=None if tally.ordinal is None else shown(tally.ordinal),
            provisional=is_provisional(races.get(row.name, 0)),
            races=tally.races,
            wins=tally.wins,
            best_streak=tally.best_streak,
            is_you=viewer is not None and row.name == viewer.pk,
            is_friend=row.name in circle and (viewer is None or row.name != viewer.pk),
        )
        for row in placed
        # Whoever was forgotten between two queries is left out.
        if (tally := by_player.get(row.name)) is not None
    ]
