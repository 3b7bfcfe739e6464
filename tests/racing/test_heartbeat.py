"""What a heartbeat costs, and what it still sees to: every racer sends four a minute."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from racing import actions
from racing.models import Player, Race
from racing.standing import Place, pong
from tests.racing.conftest import entrant_of, plays, started


def test_the_heartbeat_of_somebody_who_plays_asks_the_database_once(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    plays(entrant, "r", "r")
    actions.arrive(race.code, entrant.pk, now)
    with CaptureQueriesContext(connection) as queries:
        answer = pong(Place(race.pk, entrant.pk), now)
    assert len(queries) == 1
    assert (answer.ply, answer.version) == (2, race.version())


def test_a_heartbeat_ends_a_race_whose_time_is_up(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now - timedelta(seconds=61), time_limit=60)
    pong(Place(race.pk, entrant_of(race, ana).pk), now)
    assert Race.objects.get(pk=race.pk).ended_at is not None


def test_a_heartbeat_ends_a_race_in_which_all_are_done(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris)
    for player in (ana, boris):
        entrant = entrant_of(race, player)
        entrant.outcome, entrant.finished_at = "lost", now
        entrant.save()
    pong(Place(race.pk, entrant_of(race, ana).pk), now)
    assert Race.objects.get(pk=race.pk).ended_at is not None
