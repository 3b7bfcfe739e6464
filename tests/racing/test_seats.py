"""Tables in memory: whose are kept, and that nothing hangs on it."""

from __future__ import annotations

from datetime import datetime

from racing import actions
from racing.models import Player
from racing.seats import SEATS
from tests.racing.conftest import entrant_of, plays, started


def test_a_table_leaves_memory_with_the_last_tab_of_its_racer_and_is_rebuilt_for_whoever_comes_back(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    plays(entrant, "r", "r")
    actions.depart(race.code, entrant.pk, now)
    assert SEATS.take(entrant.pk) is None
    assert plays(entrant, "r").ply == 3
    seat = SEATS.take(entrant.pk)
    assert seat is not None and seat.plies == 3
