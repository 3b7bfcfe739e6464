"""Redis does not answer when people come: they are let in and play, without a wait for each thing asked of it."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import pytest
from channels.layers import get_channel_layer

from racing import sockets
from racing.models import Player
from racing.offload import in_database
from tests.checkout import ROOT
from tests.racing.conftest import started
from tests.racing.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)

WAIT = 0.6
SHIPPED = sockets.GROUP_SECONDS


@pytest.fixture(autouse=True)
def _hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(layer: Any, group: str, channel: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(type(get_channel_layer()), "group_add", hang, raising=False)
    monkeypatch.setattr(sockets, "GROUP_SECONDS", WAIT)


async def test_a_racer_is_in_after_the_wait_for_one_group_and_plays_without_another(
    ana: Player, boris: Player
) -> None:
    race = await in_database(started, ana, boris)
    # A busy machine may take longer, now and then; whoever waits for everything takes longer every time.
    for ply in range(1, 21):
        begun = time.monotonic()
        # Three groups: the race's, the entrant's and the person's.
        async with tab(race, ana) as ours:
            entered = time.monotonic()
            assert entered - begun >= WAIT
            await ours.send("ping", version=0, ply=0)
            assert (await ours.plays(ply, "r"))["type"] == "pong"
            await ours.until("ply", ply=ply)
            played = time.monotonic()
        if entered - begun < 2 * WAIT and played - entered < WAIT:
            return
    raise AssertionError(f"entered in {entered - begun} s, played in {played - entered} s")


def test_a_browser_waits_longer_than_that() -> None:
    module = (ROOT / "racing" / "static" / "racing" / "socket.js").read_text()
    (silence,) = re.findall(r"^const SILENCE_MS = (\d+);", module, re.M)
    assert int(silence) / 1000 > 2 * SHIPPED
