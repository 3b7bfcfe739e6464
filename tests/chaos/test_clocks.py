"""A machine's clock is wrong. The database's decides, so no result is."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import psycopg

from tests.chaos.conftest import assert_nothing_lost
from tests.chaos.tab import Tab
from tests.load.games import won_game
from tests.load.onsite import prepare
from tests.servers import Site

DEAL, MOVES = won_game("cruel")


async def test_a_worker_whose_clock_is_an_hour_ahead_takes_nobody_s_time(
    site: Site, database: psycopg.Connection
) -> None:
    command = site.commands[1]
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    # Half an hour for everybody: by the wrong clock it is over.
    database.execute("UPDATE racing_race SET time_limit = 1800 WHERE id = %s", [race["race"]])
    site.commands[1] = [*command[:-1], "tests.chaos.fast_clock:application"]
    try:
        await asyncio.to_thread(site.restart, 1)
        async with AsyncExitStack() as stack:
            right, wrong = [
                await stack.enter_async_context(Tab([url], race, entrant))
                for url, entrant in zip(site.urls, race["entrants"], strict=True)
            ]
            await asyncio.gather(right.plays(MOVES[:10]), wrong.plays(MOVES[:10]))
            told = [tab.answers[10][-1]["at"] for tab in (right, wrong)]
            assert abs(told[0] - told[1]) < 60_000
            await asyncio.gather(right.plays(MOVES[10:]), wrong.plays(MOVES[10:]))
            for tab in (right, wrong):
                await tab.until(lambda tab: tab.news["status"] == "finished")
            times = [line["time_ms"] for line in right.news["entrants"]]
            assert all(0 < time < 1_800_000 for time in times)
            assert [line["outcome"] for line in right.news["entrants"]] == ["won", "won"]
        assert_nothing_lost(site, right, wrong)
    finally:
        site.commands[1] = command
        await asyncio.to_thread(site.restart, 1)
