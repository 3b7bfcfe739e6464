"""Many at once on a real database: each thing happens once, whoever comes first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from racing import actions
from racing.models import Outcome, Player, Race
from racing.refusals import Refused
from racing.seats import SEATS
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, opened, started, wins, won_game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite", reason="SQLite has one writer, so nothing is simultaneous"
    ),
]


@pytest.fixture(autouse=True)
def _nobody_listens(settings: Settings) -> None:
    # Without an event loop every message would open a Redis connection of its own, as a command's does.
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do all at the same moment, each in its own thread; what each returned, or the refusal it met."""
    gate = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        try:
            gate.wait(60)
            return work()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def test_two_tabs_playing_the_same_number_make_one_linear_log(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    for number in range(1, 31):
        same = partial(actions.play, entrant.pk, number, "r", now)
        other = partial(actions.play, entrant.pk, number, "12-11", now)
        answers = at_once(same, other, same)
        played = [answer for answer in answers if not isinstance(answer, str)]
        # The two redeals are one ply with one answer; what did not fit was refused.
        assert [answer.ply for answer in played] == [number] * 2
        assert played[0] == played[1]
    entrant.refresh_from_db()
    assert entrant.plies == 30
    assert entrant.log() == ["r"] * 30
    assert list(entrant.ply_log.order_by("number").values_list("number", flat=True)) == list(range(1, 31))


def test_two_tabs_that_race_through_a_won_game_make_the_log_of_one(
    ana: Player, boris: Player, now: datetime
) -> None:
    number, moves = won_game("cruel")
    race = started(ana, boris, deal_number=number)
    entrant = entrant_of(race, ana)

    def tab() -> list[Any]:
        return [actions.play(entrant.pk, ply, move, now) for ply, move in enumerate(moves, 1)]

    first, second = at_once(tab, tab)
    assert first == second
    assert entrant.log() == moves
    assert entrant_of(race, ana).outcome == Outcome.WON


def test_a_cold_and_a_warm_process_never_fork_a_log(ana: Player, boris: Player, now: datetime) -> None:
    """Two players' worth of processes: the table is thrown out of memory again and again."""
    race = started(ana, boris)
    entrant = entrant_of(race, ana)

    def tab() -> int:
        ply, refused = 1, 0
        while ply <= 40:
            SEATS.clear()
            try:
                actions.play(entrant.pk, ply, "r" if ply % 3 else "u", now)
                ply += 1
            except Refused:
                refused += 1
        return refused

    at_once(tab, tab, tab)
    assert entrant.log() == ["r" if ply % 3 else "u" for ply in range(1, 41)]
    history = entrant_of(race, ana).replayed()
    stored = entrant_of(race, ana)
    assert (stored.score, stored.redeals, stored.plies) == (history.score, history.redeals, 40)


def test_eight_join_at_once_and_no_more_than_there_are_places(ana: Player, now: datetime) -> None:
    race = opened(ana)
    Race.objects.filter(pk=race.pk).update(max_racers=6)
    players = [actions.new_player(f"racer {number}", now) for number in range(8)]
    answers = at_once(*(partial(actions.join, race.code, player, now) for player in players))
    assert answers.count("race_full") == 3
    assert race.entrants.count() == 6
    assert race.version() == 5


def test_joining_many_times_at_once_is_one_place(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana)
    answers = at_once(*[lambda: actions.join(race.code, boris, now)] * 8)
    assert len({answer.pk for answer in answers}) == 1
    assert race.entrants.count() == 2
    assert race.version() == 1


def test_all_ready_at_once_is_one_start(ana: Player, boris: Player, clara: Player, now: datetime) -> None:
    race = opened(ana, boris, clara)
    version = race.version()
    players = [ana, boris, clara] * 2
    at_once(*(partial(actions.get_ready, race.code, player.pk, True, now) for player in players))
    race.refresh_from_db()
    assert race.starts_at is not None
    assert race.version() == version + 3


def test_eight_finish_at_once_and_the_race_ends_once(ana: Player, now: datetime) -> None:
    number, _ = won_game("cruel")
    others = [actions.new_player(f"racer {number}", now) for number in range(7)]
    race = started(ana, *others, at=now, deal_number=number)
    changes = race.changes
    end = now + timedelta(minutes=3)
    entrants = list(race.entrants.select_related("race__deal"))
    at_once(*(partial(wins, entrant, at=end) for entrant in entrants))
    race.refresh_from_db()
    assert race.ended_at == end
    assert race.changes == changes + 1
    assert list(race.entrants.values_list("outcome", "place")) == [(Outcome.WON, 1)] * 8


def test_the_last_two_resign_at_once_and_the_race_ends(ana: Player, boris: Player, now: datetime) -> None:
    for _ in range(5):
        race = started(ana, boris, at=now)
        at_once(*(partial(actions.resign, race.code, player.pk, now) for player in (ana, boris)))
        race.refresh_from_db()
        assert race.ended_at is not None
        assert set(race.entrants.values_list("place", flat=True)) == {1}


def test_a_deadline_is_decided_once_by_whoever_comes_first(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now, time_limit=60)
    late = now + timedelta(seconds=61)
    answers = at_once(
        *[lambda: actions.settle(race.pk, late)] * 6,
        lambda: actions.play(entrant_of(race, ana).pk, 1, "r", late),
        lambda: actions.resign(race.code, boris.pk, late),
    )
    assert answers.count(True) <= 1
    assert answers[-2:] == ["time_is_up", "time_is_up"]
    assert race_news(race.pk).version == race.changes + 1


def test_a_ply_and_the_end_of_time_exclude_each_other(ana: Player, boris: Player, now: datetime) -> None:
    """Whichever is committed first counts: a ply after the end is refused, never acknowledged and lost."""
    for _ in range(10):
        race = started(ana, boris, at=now, time_limit=60)
        entrant = entrant_of(race, ana)
        in_time, deadline = now + timedelta(seconds=59), now + timedelta(seconds=60)
        played, ended = at_once(
            partial(actions.play, entrant.pk, 1, "r", in_time),
            partial(actions.settle, race.pk, deadline),
        )
        assert ended is True
        assert len(entrant.log()) == (0 if played == "time_is_up" else 1)
        assert entrant_of(race, ana).plies == len(entrant.log())


def test_all_ask_for_a_rematch_at_once_and_get_the_same_room(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = started(ana, boris, clara)
    players = [ana, boris, clara]
    for player in players:
        actions.resign(race.code, player.pk, now)
    answers = at_once(*(partial(actions.rematch, race.code, player.pk, now) for player in players * 2))
    assert len({following.code for following in answers}) == 1
    assert {entrant.player for entrant in answers[0].entrants.all()} == set(players)
    assert Race.objects.count() == 2


def test_the_same_deal_number_asked_for_at_once_is_one_deal(ana: Player, now: datetime) -> None:
    answers = at_once(*[lambda: actions.open_race(ana, ruleset="cruel", deal_number=99, now=now)] * 8)
    assert len({race.deal_id for race in answers}) == 1


def test_everything_at_once_meets_no_deadlock(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = started(ana, boris, clara, at=now, time_limit=600)
    entrants = {player.pk: entrant_of(race, player) for player in (ana, boris, clara)}

    def racer(player: Player) -> Callable[[], None]:
        def work() -> None:
            entrant = entrants[player.pk]
            for ply in range(1, 16):
                actions.play(entrant.pk, ply, "r", now)
                actions.depart(race.code, entrant.pk, now)
                actions.arrive(race.code, entrant.pk, now)
                actions.settle(race.pk, now)
                race_news(race.pk)
            actions.rename(player, f"{player.name} {ply}", now)
            actions.resign(race.code, player.pk, now)

        return work

    assert at_once(*(racer(player) for player in (ana, boris, clara))) == [None] * 3
    race.refresh_from_db()
    assert race.ended_at is not None
    assert list(race.entrants.values_list("plies", flat=True)) == [15] * 3
