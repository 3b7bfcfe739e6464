"""A page of something ranked, and the place of one row in it, without sorting or counting more than is shown.

The rows that are asked for must have an index in their order that holds both columns: then nothing else is read.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import QuerySet

from racing.models import Friendship, Player

PAGE_ROWS = 50
# Nobody turns more pages; one's own place is shown on every page.
MAX_PAGE = 200
# Whoever has so many before them is told that it are more: counting them exactly would take too long.
FAR = 50_000


class Order(NamedTuple):
    """By which column rows are ranked; equal values share a place and stand in the order of ``name``.

    ``name`` is the column that says whose row it is, or which run it is.
    """

    value: str
    name: str
    highest_first: bool = False


class Placed(NamedTuple):
    """A row's place and value, and its `Order.name`. The place is None beyond FAR."""

    place: int | None
    name: int
    value: float


class Ranked(NamedTuple):
    """One page, best first; ``more`` tells whether another follows."""

    rows: list[Placed]
    page: int
    more: bool


def ranked(rows: QuerySet[Any], order: Order, page: int) -> Ranked:
    """Return page ``page``, from 1, of the rows."""
    page = min(max(page, 1), MAX_PAGE)
    first = (page - 1) * PAGE_ROWS
    sign = "-" if order.highest_first else ""
    found = list(
        rows.order_by(sign + order.value, order.name).values_list(order.value, order.name)[
            first : first + PAGE_ROWS + 1
        ]
    )
    placed: list[Placed] = []
    for position, (value, name) in enumerate(found[:PAGE_ROWS], start=first + 1):
        if not placed:
            place = place_of(rows, order, value) if first else 1
        elif value != placed[-1].value:
            place = position
        placed.append(Placed(place, name, value))
    return Ranked(placed, page, len(found) > PAGE_ROWS and page < MAX_PAGE)


def place_of(rows: QuerySet[Any], order: Order, value: float) -> int | None:
    """Return the place that a value has among the rows, or None when more than FAR are better."""
    better = rows.filter(**{f"{order.value}__{'gt' if order.highest_first else 'lt'}": value})
    # Ordered, so that it stops where the index does.
    before = better.order_by().values(order.value)[: FAR + 1].count()
    return before + 1 if before <= FAR else None


def circle_of(viewer: Player | None) -> Collection[int]:
    """Return the keys of a player's friends, and the player's own: none for a stranger."""
    if viewer is None:
        return frozenset()
    friends = Friendship.objects.filter(player=viewer).values_list("friend", flat=True)
    return frozenset({viewer.pk, *friends})
