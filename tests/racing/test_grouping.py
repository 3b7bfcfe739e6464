"""Plies that are committed together: each as if it were alone."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime

import pytest
from django.db import connection
from pytest_django import Settings

from racing import actions, plies
from racing.actions.grouping import Asked, play_group
from racing.messages import PlyMade
from racing.models import Entrant, Player
from racing.offload import in_database
from racing.refusals import Refused
from tests.racing.conftest import entrant_of, plays, started, won_game

DEAL, MOVES = won_game("cruel")


@pytest.fixture
def racers(now: datetime, ana: Player, boris: Player, clara: Player) -> list[Entrant]:
    """Three entrants of one race who have played once, so that their tables are in memory."""
    race = started(ana, boris, clara, deal_number=DEAL)
    entrants = [entrant_of(race, player) for player in (ana, boris, clara)]
    for entrant in entrants:
        plays(entrant, MOVES[0])
    return entrants


def asked(entrant: Entrant, number: int, move: str, at: datetime) -> Asked:
    return Asked(entrant.pk, number, move, at, None)


@pytest.mark.django_db(transaction=True)
async def test_plies_of_a_group_are_written_by_one_transaction(racers: list[Entrant], now: datetime) -> None:
    made = await asyncio.gather(*(plies.play(entrant.pk, 2, MOVES[1], now) for entrant in racers))
    assert [answer.ply for answer in made] == [2, 2, 2]
    await in_database(_written_together, racers, now)


def _written_together(racers: list[Entrant], now: datetime) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # The transaction that wrote a row is in it.
            cursor.execute("SELECT DISTINCT xmin::text FROM racing_ply WHERE number = 2")
            assert len(cursor.fetchall()) == 1
    for entrant in racers:
        entrant.refresh_from_db()
        history = entrant.replayed()
        assert list(history.log) == list(MOVES[:2])
        assert (entrant.plies, entrant.progress, entrant.score) == (2, history.progress, history.score)
        assert entrant.last_at == entrant.seen_at
        assert entrant.last_at is not None and entrant.last_at >= now


def test_what_is_wrong_with_one_ply_of_a_group_spoils_no_other(racers: list[Entrant], now: datetime) -> None:
    ana, boris, clara = racers
    played = play_group(
        [asked(ana, 2, "1-1", now), asked(boris, 7, MOVES[1], now), asked(clara, 2, MOVES[1], now)]
    )
    assert played.answers[:2] == [None, None]
    assert isinstance(played.answers[2], PlyMade)
    for entrant, number, move, code in ((ana, 2, "1-1", "same_pile"), (boris, 7, MOVES[1], "ply_ahead")):
        with pytest.raises(Refused) as refused:
            actions.play(entrant.pk, number, move, now)
        assert refused.value.code == code
    assert [entrant.log() for entrant in racers] == [[MOVES[0]], [MOVES[0]], list(MOVES[:2])]


def test_a_ply_of_a_group_gets_the_same_answer_when_it_is_sent_again(
    racers: list[Entrant], now: datetime
) -> None:
    ana = racers[0]
    group = [asked(ana, 2, MOVES[1], now)]
    (made,) = play_group(group).answers
    assert play_group(group).answers == [None], "what is in the log is looked up alone"
    assert actions.play(ana.pk, 2, MOVES[1], now) == made
    assert ana.log() == list(MOVES[:2])


def test_a_seat_that_another_process_overtook_is_left_to_be_played_alone(
    racers: list[Entrant], now: datetime
) -> None:
    from racing.seats import SEATS

    ana, boris, _ = racers
    behind = SEATS.take(ana.pk)
    assert behind
    actions.play(ana.pk, 2, MOVES[1], now)  # with a seat of its own, as elsewhere
    SEATS.clear()
    SEATS.keep(behind)
    actions.play(boris.pk, 2, MOVES[1], now)
    played = play_group([asked(ana, 2, "r", now), asked(boris, 3, MOVES[2], now)])
    assert played.answers[0] is None
    assert isinstance(played.answers[1], PlyMade)
    with pytest.raises(Refused) as refused:
        actions.play(ana.pk, 2, "r", now)
    assert refused.value.code == "ply_taken"
    assert ana.log() == list(MOVES[:2])


def test_the_race_is_to_be_settled_when_a_ply_of_the_group_ends_an_attempt(
    racers: list[Entrant], now: datetime
) -> None:
    ana = racers[0]
    plays(ana, *MOVES[1:-1])
    played = play_group([asked(ana, len(MOVES), MOVES[-1], now)])
    assert played.to_settle == {ana.race_id}
    ana.refresh_from_db()
    assert (ana.outcome, ana.finished_at is not None) == ("won", True)


def test_a_group_that_cannot_be_committed_is_left_to_be_played_one_by_one(
    racers: list[Entrant], now: datetime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(checked: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("racing.actions.grouping._columns", fail)
    monkeypatch.setattr("racing.actions.grouping._write_in_turn", fail)
    played = play_group([asked(entrant, 2, MOVES[1], now) for entrant in racers])
    assert played.answers == [None, None, None]
    assert "the disk is full" in caplog.text
    monkeypatch.undo()
    assert [actions.play(entrant.pk, 2, MOVES[1], now).ply for entrant in racers] == [2, 2, 2]


@pytest.mark.django_db(transaction=True)
async def test_a_group_that_fails_in_its_thread_leaves_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    def fails(checked: object) -> None:
        raise ConnectionError("the thread's connection could not be given back")

    async def alone(asked: Asked) -> str:
        return f"{asked.entrant_id} alone"

    monkeypatch.setattr(actions, "check_group", lambda group: dict.fromkeys(range(len(group)), "checked"))
    monkeypatch.setattr(actions, "write_group", fails)
    monkeypatch.setattr(plies, "_alone", alone)
    async with asyncio.timeout(60):
        answers = await asyncio.gather(*(plies.play(entrant, 1, "r", now) for entrant in (1, 2, 1)))
    assert answers == ["1 alone", "2 alone", "1 alone"]


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the groups that went, which write nothing."""
    sizes: list[int] = []

    def check(group: list[Asked]) -> dict[int, str]:
        sizes.append(len(group))
        return {}

    def finish(group: list[Asked], checked: object, written: object) -> actions.GroupPlayed:
        return actions.GroupPlayed([f"ply of {asked.entrant_id}" for asked in group], set())  # type: ignore[misc]  # told apart

    monkeypatch.setattr(actions, "check_group", check)
    monkeypatch.setattr(actions, "finish_group", finish)
    return sizes


