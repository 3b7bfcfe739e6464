"""PostgreSQL loses a reply, its connections, or has none left: no false acknowledgement, no lost one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import psycopg

from tests.chaos.conftest import assert_nothing_lost
from tests.chaos.proxy import FaultProxy
from tests.chaos.tab import Tab
from tests.load.games import endless, won_game
from tests.load.onsite import prepare
from tests.servers import Site

DEAL, MOVES = won_game("cruel")


async def test_a_ply_whose_commit_was_not_answered_is_there_once_and_answered_the_same(
    site: Site, database: psycopg.Connection, database_line: FaultProxy
) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    entrant = race["entrants"][0]
    async with Tab(site.urls[:1], race, entrant) as tab:
        await tab.plays(MOVES[:2])
        # One statement, which is its own transaction: its reply says that it is committed. It is prepared, so that only
        # what is written goes over the line, as arrays.
        database_line.faults.swallow_reply_to = b'{"%s"}' % MOVES[2].encode()
        await tab.play(MOVES[2])
        assert database_line.faults.swallowed.is_set(), "no reply was lost, so nothing was shown"
        await tab.play(MOVES[2], ply=3)
        first, again = tab.answers[3][0], tab.answers[3][-1]
        assert first == again
        rows = database.execute("SELECT number, move FROM racing_ply WHERE entrant_id = %s", [entrant["id"]])
        assert sorted(rows.fetchall()) == [(1, MOVES[0]), (2, MOVES[1]), (3, MOVES[2])]
        await tab.plays(MOVES[3:6])
    database_line.faults.swallowed.clear()
    assert_nothing_lost(site, tab)


async def test_no_ply_is_lost_when_all_connections_are_killed_again_and_again(
    site: Site, database: psycopg.Connection
) -> None:
    races = prepare(site, races=3, racers=2, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab([site.urls[seat]], race, entrant))
            for race in races
            for seat, entrant in enumerate(race["entrants"])
        ]
        playing = [asyncio.create_task(tab.plays(MOVES[:40], pause=0.05)) for tab in tabs]
        for _ in range(5):
            await asyncio.sleep(0.4)
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        await asyncio.gather(*playing)
        assert [tab.closes for tab in tabs] == [[]] * len(tabs), "a socket needs no database to stay open"
    assert_nothing_lost(site, *tabs)


async def test_plies_wait_and_connections_go_back_when_all_of_them_were_taken(
    site: Site, database: psycopg.Connection
) -> None:
    baseline = connections(database)
    stuck = prepare(site, races=24, racers=2)
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with AsyncExitStack() as stack:
        tabs = [
            await stack.enter_async_context(Tab([url], race, entrant))
            for url, entrant in zip(site.urls, race["entrants"], strict=True)
        ]
        waiting = [
            await stack.enter_async_context(Tab([site.urls[number % 2]], one, one["entrants"][0]))
            for number, one in enumerate(stuck)
        ]
        await asyncio.gather(*(tab.plays(MOVES[:2]) for tab in tabs))
        # Twice: a connection that did not go back would be missing among those that are taken again.
        for first, ready in ((2, True), (12, False)):
            with database.transaction():
                ids = [one["race"] for one in stuck]
                database.execute("SELECT 1 FROM racing_race WHERE id = ANY(%s) FOR UPDATE", [ids])
                for tab in waiting:
                    tab.ask("ready", ready=ready)
                assert await _are_held(database, 16), (
                    "some thread of the workers is free, or has no connection"
                )
                playing = [asyncio.create_task(tab.plays(MOVES[first : first + 10])) for tab in tabs]
                await asyncio.sleep(0.5)
            await asyncio.gather(*playing)
            for tab in waiting:
                await tab.until(lambda tab, ready=ready: tab.news["entrants"][0]["ready"] is ready)
    assert_nothing_lost(site, *tabs)
    assert await _settles(database), "a connection stays in a transaction"
    # Each worker's pool, and the one connection of its log; and the tests' own helper.
    assert connections(database) <= max(baseline, 2 * (2 * 8 + 1) + 1)


def connections(database: psycopg.Connection) -> int:
    """How many connections the workers have."""
    row = database.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    ).fetchone()
    assert row
    return int(row[0])


async def _are_held(database: psycopg.Connection, count: int) -> bool:
    """Whether so many connections come to wait for a lock."""
    for _ in range(600):
        database.execute(
            "SELECT pg_stat_clear_snapshot()"
        )  # what was seen stays the same within a transaction
        held = database.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            " AND datname = current_database()"
        ).fetchone()
        if held and held[0] >= count:
            return True
        await asyncio.sleep(0.1)
    return False


async def _settles(database: psycopg.Connection) -> bool:
    """Whether no connection of the workers works or waits any more."""
    for _ in range(600):
        busy = database.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND state IS DISTINCT FROM 'idle' AND backend_type = 'client backend'"
        ).fetchone()
        if busy == (0,):
            return True
        await asyncio.sleep(0.1)
    return False


async def test_a_slow_database_makes_plies_late_and_nothing_else(
    site: Site, database_line: FaultProxy
) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        database_line.faults.delay = 0.05
        try:
            await tab.plays(endless(MOVES, ply) for ply in range(1, 6))
        finally:
            database_line.faults.delay = 0.0
        assert not tab.closes and not tab.refusals
    assert_nothing_lost(site, tab)
