"""What is too much is refused, with a word on when to try again, and hurts nobody else."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from limits import parse

from racing import actions, guard, rates
from racing.models import Player, Race
from racing.offload import in_database
from racing.rates import Bucket, Counts
from tests.racing.conftest import entrant_of, opened, plays, started
from tests.racing.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = {"name": "ana", "ruleset": "cruel", "take_back": "counted"}


@pytest.fixture(autouse=True)
def _limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = True
    # Counts of this test alone.
    monkeypatch.setattr(rates, "_counts", [Counts("")])


def test_a_bucket_lets_a_burst_through_and_then_as_much_as_drips_in() -> None:
    bucket = Bucket(100.0)
    assert [bucket.take(100.0) for _ in range(int(rates.FRAMES_AT_ONCE))] == [0.0] * int(rates.FRAMES_AT_ONCE)
    assert bucket.take(100.0) == pytest.approx(1 / rates.FRAMES_PER_SECOND)
    assert bucket.take(101.0) == 0.0
    assert not bucket.is_hopeless
    for _ in range(int(rates.FRAMES_TOO_MANY + rates.FRAMES_PER_SECOND) + 1):
        bucket.take(101.0)
    assert bucket.is_hopeless


async def test_a_socket_that_asks_too_fast_is_told_when_to_go_on_and_others_play(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine frames are taken so slowly that the plain bucket never runs dry.
    monkeypatch.setattr(rates, "FRAMES_PER_SECOND", 0.5)
    monkeypatch.setattr(rates, "FRAMES_AT_ONCE", 10.0)
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as hasty, tab(race, boris) as patient:
        for _ in range(int(rates.FRAMES_AT_ONCE) + 10):
            await hasty.send("play", ply=1, move="1-1")
        refused = await hasty.until("refused", code="too_fast")
        assert (refused["do"], refused["ply"]) == ("play", 1)
        assert refused["seconds"] > 0 and str(refused["seconds"]) in refused["message"], "it says when"
        assert (await patient.plays(1, "r"))["ply"] == 1


async def test_a_socket_that_never_stops_is_closed_for_good(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "FRAMES_TOO_MANY", 5.0)
    monkeypatch.setattr(rates, "FRAMES_PER_SECOND", 0.1)
    monkeypatch.setattr(rates, "FRAMES_AT_ONCE", 5.0)
    race = await in_database(started, ana, boris)
    async with tab(race, None) as flood:
        for _ in range(int(rates.FRAMES_AT_ONCE) + 20):
            await flood.send("resign")
        while (message := await flood.socket.receive_output())["type"] != "websocket.close":
            pass
        assert message["code"] == 4429


@pytest.mark.parametrize("nonsense", ["not JSON", '{"do":"nothing"}', '{"do":"play","ply":0}'])
async def test_nonsense_counts_as_much_as_sense(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch, nonsense: str
) -> None:
    monkeypatch.setattr(rates, "FRAMES_TOO_MANY", 5.0)
    monkeypatch.setattr(rates, "FRAMES_PER_SECOND", 0.1)
    monkeypatch.setattr(rates, "FRAMES_AT_ONCE", 5.0)
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as flood:
        for _ in range(20):
            await flood.socket.send_to(text_data=nonsense)
        codes = []
        while (message := await flood.socket.receive_output())["type"] != "websocket.close":
            told = json.loads(message["text"])
            codes += [told["code"]] if told["type"] == "refused" else []
        assert message["code"] == 4429
        assert codes.count("too_fast") == 5 and len(codes) == 10


async def test_a_handshake_too_many_from_one_address_is_refused(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "SOCKETS_PER_ADDRESS", 2)
    race = await in_database(started, ana, boris)
    async with tab(race, ana), tab(race, boris):
        answers: list[dict[str, Any]] = []

        async def refuse(message: dict[str, Any]) -> None:
            answers.append(message)

        async def nothing() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def never(*_: object) -> None:
            raise AssertionError("let in")

        scope = {"type": "websocket", "client": ("", 1), "extensions": {"websocket.http.response": {}}}
        await guard.NotTooMany(never)(scope, nothing, refuse)
        assert answers[0]["status"] == 429
        assert dict(answers[0]["headers"])[b"retry-after"] == b"60"
    async with tab(race, ana) as again:
        assert again.seen[0]["type"] == "welcome", "whoever left counts no more"


def test_a_form_sent_too_often_is_answered_with_429_and_when(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.PAGE_LIMITS, "open", parse("2/hour"))
    assert [client.post("/races/", OPEN).status_code for _ in range(2)] == [302, 302]
    answer = client.post("/races/", OPEN)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert answer["Retry-After"] in answer.content.decode()
    assert Race.objects.count() == 2
    assert client.get("/").status_code == 200, "looking is free"


def test_pictures_of_links_are_drawn_only_so_often_for_one_address(
    client: Client, ana: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.PAGE_LIMITS, "picture", parse("2/minute"))
    path = f"/r/{opened(ana, at=now, ruleset='cruel').code}/preview.png"
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert int(client.get(path)["Retry-After"]) <= 60
    assert client.get(path, REMOTE_ADDR="203.0.113.9").status_code == 200


def test_long_logs_are_played_again_only_so_often_for_one_address(
    client: Client, ana: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=1)
    entrant = entrant_of(practice, ana)
    plays(entrant, "r", "r", "r")
    actions.resign(practice.code, ana.pk, now)
    monkeypatch.setattr(rates, "PLIES_AGAIN", parse("7/minute"))
    room = f"/r/{practice.code}"
    paths = [
        f"{room}/replay/{entrant.pk}/",
        f"{room}/replay/{entrant.pk}/preview.png",
        f"{room}/record/{entrant.pk}/",
        f"{room}/replays/",
    ]
    for number, path in enumerate(paths):
        address = f"203.0.113.{number}"
        answers = [client.get(path, REMOTE_ADDR=address) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429], path
        assert 0 < int(answers[2]["Retry-After"]) <= 60
    monkeypatch.setattr(rates, "PLIES_AGAIN", parse("2/minute"))
    longer = [client.get(paths[0], REMOTE_ADDR="203.0.113.9").status_code for _ in range(2)]
    assert longer == [200, 429], "what is longer than the limit is shown, but not twice"


def test_a_guest_opens_only_so_many_rooms_whatever_the_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "ROOMS_PER_GUEST", parse("1/hour"))
    assert client.post("/races/", OPEN, REMOTE_ADDR="203.0.113.1").status_code == 302  # a new guest
    assert client.post("/races/", OPEN, REMOTE_ADDR="203.0.113.2").status_code == 302
    refused = client.post("/races/", OPEN, REMOTE_ADDR="203.0.113.3")
    assert refused.status_code == 429
    # The page says when to come again, and nothing of links, which have nothing to do with it.
    assert "Please try again in" in refused.text
    assert "cut short" not in refused.text and "cut short" in client.get("/nowhere/").text


def test_limits_are_shared_through_redis_and_kept_without_it(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    limit, key = parse("1/hour"), f"test of {id(caplog)}"
    if settings.REDIS_URL:
        one, other = Counts(settings.REDIS_URL), Counts(settings.REDIS_URL)
        assert one.hit(limit, key) is None
        assert other.hit(limit, key) is not None
    alone = Counts("redis://127.0.0.1:1/0")  # nobody listens there
    assert alone.hit(limit, key) is None
    wait = alone.hit(limit, key)
    assert wait is not None and 0 < wait.seconds <= 3600
    assert "by this process alone" in caplog.text
