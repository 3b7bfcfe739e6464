"""What follows from a result, in its transaction: ratings, tallies, boards."""

from collections.abc import Sequence

from racing.actions.boarding import keep_rows
from racing.actions.rating import apply
from racing.models import Entrant, Race


def count_result(race: Race, entrants: Sequence[Entrant]) -> None:
    """Count a race that has just ended; its entrants are locked and have their places."""
    apply(race, entrants)
    keep_rows(race, entrants)
