"""Several Redis servers share the races among them; one that is gone takes only its own share along."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from racing.layer import HintLayer
from tests.chaos.conftest import OwnRedis

GROUPS = [f"race.{number}" for number in range(20)]


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[OwnRedis]]:
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made.append(OwnRedis(tmp_path / name))
        made[-1].start()
    yield made
    for server in made:
        server.stop()


def groups_on(server: OwnRedis) -> set[str]:
    with redis.Redis.from_url(server.url) as client:
        return {name.decode().rpartition("__")[2] for name in client.pubsub_channels("*__group__*")}


async def heard(layer: HintLayer, channel: str, count: int) -> set[int]:
    async with asyncio.timeout(60):
        return {(await layer.receive(channel))["number"] for _ in range(count)}


async def test_races_are_shared_by_hosts_and_each_host_fails_alone(servers: list[OwnRedis]) -> None:
    layer = HintLayer(hosts=[server.url for server in servers])
    try:
        channel = await layer.new_channel()
        for group in GROUPS:
            await layer.group_add(group, channel)
        shares = [groups_on(server) for server in servers]
        assert shares[0] | shares[1] == set(GROUPS) and not shares[0] & shares[1]
        assert min(map(len, shares)) >= 3
        for number, group in enumerate(GROUPS):
            await layer.group_send(group, {"type": "x", "number": number})
        assert await heard(layer, channel, 20) == set(range(20))
        await layer.send_to_groups(
            {group: {"type": "x", "number": number} for number, group in enumerate(GROUPS)}
        )
        assert await heard(layer, channel, 20) == set(range(20))

        await asyncio.to_thread(servers[1].stop)
        left = {number for number, group in enumerate(GROUPS) if group in shares[0]}
        for number in left:
            await layer.group_send(GROUPS[number], {"type": "x", "number": number})
        assert await heard(layer, channel, len(left)) == left
    finally:
        await layer.flush()
