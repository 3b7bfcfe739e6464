"""Giving up can be taken back for some seconds."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from racing import actions
from racing.models import Outcome, Player
from racing.offload import in_database
from racing.refusals import Refused
from racing.seats import SEATS
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, plays, started
from tests.racing.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _five_seconds(_giving_up_is_for_good: None, settings: Settings) -> None:
    settings.RESIGN_UNDO_SECONDS = 5


def test_who_takes_it_back_in_time_plays_on(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now)
    mine = entrant_of(race, ana)
    plays(mine, "r", at=now + SECOND)
    actions.resign(race.code, ana.pk, now + 2 * SECOND)
    with pytest.raises(Refused, match="already_finished"):
        plays(mine, "r", at=now + 3 * SECOND)
    actions.unresign(race.code, ana.pk, now + 6 * SECOND)
    assert plays(mine, "r", at=now + 7 * SECOND).ply == 2
    mine.refresh_from_db()
    assert (mine.outcome, mine.finished_at) == (None, None)


def test_a_table_that_was_loaded_while_it_was_given_up_plays_on_as_well(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now)
    mine = entrant_of(race, ana)
    actions.resign(race.code, ana.pk, now)
    SEATS.clear()
    with pytest.raises(Refused, match="already_finished"):
        plays(mine, "r", at=now + SECOND)  # this process knows the table as given up
    actions.unresign(race.code, ana.pk, now + SECOND)
    assert plays(mine, "r", at=now + 2 * SECOND).ply == 1


def test_after_five_seconds_it_is_for_good(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now)
    actions.resign(race.code, ana.pk, now)
    with pytest.raises(Refused, match="resigned_for_good"):
        actions.unresign(race.code, ana.pk, now + 5 * SECOND)
    assert entrant_of(race, ana).outcome == Outcome.RESIGNED


def test_a_race_that_everybody_gave_up_waits_until_nobody_can_come_back(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now)
    actions.resign(race.code, ana.pk, now + SECOND)
    actions.resign(race.code, boris.pk, now + 2 * SECOND)
    assert not actions.settle(race.pk, now + 6 * SECOND)
    assert actions.settle(race.pk, now + 7 * SECOND)
    race.refresh_from_db()
    # It ended when the last one gave up, not when somebody looked.
    assert race.ended_at == now + 2 * SECOND
    with pytest.raises(Refused, match="resigned_for_good"):
        actions.unresign(race.code, boris.pk, now + 6 * SECOND)


def test_time_that_is_up_ends_what_could_be_taken_back(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now, time_limit=10)
    for player in ana, boris:
        actions.resign(race.code, player.pk, now + 8 * SECOND)
    with pytest.raises(Refused, match="resigned_for_good"):
        actions.unresign(race.code, ana.pk, now + 10 * SECOND)
    assert not actions.settle(race.pk, now + 9 * SECOND)
    assert actions.settle(race.pk, now + 10 * SECOND)
    race.refresh_from_db()
    assert race.ended_at == now + 8 * SECOND


def test_only_a_resignation_is_taken_back(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now, time_limit=60)
    actions.unresign(race.code, ana.pk, now)  # plays already: no harm
    with pytest.raises(Refused, match="not_a_racer"):
        actions.unresign(race.code, None, now)
    actions.settle(race.pk, now + 60 * SECOND)
    with pytest.raises(Refused, match="time_is_up"):
        actions.unresign(race.code, ana.pk, now + 61 * SECOND)


def test_the_news_say_until_when(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now)
    versions = [race_news(race.pk).version]
    actions.resign(race.code, ana.pk, now)
    news = race_news(race.pk)
    assert news.entrants[0].undo_until == news.entrants[0].finished_at + 5000
    assert news.entrants[1].undo_until is None
    versions.append(news.version)
    actions.unresign(race.code, ana.pk, now + SECOND)
    versions.append(race_news(race.pk).version)
    assert versions == sorted(set(versions))
    assert race_news(race.pk).entrants[0].undo_until is None


async def test_the_room_ends_the_race_when_the_time_to_take_it_back_is_over(
    ana: Player, boris: Player, settings: Settings
) -> None:
    settings.RESIGN_UNDO_SECONDS = 1
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as one, tab(race, boris) as two:
        await one.send("resign")
        await two.send("resign")
        over = await one.knows(lambda race: race["status"] == "finished")
        assert [line["outcome"] for line in over["entrants"]] == ["resigned", "resigned"]


async def test_a_tab_takes_it_back_and_plays(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as one, tab(race, boris):
        await one.send("resign")
        while (await one.until("race"))["entrants"][0]["outcome"] is None:
            pass
        await one.send("unresign")
        while (await one.until("race"))["entrants"][0]["outcome"] is not None:
            pass
        assert (await one.plays(1, "r"))["type"] == "ply"
