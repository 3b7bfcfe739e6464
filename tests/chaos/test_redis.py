"""Redis goes away, comes back, and hangs. It carries hints only, so nobody may notice more than a delay."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from tests.chaos.conftest import OwnRedis, assert_nothing_lost, patience
from tests.chaos.tab import Tab
from tests.load.games import won_game
from tests.load.onsite import prepare
from tests.servers import Site

DEAL, MOVES = won_game("cruel")
NEWEST_SECONDS = 5


def plies_of(tab: Tab) -> list[int]:
    """How far each entrant is, as far as the tab was told."""
    return [line["plies"] for line in tab.news["entrants"]]


async def test_no_socket_closes_and_no_watcher_stays_behind_when_redis_restarts(
    site: Site, own_redis: OwnRedis
) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab([url], race, entrant))
            for url, entrant in zip(site.urls, race["entrants"], strict=True)
        ]
        watchers = [await stack.enter_async_context(Tab([url], race)) for url in site.urls]
        playing = [asyncio.create_task(tab.plays(MOVES[:30], pause=0.1)) for tab in tabs]
        await tabs[0].until(lambda tab: tab.ply >= 3)
        await asyncio.to_thread(own_redis.stop)
        await asyncio.sleep(2)
        before = [tab.ply for tab in tabs]
        await asyncio.to_thread(own_redis.start)
        assert min(before) > 3, "nobody played while Redis was gone"
        # By themselves, before any heartbeat: the tabs here send none. First what was played while Redis was gone.
        async with asyncio.timeout(patience(NEWEST_SECONDS)):
            for watcher in [*watchers, *tabs]:
                await watcher.until(lambda tab: min(plies_of(tab)) >= min(before))
        await asyncio.gather(*playing)
        for watcher in [*watchers, *tabs]:
            await watcher.until(lambda tab: plies_of(tab) == [30, 30], within=patience(NEWEST_SECONDS))

        await asyncio.to_thread(own_redis.kill_clients)
        await asyncio.gather(*(tab.plays(MOVES[30:35], pause=0.1) for tab in tabs))
        for watcher in [*watchers, *tabs]:
            await watcher.until(lambda tab: plies_of(tab) == [35, 35], within=patience(NEWEST_SECONDS))
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
        await asyncio.gather(*(tab.plays(MOVES[:3]) for tab in tabs))
        own_redis.freeze()
        try:
            # Also somebody who comes now gets in, and finds everything.
            late = await stack.enter_async_context(Tab(site.urls, race))
            await asyncio.gather(*(tab.plays(MOVES[3:20]) for tab in tabs))
            await asyncio.sleep(30 if is_long else 3)
            await asyncio.gather(*(tab.plays(MOVES[20:25]) for tab in tabs))
        finally:
            own_redis.thaw()
        await asyncio.gather(*(tab.plays(MOVES[25:27], pause=0.5) for tab in tabs))
        for one in [*tabs, late]:
            one.ask("ping", version=0, ply=0)  # the heartbeat joins what could not be joined
            one.ask("resync")
            await one.until(lambda tab: plies_of(tab) == [27, 27])
        await asyncio.gather(*(tab.play(MOVES[27]) for tab in tabs))
        await late.until(lambda tab: plies_of(tab) == [28, 28])
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
        await tabs[0].play(MOVES[0])
        await tabs[1].until(lambda tab: plies_of(tab) == [1, 0])
        assert [tab.closes for tab in tabs] == [[], []]
    assert_nothing_lost(site, *tabs)
