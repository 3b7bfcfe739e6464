"""The leaderboard of a deal under one ruleset: the won attempts of finished races."""

from typing import NamedTuple

from racing.models import Deal, Entrant, Goal, Kind, Outcome
from racing.ranking import rank

# A numbered deal can be raced for ever; nobody scrolls further than this.
MAX_ROWS = 200


class Row(NamedTuple):
    """One won attempt. ``fastest`` marks the shortest time of the board."""

    place: int
    entrant: Entrant
    name: str
    score: int
    redeals: int
    slips: int
    time_ms: int
    fastest: bool


def find_deal(ruleset_key: str, deal_id: int) -> Deal | None:
    """Return the deal if it has a board: a finished race of this ruleset. Others could give away a secret."""
    raced = Deal.objects.filter(
        pk=deal_id,
        races__ruleset_key=ruleset_key,
        races__kind=Kind.RACE,
        races__ended_at__isnull=False,
    )
    return raced.distinct().first()


def rows_of(ruleset_key: str, deal: Deal) -> list[Row]:
    """Return the board, best first: fewest moves, then the shorter time."""
    won = (
        Entrant.objects.filter(
            race__deal=deal,
            race__ruleset_key=ruleset_key,
            race__kind=Kind.RACE,
            race__ended_at__isnull=False,
            outcome=Outcome.WON,
        )
        .select_related("race", "player")
        .order_by("score", "finished_at", "pk")[:MAX_ROWS]
    )
    entrants = list(won)
    shortest = min((entrant.time_ms or 0 for entrant in entrants), default=0)
    return [
        Row(
            place=place,
            entrant=entrant,
            name=entrant.player.name,
            score=entrant.score,
            redeals=entrant.redeals,
            slips=entrant.slips,
            time_ms=entrant.time_ms or 0,
            fastest=(entrant.time_ms or 0) == shortest,
        )
        for place, entrant in rank(entrants, Goal.FEWEST_MOVES)
    ]
