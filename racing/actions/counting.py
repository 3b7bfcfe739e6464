"""What follows from a result: ratings, tallies and boards in its transaction, a look at how it was played after it."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from racing.actions.boarding import keep_rows
from racing.actions.flagging import look_at_race
from racing.actions.rating import apply
from racing.models import Entrant, Race
from racing.offload import in_background


def count_result(race: Race, entrants: Sequence[Entrant]) -> None:
    """Count a race that has just ended; its entrants are locked and have their places."""
    apply(race, entrants)
    keep_rows(race, entrants)
    transaction.on_commit(lambda: in_background(partial(look_at_race, race.pk)), robust=True)
