"""Clients that vanish in the middle of something: nothing of them stays."""

from __future__ import annotations

from typing import Any

import pytest
from channels.layers import get_channel_layer

from racing import events
from racing.layer import HintLayer
from racing.messages import Reaction
from racing.models import Player
from racing.offload import in_database
from tests.racing.conftest import entrant_of, started
from tests.racing.tabs import Tab


@pytest.mark.django_db(transaction=True)
async def test_a_client_that_vanishes_as_it_is_told_something_leaves_no_queue_in_the_layer(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = get_channel_layer()
    if not isinstance(layer, HintLayer):
        pytest.skip("the layer in memory has queues only while something waits in them")
    race = await in_database(started, ana, boris)
    entrant = await in_database(entrant_of, race, ana)
    before = set(layer.channels)
    ours = Tab(race, ana)
    await ours.socket.connect()
    await ours.until("race")
    (channel,) = {name for name in layer.channels if "specific" in name} - before

    async def vanished(self: Any, message: dict[str, Any]) -> None:
        raise OSError("the client is gone")

    monkeypatch.setattr("channels.consumer.AsyncConsumer.send", vanished)
    events.reacted(race.pk, Reaction(entrant=entrant.pk, reaction="wave"))
    await ours.socket.wait()
    assert channel not in layer.channels
