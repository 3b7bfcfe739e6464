"""The boards of a deal under one ruleset: everybody's best won run by score or by time; and of a day's deal."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from racing.models import Board, BoardRow, Deal, Entrant, Kind, Player, Race
from racing.ranked import Order, Placed, circle_of, place_of, ranked

ORDER = Order("key", "entrant")


class Row(NamedTuple):
    """A run. ``fastest`` marks the shortest time of the deal's board."""

    place: int | None
    entrant: Entrant
    name: str
    time_ms: int
    fastest: bool
    is_you: bool
    is_friend: bool


class DealBoard(NamedTuple):
    """One page of a board, and the viewer's own row wherever it is."""

    rows: list[Row]
    own: Row | None
    page: int
    more: bool


def find_deal(ruleset_key: str, deal_id: int) -> Deal | None:
    """Return the deal if it has a board: a finished race of this ruleset. Others could give away a secret."""
    raced = Race.objects.filter(deal=OuterRef("pk"), ruleset_key=ruleset_key, ended_at__isnull=False)
    return Deal.objects.filter(Exists(raced.exclude(kind=Kind.PRACTICE)), pk=deal_id).first()


def finished_race(ruleset_key: str, deal: Deal) -> Race | None:
    """Return one of the finished races of a deal."""
    raced = deal.races.filter(ruleset_key=ruleset_key, ended_at__isnull=False)
    return raced.exclude(kind=Kind.PRACTICE).first()


def deal_board(
    ruleset_key: str,
    deal: Deal,
    *,
    by: str = Board.MOVES,
    only_clean: bool = False,
    viewer: Player | None = None,
    only_friends: bool = False,
    page: int = 1,
) -> DealBoard:
    """Return a page of a deal's board; ``by`` is moves, time or day."""
    circle = circle_of(viewer)
    rows = BoardRow.objects.filter(deal=deal, ruleset_key=ruleset_key, board=by, only_clean=only_clean)
    if only_friends:
        rows = rows.filter(player__in=circle)
    found = ranked(rows, ORDER, page)
    placed = list(found.rows)
    own = rows.filter(player=viewer).values_list("entrant", "key").first() if viewer else None
    if own is not None and not any(row.name == own[0] for row in placed):
        placed.append(Placed(place_of(rows, ORDER, own[1]), *own))
    told = _told(placed, viewer, circle, _fastest(ruleset_key, deal))
    return DealBoard(
        rows=told[: len(found.rows)],
        own=next((row for row in told if row.is_you), None),
        page=found.page,
        more=found.more,
    )


def _fastest(ruleset_key: str, deal: Deal) -> int | None:
    rows = BoardRow.objects.filter(deal=deal, ruleset_key=ruleset_key, board=Board.TIME, only_clean=False)
    return rows.order_by("key", "entrant").values_list("entrant", flat=True).first()


def _told(
    placed: list[Placed], viewer: Player | None, circle: Collection[int], fastest: int | None
) -> list[Row]:
    runs: QuerySet[Entrant] = Entrant.objects.select_related("race", "player")
    entrants = runs.in_bulk([row.name for row in placed])
    told = []
    for row in placed:
        entrant = entrants.get(row.name)
        if entrant is None:
            continue  # gone between two queries
        is_you = viewer is not None and entrant.player_id == viewer.pk
        told.append(
            Row(
                place=row.place,
                entrant=entrant,
                name=entrant.player.shown_name,
                time_ms=entrant.taken_ms or 0,
                fastest=row.name == fastest,
                is_you=is_you,
                is_friend=not is_you and entrant.player_id in circle,
            )
        )
    return told
