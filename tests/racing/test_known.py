"""Sockets end when the browser has become somebody else: by the layer at once, by their own look when that is lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from racing import known
from racing.models import Player
from racing.offload import in_database
from tests.racing.conftest import entrant_of, started
from tests.racing.tabs import SECONDS, Tab, tab
from tests.racing.test_accounts import PASSWORD, browser_of, cookies_of, signs_in, signs_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(params=["memory", "redis"])
def layer(request: pytest.FixtureRequest, settings: Settings) -> None:
    if request.param == "memory":
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    elif not settings.REDIS_URL:
        pytest.skip("without REDIS_URL there is no Redis to try it on")


def header_of(browser: Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies_of(browser).items() if value)


async def end_of(line: Tab) -> int:
    """The code that the socket is closed with."""
    async with asyncio.timeout(SECONDS):
        while True:
            message: dict[str, Any] = await line.socket.receive_output()
            if message["type"] == "websocket.close":
                code: int = message["code"]
                return code


async def test_signing_out_closes_the_sockets_of_this_browser_and_no_others(
    layer: None, boris: Player
) -> None:
    laptop, phone = browser_of(), browser_of()
    ana = await in_database(signs_up, laptop, "ana")
    assert await in_database(signs_in, phone, "ana")
    race = await in_database(started, ana, boris)
    entrant = await in_database(entrant_of, race, ana)
    async with (
        tab(race, None, cookie=header_of(laptop)) as here,
        tab(race, None, cookie=header_of(phone)) as there,
        tab(race, boris) as his,
    ):
        assert here.seen[0]["you"] == there.seen[0]["you"] == entrant.pk
        await in_database(laptop.post, "/accounts/logout/")
        assert await end_of(here) == known.SOMEBODY_ELSE
        for line in (there, his):
            await line.send("ping", version=0, ply=0)
            await line.until("pong")
    # Whoever was signed out is a spectator with the same cookies.
    async with tab(race, None, cookie=header_of(laptop)) as here:
        assert here.seen[0]["you"] is None and here.seen[1]["type"] == "race"


async def test_another_password_closes_the_sockets_of_the_other_browsers(layer: None, boris: Player) -> None:
    laptop, phone = browser_of(), browser_of()
    ana = await in_database(signs_up, laptop, "ana")
    await in_database(signs_in, phone, "ana")
    race = await in_database(started, ana, boris)
    async with tab(race, None, cookie=header_of(phone)) as there:
        given = {"oldpassword": PASSWORD, "password1": "another horse", "password2": "another horse"}
        assert (await in_database(laptop.post, "/accounts/password/change/", given)).status_code == 302
        assert await end_of(there) == known.SOMEBODY_ELSE


@pytest.mark.parametrize("how", ["signs up", "signs in", "is forgotten"])
async def test_a_guest_who_becomes_somebody_else_loses_the_sockets_of_before(
    layer: None, how: str, ana: Player, boris: Player
) -> None:
    await in_database(signs_up, browser_of(), "Anna")
    race = await in_database(started, ana, boris)
    browser = browser_of(ana)
    async with tab(race, None, cookie=header_of(browser)) as here:
        if how == "signs up":
            await in_database(signs_up, browser, "Ana Banana")
        elif how == "signs in":
            assert await in_database(signs_in, browser, "Anna")
        else:
            await in_database(browser.post, "/me/delete/")
        assert await end_of(here) == known.SOMEBODY_ELSE
    async with tab(race, None, cookie=header_of(browser)) as here:
        assert (here.seen[0]["you"] is None) == (how == "is forgotten")


async def test_what_the_layer_lost_is_found_out_with_a_heartbeat(
    monkeypatch: pytest.MonkeyPatch, boris: Player, layer: None
) -> None:
    browser = browser_of()
    ana = await in_database(signs_up, browser, "ana")
    race = await in_database(started, ana, boris)
    monkeypatch.setattr("racing.events.identity_changed", lambda player_id: None)
    async with tab(race, None, cookie=header_of(browser)) as here:
        await in_database(browser.post, "/accounts/logout/")
        # Not yet: it has just looked.
        await here.send("ping", version=0, ply=0)
        await here.until("pong")
        monkeypatch.setattr(known, "LOOK_SECONDS", 0.0)
        await here.send("ping", version=0, ply=0)
        assert await end_of(here) == known.SOMEBODY_ELSE


async def test_a_rotated_key_closes_nothing(
    boris: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = browser_of()
    ana = await in_database(signs_up, browser, "ana")
    race = await in_database(started, ana, boris)
    entrant = await in_database(entrant_of, race, ana)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    monkeypatch.setattr(known, "LOOK_SECONDS", 0.0)
    async with tab(race, None, cookie=header_of(browser)) as here:
        assert here.seen[0]["you"] == entrant.pk
        await here.send("ping", version=0, ply=0)
        await here.until("pong")
        # Nor does a page, which has it vouched for by the new key.
        assert (await in_database(browser.get, "/")).status_code == 200
        settings.SECRET_KEY_FALLBACKS = []
        await here.send("ping", version=0, ply=0)
        await here.until("pong")
    async with tab(race, None, cookie=header_of(browser)) as here:
        assert here.seen[0]["you"] == entrant.pk
