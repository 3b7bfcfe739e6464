"""Plies that are committed together: each as if it were alone."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from racing import actions, plies
from racing.actions.grouping import Asked, play_group
from racing.messages import PlyMade
from racing.models import Entrant, Player
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


def test_plies_of_a_group_are_written_by_one_transaction(racers: list[Entrant], now: datetime) -> None:
    group = [asked(entrant, 2, MOVES[1], now) for entrant in racers]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        played = play_group(group)
    assert [answer.ply for answer in played.answers if isinstance(answer, PlyMade)] == [2, 2, 2]
    written = [query for query in queries if "INSERT INTO" in query["sql"]]
    assert len(written) == (1 if connection.vendor == "postgresql" else 3)
    for entrant in racers:
        entrant.refresh_from_db()
        history = entrant.replayed()
        assert list(history.log) == list(MOVES[:2])
        assert (entrant.plies, entrant.progress, entrant.score) == (2, history.progress, history.score)
        assert entrant.last_at == now or entrant.last_at > now


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
    async with asyncio.timeout(5):
        answers = await asyncio.gather(*(plies.play(entrant, 1, "r", now) for entrant in (1, 2, 1)))
    assert answers == ["1 alone", "2 alone", "1 alone"]
