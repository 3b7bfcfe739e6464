"""The lobby's socket: races that can be joined, as they come and go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from racing import actions, events, lobby_consumer, rates
from racing.asgi import application
from racing.identity import COOKIE, signed
from racing.models import Invitation, Player, Race
from racing.offload import in_database
from tests.racing.conftest import opened
from tests.racing.tabs import ORIGIN, SECONDS, Socket

pytestmark = pytest.mark.django_db(transaction=True)


class Lobby:
    """A tab of the front page."""

    def __init__(self, player: Player | None, language: str = "en", origin: str = ORIGIN) -> None:
        cookies = f"{COOKIE}={signed(player.pk)}" if player else ""
        given = {"host": "testserver", "origin": origin, "cookie": cookies, "accept-language": language}
        self.socket = Socket(
            application,
            "/ws/lobby/",
            headers=[(name.encode(), text.encode()) for name, text in given.items()],
        )

    async def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_from())
        return message

    async def until(self, *codes: str) -> list[dict[str, Any]]:
        """The races of the next list that holds just these."""
        async with asyncio.timeout(SECONDS):
            while True:
                message = await self.next()
                if message["type"] == "lobby" and [race["code"] for race in message["races"]] == list(codes):
                    races: list[dict[str, Any]] = message["races"]
                    return races


@asynccontextmanager
async def lobby(player: Player | None = None, **headers: str) -> AsyncIterator[Lobby]:
    tab = Lobby(player, **headers)
    connected, _ = await tab.socket.connect()
    assert connected
    try:
        yield tab
    finally:
        await tab.socket.disconnect()


@pytest.fixture(autouse=True)
def _nothing_heard_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_consumer, "SHELF", lobby_consumer._Shelf())


async def test_a_listed_race_is_there_from_its_opening_to_its_start(
    ana: Player, boris: Player, clara: Player
) -> None:
    async with lobby(clara) as front, lobby() as nobody:
        await front.until()
        await nobody.until()
        await in_database(opened, ana)  # not listed
        race = await in_database(lambda: opened(ana, listed=True, time_limit=600))
        (told,) = await front.until(race.code)
        assert told | {"created_at": 0} == {
            "code": race.code,
            "url": f"/r/{race.code}/",
            "kind": "race",
            "ruleset": "cruel",
            "ruleset_name": "Cruel",
            "host": "ana",
            "goal": "fewest_moves",
            "take_back": "counted",
            "time_limit": 600,
            "entrants": 1,
            "max": 64,
            "certified": False,
            "created_at": 0,
            "closes_at": None,
        }
        await in_database(actions.join, race.code, boris, timezone.now())
        while (await front.until(race.code))[0]["entrants"] != 2:
            pass
        await in_database(actions.leave, race.code, ana.pk, timezone.now())
        while (await front.until(race.code))[0]["host"] != "boris":
            pass
        await in_database(actions.join, race.code, ana, timezone.now())
        await in_database(actions.start, race.code, boris.pk, timezone.now())
        await front.until()
        await nobody.until()


async def test_a_cancelled_race_goes_and_a_challenge_stays_while_it_can_be_joined(ana: Player) -> None:
    async with lobby() as front:
        await front.until()
        day = timedelta(days=1)
        challenge = await in_database(
            lambda: actions.open_race(ana, ruleset="clock", now=timezone.now(), listed=True, term=day)
        )
        (told,) = await front.until(challenge.code)
        assert told["kind"] == "challenge" and told["closes_at"] - told["created_at"] == 24 * 3600 * 1000
        race = await in_database(lambda: opened(ana, listed=True))
        await front.until(race.code, challenge.code)
        await in_database(actions.leave, race.code, ana.pk, timezone.now())
        await front.until(challenge.code)
        await in_database(actions.settle, challenge.pk, timezone.now() + 2 * day)
        await front.until()


async def test_what_the_layer_lost_comes_with_the_heartbeat(
    ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_consumer, "FRESH_SECONDS", 0.0)
    async with lobby() as front:
        await front.until()
        monkeypatch.setattr(events, "lobby_changed", lambda read: None)
        race = await in_database(lambda: opened(ana, listed=True))
        await front.socket.send_to(text_data='{"do":"ping"}')
        await front.until(race.code)
        assert (await front.next())["type"] == "pong"
        # What is known already is not told again.
        await front.socket.send_to(text_data='{"do":"ping"}')
        assert (await front.next())["type"] == "pong"


async def test_many_heartbeats_read_the_list_once(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_consumer, "FRESH_SECONDS", 600.0)
    readings: list[object] = []
    read = lobby_consumer.listed_races
    monkeypatch.setattr(lobby_consumer, "listed_races", lambda: readings.append(1) or read())
    async with lobby() as one, lobby() as two:
        for front in one, two:
            await front.until()
        readings.clear()
        for front in (one, two) * 3:
            await front.socket.send_to(text_data='{"do":"ping"}')
            assert (await front.next())["type"] == "pong"
        assert len(readings) == 1


async def test_an_invitation_comes_at_once_and_goes_when_it_is_taken(ana: Player, boris: Player) -> None:
    async with lobby(boris) as front, lobby(ana) as other:
        await front.until()
        await other.until()
        race = await in_database(opened, ana)

        def invite() -> None:
            Invitation.objects.create(race=race, player=boris, by=ana, created_at=timezone.now())
            events.invited(boris.pk)

        await in_database(invite)
        (invitation,) = (await front.next())["invitations"]
        assert invitation == {
            "code": race.code,
            "url": f"/r/{race.code}/",
            "by": "ana",
            "ruleset_name": "Cruel",
            "kind": "race",
        }
        assert await other.socket.receive_nothing(timeout=0.3)
        await in_database(actions.join, race.code, boris, timezone.now())
        await front.socket.send_to(text_data='{"do":"ping"}')
        assert (await front.next())["invitations"] == []


async def test_the_list_is_told_in_the_reader_s_language(ana: Player) -> None:
    await in_database(lambda: opened(ana, listed=True))
    async with lobby(language="de") as front:
        assert (await front.next())["races"][0]["ruleset_name"] == "Die Grausame"


async def test_only_our_own_pages_may_open_it_and_only_heartbeats_are_taken(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine frames are taken so slowly that the plain bucket never runs dry.
    monkeypatch.setattr(rates, "FRAMES_PER_SECOND", 0.5)
    tab = Lobby(None, origin="http://elsewhere.example")
    connected, _ = await tab.socket.connect()
    assert not connected
    settings.RATE_LIMITS = True
    async with lobby() as front:
        await front.until()
        for text, code in (
            ("nonsense", "bad_frame"),
            ('{"do":"join"}', "unknown_do"),
            ('{"do":"ping","version":1}', "bad_message"),
        ):
            await front.socket.send_to(text_data=text)
            assert (await front.next())["code"] == code
        await front.socket.send_to(bytes_data=b"{}")
        assert (await front.next())["code"] == "bad_frame"
        for _ in range(120):
            await front.socket.send_to(text_data='{"do":"ping"}')
        told = [await front.next() for _ in range(120)]
        assert {message.get("code") for message in told} == {None, "too_fast"}


def test_full_and_secret_races_are_told_for_what_they_are(ana: Player) -> None:
    race = opened(ana, listed=True, max_racers=2)
    assert Race.objects.listed_open(timezone.now()).get() == race
    Race.objects.filter(pk=race.pk).update(listed=False)
    assert not Race.objects.listed_open(timezone.now()).exists()
