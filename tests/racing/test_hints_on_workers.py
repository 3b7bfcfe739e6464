"""Hints from real server processes: two uvicorn workers on PostgreSQL and Redis, each with a solver of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.racing.solvers import WARM_SECONDS
from tests.racing.visitors import Line, Visitor
from tests.servers import cluster_site

# Of cruel-when-stuck, won in some thousand positions.
DEAL = "3"


async def hint(tab: Line, ply: int) -> dict[str, Any]:
    """Ask, again while the worker's solver is being made ready, and wait for what comes of it."""
    async with asyncio.timeout(WARM_SECONDS):
        while True:
            await tab.send("hint", ply=ply)
            answer = await tab.next()
            while answer["type"] not in ("hint", "refused") or answer.get("status") == "searching":
                answer = await tab.next()
            if answer.get("code") != "solver_warming":
                return answer
            await asyncio.sleep(0.2)


async def test_every_worker_answers_a_hint_and_a_tab_that_changes_workers_goes_on(tmp_path: Path) -> None:
    with cluster_site(tmp_path, SOLVERS="1") as site:
        ana = Visitor(site, "ana")
        path = await asyncio.to_thread(
            ana.post, "/practice/", name="ana", ruleset="cruel-when-stuck", deal_number=DEAL
        )
        code = path.split("/")[2]
        ply = 0
        for worker in range(2):
            async with ana.tab(code, worker) as tab:
                for _ in range(2):
                    told = await hint(tab, ply)
                    assert (told.get("status"), told["ply"]) == ("found", ply), told
                    ply += 1
                    assert (await tab.plays(ply, told["move"]))["type"] == "ply"
                # The second one came from the log of the first: it was not searched for.
                assert {m["ply"] for m in tab.seen if m.get("status") == "searching"} == {2 * worker}
        async with ana.tab(code) as tab:
            race = await tab.until("race")
            assert [line["hints"] for line in race["entrants"]] == [4]