async def test_a_ply_that_comes_alone_goes_at_once_and_what_follows_goes_together(
    groups: list[int], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plies, "GROUP_SECONDS", 60.0)
    begun = time.monotonic()
    await plies.play(1, 1, "r", now)
    assert time.monotonic() - begun < 60.0
    monkeypatch.setattr(plies, "GROUP_SECONDS", 1.0)
    await asyncio.gather(*(plies.play(entrant, 1, "r", now) for entrant in (2, 3, 4)))
    assert groups == [1, 3]
    assert time.monotonic() - begun >= 1.0


async def test_a_full_group_waits_for_nobody(
    groups: list[int], now: datetime, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(plies, "GROUP_SECONDS", 600.0)
    settings.PLIES_IN_A_GROUP = 2
    async with asyncio.timeout(60):
        await plies.play(1, 1, "r", now)
        await asyncio.gather(*(plies.play(entrant, 1, "r", now) for entrant in (2, 3)))
    assert groups == [1, 2]


@pytest.mark.django_db(transaction=True)
async def test_a_full_log_is_full_in_a_group_too(
    racers: list[Entrant], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("racing.actions.playing.MAX_PLIES", 1)
    answers = await asyncio.gather(
        *(plies.play(entrant.pk, 2, MOVES[1], now) for entrant in racers), return_exceptions=True
    )
    assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["log_is_full"] * 3
