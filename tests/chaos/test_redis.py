"""Redis goes away, comes back, and hangs. It carries hints only, so nobody may notice more than a delay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

from tests.chaos.conftest import OwnRedis, assert_nothing_lost
from tests.chaos.tab import PATIENCE, Tab
from tests.load.games import endless, won_game
from tests.load.onsite import prepare
from tests.servers import Site

DEAL, MOVES = won_game("cruel")
NEWEST_SECONDS = 5


def plies_of(tab: Tab) -> list[int]:
    """How far each entrant is, as far as the tab was told."""
    return [line["plies"] for line in tab.news["entrants"]]


async def play_until_known(players: list[Tab], everybody: list[Tab], plies: int) -> None:
    """Play on until everybody is told of so many plies of each, by itself: the tabs here send no heartbeat.

    What is published while somebody is not subscribed is lost; the next news tells it as well.
    """
    while min(min(plies_of(tab)) for tab in everybody) < plies:
        await asyncio.gather(*(tab.play(endless(MOVES, tab.ply + 1)) for tab in players))
        await asyncio.sleep(0.2)


async def test_no_socket_closes_and_no_watcher_stays_behind_when_redis_restarts(
    site: Site, own_redis: OwnRedis, within: Callable[[float], float]
) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab([url], race, entrant))
            for url, entrant in zip(site.urls, race["entrants"], strict=True)
        ]
        watchers = [await stack.enter_async_context(Tab([url], race)) for url in site.urls]
        await asyncio.gather(*(tab.plays(endless(MOVES, ply) for ply in range(1, 4)) for tab in tabs))
        await asyncio.to_thread(own_redis.stop)
        await asyncio.gather(
            *(tab.plays((endless(MOVES, ply) for ply in range(4, 21)), pause=0.1) for tab in tabs)
        )
        await asyncio.to_thread(own_redis.start)
        # First what was played while Redis was gone.
        async with asyncio.timeout(within(NEWEST_SECONDS)):
            await play_until_known(tabs, [*watchers, *tabs], 20)

        await asyncio.to_thread(own_redis.kill_clients)
        played = max(tab.ply for tab in tabs)
        async with asyncio.timeout(within(NEWEST_SECONDS)):
            await play_until_known(tabs, [*watchers, *tabs], played + 5)
        assert [tab.closes for tab in [*tabs, *watchers]] == [[], [], [], []]
    assert_nothing_lost(site, *tabs)


async def test_moves_are_acknowledged_while_redis_hangs(
    site: Site, own_redis: OwnRedis, is_long: bool
) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab([url], race, entrant))
            for url, entrant in zip(site.urls, race["entrants"], strict=True)
        ]
        await asyncio.gather(*(tab.plays(endless(MOVES, ply) for ply in range(1, 4)) for tab in tabs))
        own_redis.freeze()
        try:
            # Also somebody who comes now gets in, and finds everything.
            late = await stack.enter_async_context(Tab(site.urls, race))
            await asyncio.gather(*(tab.plays(endless(MOVES, ply) for ply in range(4, 21)) for tab in tabs))
            await asyncio.sleep(30 if is_long else 3)
            await asyncio.gather(*(tab.plays(endless(MOVES, ply) for ply in range(21, 26)) for tab in tabs))
        finally:
            own_redis.thaw()
        await asyncio.gather(
            *(tab.plays((endless(MOVES, ply) for ply in (26, 27)), pause=0.5) for tab in tabs)
        )
        for one in [*tabs, late]:
            one.ask("ping", version=0, ply=0)  # the heartbeat joins what could not be joined
            one.ask("resync")
            await one.until(lambda tab: plies_of(tab) == [27, 27])
        async with asyncio.timeout(PATIENCE):
            await play_until_known(tabs, [late], 28)
        assert [tab.closes for tab in [*tabs, late]] == [[], [], []]
    assert_nothing_lost(site, *tabs)


async def test_a_minute_of_silence_makes_nobody_deaf(site: Site, is_long: bool) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab([url], race, entrant))
            for url, entrant in zip(site.urls, race["entrants"], strict=True)
        ]
        # Past the socket's time-out of the layer's connections, which is 5 s.
        await asyncio.sleep(65 if is_long else 7)
        async with asyncio.timeout(PATIENCE):
            await play_until_known(tabs, tabs, 1)
        assert [tab.closes for tab in tabs] == [[], []]
    assert_nothing_lost(site, *tabs)
