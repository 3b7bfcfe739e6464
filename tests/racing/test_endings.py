"""How attempts and races end, each once."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from racing import actions
from racing.models import Entrant, Outcome, Player, Race, Status
from racing.refusals import Refused
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, opened, plays, started, wins, won_game

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_who_resigns_keeps_the_progress_and_the_last_one_ends_the_race(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now)
    plays(entrant_of(race, ana), "r", at=now + timedelta(seconds=10))
    actions.resign(race.code, ana.pk, now + timedelta(seconds=30))
    race.refresh_from_db()
    assert race.status(now + timedelta(seconds=31)) == Status.RUNNING
    actions.resign(race.code, boris.pk, now + timedelta(seconds=40))
    race.refresh_from_db()
    assert race.ended_at == now + timedelta(seconds=40)
    resigned = entrant_of(race, ana)
    assert (resigned.outcome, resigned.score, resigned.progress) == (Outcome.RESIGNED, 1, 4)
    # Time is that of the last ply: waiting before giving up changes nothing. People are told how long they sat there.
    assert [entrant_of(race, player).time_ms for player in (ana, boris)] == [10_000, 0]
    assert [entrant_of(race, player).taken_ms for player in (ana, boris)] == [30_000, 40_000]
    assert [entrant_of(race, player).place for player in (ana, boris)] == [2, 1]


def test_resigning_twice_is_once(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris)
    actions.resign(race.code, ana.pk, now)
    changes = race.version()
    actions.resign(race.code, ana.pk, now + timedelta(seconds=5))
    assert entrant_of(race, ana).finished_at == now
    assert race.version() == changes


def test_a_finished_attempt_cannot_be_resigned(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, ana))
    with pytest.raises(Refused, match="already_finished"):
        actions.resign(race.code, ana.pk, now)
    assert entrant_of(race, ana).outcome == Outcome.WON


def test_an_open_race_is_left_and_not_resigned(ana: Player, now: datetime) -> None:
    with pytest.raises(Refused, match="race_not_started"):
        actions.resign(opened(ana).code, ana.pk, now)


def test_time_is_up_for_all_who_have_not_finished(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = started(ana, boris, clara, at=now, time_limit=600, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, clara), at=now + timedelta(seconds=60))
    plays(entrant_of(race, boris), "r", "r", at=now + timedelta(seconds=20))
    deadline = now + timedelta(seconds=600)
    assert not actions.settle(race.pk, deadline - timedelta(microseconds=1))
    assert actions.settle(race.pk, deadline + timedelta(seconds=3))
    race.refresh_from_db()
    assert race.ended_at == deadline
    result = {e.player.name: (e.place, e.outcome, e.finished_at) for e in race.entrants.all()}
    assert result == {
        "clara": (1, Outcome.WON, now + timedelta(seconds=60)),
        "ana": (2, Outcome.TIMEOUT, deadline),
        "boris": (3, Outcome.TIMEOUT, deadline),
    }


def test_resigning_after_the_deadline_comes_too_late(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now, time_limit=60)
    before = race.version()
    with pytest.raises(Refused, match="time_is_up"):
        actions.resign(race.code, ana.pk, now + timedelta(seconds=61))
    assert entrant_of(race, ana).outcome == Outcome.TIMEOUT
    assert race.version() == before + 1


def test_settling_again_changes_nothing(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now, time_limit=60)
    assert actions.settle(race.pk, now + timedelta(seconds=60))
    news = race_news(race.pk).model_copy(update={"now": 0})
    assert not actions.settle(race.pk, now + 3 * DAY)
    assert race_news(race.pk).model_copy(update={"now": 0}) == news
    assert not actions.settle(0, now)


def test_equals_share_a_place(ana: Player, boris: Player, clara: Player, now: datetime) -> None:
    race = started(ana, boris, clara, at=now)
    for player in ana, boris:
        plays(entrant_of(race, player), "r", at=now + timedelta(seconds=7))
    for player in ana, boris, clara:
        actions.resign(race.code, player.pk, now + timedelta(seconds=9))
    places = dict(race.entrants.values_list("player__name", "place"))
    assert places == {"clara": 1, "ana": 2, "boris": 2}


def test_an_open_room_that_nobody_uses_is_cancelled_after_a_day(ana: Player, now: datetime) -> None:
    race = opened(ana, at=now)
    assert not actions.settle(race.pk, now + DAY - timedelta(seconds=1))
    assert actions.settle(race.pk, now + DAY)
    race.refresh_from_db()
    assert race.status(now + DAY) == Status.CANCELLED


def test_a_race_that_everybody_left_is_cancelled_a_day_after_the_last_ply(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now)
    plays(entrant_of(race, ana), "r", at=now + timedelta(hours=5))
    assert not actions.settle(race.pk, now + DAY + timedelta(hours=4))
    assert actions.settle(race.pk, now + DAY + timedelta(hours=5))
    race.refresh_from_db()
    assert race.cancelled_at is not None
    with pytest.raises(Refused, match="time_is_up"):
        plays(entrant_of(race, boris), "r")


def test_a_result_that_was_reached_stands_although_the_others_went_away(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, ana), at=now + timedelta(minutes=5))
    assert actions.settle(race.pk, now + DAY + timedelta(minutes=5))
    race.refresh_from_db()
    assert race.ended_at is not None
    assert [entrant_of(race, player).place for player in (ana, boris)] == [1, 2]


def test_a_race_with_a_time_limit_of_a_week_is_not_cancelled_before(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now, time_limit=7 * 86400)
    assert not actions.settle(race.pk, now + 2 * DAY)


def test_practice_waits_for_its_player_for_ever(ana: Player, now: datetime) -> None:
    race = actions.open_practice(ana, ruleset="cruel", now=now)
    plays(entrant_of(race, ana), "r")
    assert not actions.settle(race.pk, now + 400 * DAY)
    assert plays(entrant_of(race, ana), "r", at=now + 400 * DAY).ply == 2


def test_one_command_ends_all_that_is_due_and_one_broken_race_does_not_stop_it(
    ana: Player, boris: Player, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    long_ago = now - 2 * DAY
    broken = opened(ana, at=long_ago)
    Race.objects.filter(pk=broken.pk).update(ruleset_key="no-such-game")
    Race.objects.filter(pk=broken.pk).update(starts_at=long_ago)
    Entrant.objects.filter(race=broken).update(outcome=Outcome.LOST, finished_at=long_ago)
    due = [opened(ana, at=long_ago), started(ana, boris, at=long_ago, time_limit=60)]
    going_on = [opened(ana), started(ana, boris, time_limit=6000)]
    actions.open_practice(ana, ruleset="cruel", now=long_ago)
    said = StringIO()
    call_command("settle_races", stdout=said)
    assert said.getvalue() == "2 ended\n"
    assert all(Race.objects.get(pk=race.pk).is_over for race in due)
    assert not any(Race.objects.get(pk=race.pk).is_over for race in going_on)
    assert f"race {broken.pk} not settled" in caplog.text


@pytest.mark.parametrize(
    "facts",
    [
        {"ended_at": True, "cancelled_at": True},
        {"ended_at": True, "starts_at": None},
    ],
)
def test_the_database_refuses_a_race_that_contradicts_itself(
    ana: Player, boris: Player, now: datetime, facts: dict[str, bool | None]
) -> None:
    race = started(ana, boris)
    times = {field: now if value else None for field, value in facts.items()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Race.objects.filter(pk=race.pk).update(**times)


def test_the_database_refuses_an_outcome_without_its_time(ana: Player, boris: Player) -> None:
    race = started(ana, boris)
    with pytest.raises(IntegrityError), transaction.atomic():
        race.entrants.update(outcome=Outcome.WON)
