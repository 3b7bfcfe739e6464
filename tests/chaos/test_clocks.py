"""A machine's clock is moved. The database's decides, so no result changes."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack

import psycopg

from tests.chaos.conftest import assert_nothing_lost
from tests.chaos.tab import Tab
from tests.load.games import won_game
from tests.load.onsite import prepare
from tests.servers import Site

DEAL, MOVES = won_game("cruel")
MOVED = "the clock was moved"
"""What `moved_clock` writes, which is not imported here, because it moves the clock of its process."""


async def test_a_worker_whose_clock_is_moved_by_an_hour_either_way_takes_nobody_s_time(
    site: Site, database: psycopg.Connection
) -> None:
    command = site.commands[1]
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    # Half an hour for everybody: by the wrong clock it is over, or has not begun.
    database.execute("UPDATE racing_race SET time_limit = 1800 WHERE id = %s", [race["race"]])
    site.commands[1] = [*command[:-1], "tests.chaos.moved_clock:application"]
    try:
        await asyncio.to_thread(site.restart, 1)
        async with AsyncExitStack() as stack:
            tabs = [
                await stack.enter_async_context(Tab([url], race, entrant))
                for url, entrant in zip(site.urls, race["entrants"], strict=True)
            ]
            await both_play(tabs, 1, 10)
            await move_clock(site, 1, signal.SIGUSR1)
            await both_play(tabs, 11, 20)
            await move_clock(site, 1, signal.SIGUSR2, signal.SIGUSR2)
            await both_play(tabs, 21, len(MOVES))
            for tab in tabs:
                await tab.until(lambda tab: tab.news["status"] == "finished")
            lines = tabs[0].news["entrants"]
            assert all(0 < line["time_ms"] < 1_800_000 for line in lines)
            assert [line["outcome"] for line in lines] == ["won", "won"]
            assert [tab.closes for tab in tabs] == [[], []]
        assert_nothing_lost(site, *tabs)
    finally:
        site.commands[1] = command
        await asyncio.to_thread(site.restart, 1)


async def both_play(tabs: list[Tab], first: int, last: int) -> None:
    """Play these plies at the same time; both are told nearly the same time for the last of them."""
    await asyncio.gather(*(tab.plays(MOVES[first - 1 : last]) for tab in tabs))
    right, wrong = [tab.answers[last][-1]["at"] for tab in tabs]
    assert abs(right - wrong) < 60_000


async def move_clock(site: Site, worker: int, *signals: signal.Signals) -> None:
    """Move the worker's clock, an hour for each signal, and wait until that is done."""
    for one in signals:
        before = site.log(worker).count(MOVED)
        site.processes[worker].send_signal(one)
        for _ in range(1200):
            if site.log(worker).count(MOVED) > before:
                break
            await asyncio.sleep(0.05)
        else:
            raise TimeoutError("the clock was not moved")
