"""Workers die, restart and hang."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import psycopg

from tests.chaos.conftest import assert_nothing_lost, slowest
from tests.chaos.proxy import fault_proxy
from tests.chaos.tab import Tab
from tests.load.games import endless, won_game
from tests.load.onsite import prepare
from tests.servers import Site

DEAL, MOVES = won_game("cruel")
RESUME_SECONDS = 5
# By so much may 99 of 100 plays be later while somebody else hangs.
LATER_SECONDS = 0.25
# So long a query hangs.
HELD_SECONDS = 3


async def test_fifty_racers_resume_on_another_worker_when_theirs_is_killed(
    site: Site, within: Callable[[float], float]
) -> None:
    races = prepare(site, races=10, racers=5, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        # All on worker 0; the other address is for later.
        tabs = [
            await stack.enter_async_context(Tab(site.urls, race, entrant))
            for race in races
            for entrant in race["entrants"]
        ]
        killed = asyncio.Event()

        async def plays_and_has_something_left(tab: Tab) -> None:
            await tab.plays(MOVES[:15], pause=0.1)
            await killed.wait()
            await tab.play(MOVES[15])

        playing = [asyncio.create_task(plays_and_has_something_left(tab)) for tab in tabs]
        await asyncio.gather(*(tab.until(lambda tab: tab.ply >= 2) for tab in tabs))
        await asyncio.to_thread(site.kill, 0, signal.SIGKILL)
        try:
            before = {tab: tab.ply for tab in tabs}
            killed.set()
            await asyncio.gather(
                *(tab.until(lambda tab: tab.ply > before[tab], within=within(RESUME_SECONDS)) for tab in tabs)
            )
            await asyncio.gather(*playing)
        finally:
            await asyncio.to_thread(site.start, 0)
        assert min(tab.handshakes for tab in tabs) >= 2
        assert [tab.ply for tab in tabs] == [16] * 50
    assert_nothing_lost(site, *tabs)


async def test_a_rolling_restart_at_the_finish_finishes_the_race_once(
    site: Site, database: psycopg.Connection
) -> None:
    (race,) = prepare(site, racers=3, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab(site.urls, race, entrant)) for entrant in race["entrants"]
        ]
        watcher = await stack.enter_async_context(Tab(site.urls[::-1], race))
        await asyncio.gather(*(tab.plays(MOVES[:60]) for tab in tabs))
        finishing = [asyncio.create_task(tab.plays(MOVES[60:], pause=0.05)) for tab in tabs]
        for worker in range(2):
            await asyncio.to_thread(site.restart, worker)
        await asyncio.gather(*finishing)
        await watcher.until(lambda tab: tab.news["status"] == "finished")
        for tab in tabs:
            await tab.until(lambda tab: tab.news["status"] == "finished")
    assert_nothing_lost(site, *tabs)
    places = [line["place"] for line in watcher.news["entrants"]]
    assert sorted(places) == [1, 2, 3] or len(set(places)) < 3, "places are 1 to 3, equal ones only for ties"
    assert all(line["outcome"] == "won" for line in watcher.news["entrants"])
    logs = "".join(site.log(worker) for worker in range(2))
    assert len(re.findall(rf"race {race['race']} finished", logs)) == 1
    # What a finish counts, it counts once for each.
    tallies = database.execute(
        "SELECT races FROM racing_tally tally JOIN racing_entrant entrant USING (player_id)"
        " WHERE entrant.race_id = %s AND since = '1970-01-01'",
        [race["race"]],
    )
    assert tallies.fetchall() == [(1,)] * 3
    ratings = database.execute(
        "SELECT rating.races FROM racing_rating rating JOIN racing_entrant entrant USING (player_id)"
        " WHERE entrant.race_id = %s",
        [race["race"]],
    )
    assert ratings.fetchall() == [(1,)] * 3


async def test_a_query_that_hangs_in_one_handler_holds_up_nobody_else(
    site: Site, database: psycopg.Connection, is_long: bool
) -> None:
    stuck, *others = prepare(site, races=6, racers=2, deal=DEAL, start=True)
    opened = prepare(site, racers=2)[0]
    async with AsyncExitStack() as stack:
        waiting = await stack.enter_async_context(Tab(site.urls, opened, opened["entrants"][0]))
        slow = await stack.enter_async_context(Tab(site.urls, stuck, stuck["entrants"][0]))
        tabs = [
            await stack.enter_async_context(Tab(site.urls, race, entrant))
            for race in others
            for entrant in race["entrants"]
        ]
        await asyncio.gather(*(tab.plays(MOVES[:10]) for tab in tabs))
        usual = slowest(*tabs)
        with database.transaction():
            # Whoever wants these rows waits until we let go, which is after all others have played for seconds.
            database.execute("SELECT 1 FROM racing_race WHERE id = %s FOR UPDATE", [opened["race"]])
            database.execute(
                "SELECT 1 FROM racing_entrant WHERE id = %s FOR UPDATE", [stuck["entrants"][0]["id"]]
            )
            waiting.ask("ready", ready=True)
            held = asyncio.create_task(slow.play(MOVES[0]))
            begun = time.monotonic()
            await asyncio.gather(*(tab.plays(MOVES[10:20], pause=HELD_SECONDS / 9) for tab in tabs))
            assert time.monotonic() - begun >= HELD_SECONDS
            # Those who wait for a lock that we hold would not have played at all. How much later somebody is tells
            # something only of a machine that does nothing else.
            assert not is_long or slowest(*tabs, since=10) < usual + LATER_SECONDS
            assert not held.done(), "nothing was held up, so nothing was shown"
            assert not waiting.news["entrants"][0]["ready"]
        await held
        await waiting.until(lambda tab: tab.news["entrants"][0]["ready"])
    assert_nothing_lost(site, slow, *tabs)


async def test_two_tabs_on_a_line_that_stutters_and_breaks_write_one_log(site: Site) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    port = int(site.urls[0].rsplit(":", 1)[1])
    with fault_proxy("127.0.0.1", port) as line:
        through = [f"http://127.0.0.1:{line.port}"]
        line.faults.bytewise = True
        async with (
            Tab(through, race, race["entrants"][0]) as one,
            Tab(site.urls[1:], race, race["entrants"][0]) as two,
        ):
            for start in range(0, 30, 3):
                # Both play the same plies; whichever comes second gets the same answer.
                both = [
                    asyncio.create_task(tab.play(endless(MOVES, ply), ply))
                    for ply in range(start + 1, start + 4)
                    for tab in (one, two)
                ]
                await asyncio.sleep(0.01)
                # In the middle of a frame, often: a frame takes some sixty pieces.
                await asyncio.to_thread(line.cut)
                await asyncio.gather(*both)
            assert one.handshakes > 5
            assert one.acked == two.acked == {ply: endless(MOVES, ply) for ply in range(1, 31)}
        assert_nothing_lost(site, one, two)
