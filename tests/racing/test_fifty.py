"""Fifty at the same moment, on a real database: each counts once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from pytest_django import Settings

from racing import actions
from racing.models import Daily, Entrant, Outcome, Player, Ply, Race
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, opened, started, won_game
from tests.racing.test_concurrency import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite", reason="SQLite has one writer, so nothing is simultaneous"
    ),
]

FIFTY = 50
DEAL, MOVES = won_game("cruel")


@pytest.fixture(autouse=True)
def _fifty_connections(settings: Settings) -> Iterator[None]:
    """A connection for each thread, so that the database itself decides; and nobody listens."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    pool = connection.settings_dict["OPTIONS"]["pool"]
    few = dict(pool)
    connection.close_pool()
    pool.update(min_size=FIFTY, max_size=FIFTY + 5, timeout=60)
    yield
    connection.close_pool()
    pool.clear()
    pool.update(few)


@pytest.fixture
def fifty(ana: Player, now: datetime) -> list[Player]:
    """Fifty players, ana the first of them."""
    return [ana, *(actions.new_player(f"racer {number}", now) for number in range(1, FIFTY))]


def test_fifty_joins_are_fifty_places_and_as_many_changes(fifty: list[Player], now: datetime) -> None:
    race = opened(fifty[0])
    answers = at_once(*(partial(actions.join, race.code, player, now) for player in fifty))
    assert len({answer.pk for answer in answers}) == FIFTY
    assert race.entrants.count() == FIFTY
    assert race_news(race.pk).version == FIFTY - 1


def test_of_fifty_who_want_ten_places_ten_get_one(fifty: list[Player], now: datetime) -> None:
    race = opened(fifty[0], max_racers=11)
    answers = at_once(*(partial(actions.join, race.code, player, now) for player in fifty[1:]))
    assert answers.count("race_full") == FIFTY - 1 - 10
    assert race.entrants.count() == 11


def test_fifty_starts_are_one_start(fifty: list[Player], now: datetime) -> None:
    race = opened(*fifty)
    version = race_news(race.pk).version
    moments = [now + timedelta(milliseconds=number) for number in range(FIFTY)]
    at_once(*(partial(actions.start, race.code, fifty[0].pk, moment) for moment in moments))
    race.refresh_from_db()
    assert race.starts_at is not None and race_news(race.pk).version == version + 1


def test_fifty_who_get_ready_at_once_start_once_and_all_count(fifty: list[Player], now: datetime) -> None:
    race = opened(*fifty)
    version = race_news(race.pk).version
    at_once(*(partial(actions.get_ready, race.code, player.pk, True, now) for player in fifty))
    race.refresh_from_db()
    assert race.starts_at is not None
    assert race.entrants.filter(ready_at=now).count() == FIFTY
    assert race_news(race.pk).version == version + FIFTY


def test_fifty_finish_at_once_and_each_is_counted_once(fifty: list[Player], now: datetime) -> None:
    race = started(*fifty, at=now, deal_number=DEAL)
    entrants = [entrant_of(race, player) for player in fifty]
    # All but the last ply of each, as the log has it: fifty whole games would say no more.
    rows = [
        Ply(entrant=entrant, number=number, move=move, at=now)
        for entrant in entrants
        for number, move in enumerate(MOVES[:-1], 1)
    ]
    Ply.objects.bulk_create(rows, batch_size=5000)
    race.entrants.update(plies=len(MOVES) - 1, last_at=now)
    changes = race.changes
    end = now + timedelta(minutes=3)
    answers = at_once(
        *(partial(actions.play, entrant.pk, len(MOVES), MOVES[-1], end) for entrant in entrants)
    )
    assert {answer.ply for answer in answers} == {len(MOVES)}
    race.refresh_from_db()
    assert (race.ended_at, race.changes) == (end, changes + 1)
    assert list(race.entrants.values_list("outcome", "place").distinct()) == [(Outcome.WON, 1)]
    assert Ply.objects.filter(entrant__race=race, number=len(MOVES)).count() == FIFTY
    assert race_news(race.pk).version == race.changes + FIFTY * len(MOVES)


def test_fifty_give_up_and_take_it_back_at_once_and_the_race_goes_on_or_ends_once(
    fifty: list[Player], now: datetime, settings: Settings
) -> None:
    settings.RESIGN_UNDO_SECONDS = 5
    race = started(*fifty, at=now)
    works = [partial(actions.resign, race.code, player.pk, now) for player in fifty]
    at_once(*works)
    half = fifty[::2]
    later = now + timedelta(seconds=5)
    at_once(
        *(partial(actions.unresign, race.code, player.pk, now) for player in half),
        *(partial(actions.settle, race.pk, now + timedelta(seconds=4)) for _ in half),
    )
    race.refresh_from_db()
    assert race.ended_at is None
    assert race.entrants.filter(outcome=None).count() == len(half)
    at_once(*(partial(actions.resign, race.code, player.pk, later) for player in half))
    ended = at_once(*[partial(actions.settle, race.pk, later + timedelta(seconds=5))] * FIFTY)
    assert ended.count(True) == 1
    race.refresh_from_db()
    assert race.ended_at == later
    assert race.entrants.filter(place__isnull=False).count() == FIFTY


def test_fifty_ask_for_a_rematch_at_once_and_meet_in_one_room(fifty: list[Player], now: datetime) -> None:
    race = started(*fifty, at=now)
    Entrant.objects.filter(race=race).update(outcome=Outcome.RESIGNED, finished_at=now)
    assert actions.settle(race.pk, now)
    answers = at_once(*(partial(actions.rematch, race.code, player.pk, now) for player in fifty))
    assert len({following.code for following in answers}) == 1
    assert answers[0].entrants.count() == FIFTY
    assert Race.objects.count() == 2
    assert race_news(answers[0].pk).version == FIFTY - 1


def test_fifty_come_first_to_a_day_s_deal_and_it_is_one(fifty: list[Player], now: datetime) -> None:
    answers = at_once(*(partial(actions.join_daily, "cruel", player, now) for player in fifty))
    assert len({entrant.race_id for entrant in answers}) == 1
    assert (Daily.objects.count(), Race.objects.count()) == (1, 1)
    assert Race.objects.get().entrants.count() == FIFTY


def test_fifty_begin_a_challenge_twice_at_once_and_each_begins_once(
    fifty: list[Player], now: datetime
) -> None:
    race = actions.open_race(fifty[0], ruleset="cruel", now=now, term=timedelta(hours=1))
    for player in fifty[1:]:
        actions.join(race.code, player, now)
    version = race_news(race.pk).version
    moments = (now, now + timedelta(seconds=1))
    at_once(*(partial(actions.begin, race.code, player.pk, at) for player in fifty[:25] for at in moments))
    assert race.entrants.filter(started_at__in=moments).count() == 25
    assert race_news(race.pk).version == version + 25


def test_fifty_copies_of_a_record_are_one(now: datetime) -> None:
    text = _record()
    answers = at_once(*[partial(actions.keep_record, text, None, now)] * FIFTY)
    assert len({record.pk for record in answers}) == 1


def _record() -> str:
    from engine.game import replay
    from engine.record import record_of, write
    from engine.rulesets import find_ruleset
    from engine.shuffle import seed_of_number

    history = replay(find_ruleset("cruel"), seed_of_number(DEAL), MOVES)
    return write(record_of(history, deal=DEAL))
