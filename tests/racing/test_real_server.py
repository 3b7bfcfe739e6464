"""Real server processes: one daphne on SQLite, and two uvicorn workers on PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.racing.conftest import won_game
from tests.racing.visitors import SECONDS, Line, Visitor, log_of, race_of
from tests.servers import Site, cluster_site, daphne_site


@pytest.fixture(scope="module", params=["daphne", "cluster"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp(request.param)
    serve = daphne_site if request.param == "daphne" else cluster_site
    with serve(folder) as served:
        yield served


@pytest.fixture
def cluster(site: Site) -> Site:
    if len(site.urls) < 2:
        pytest.skip("one process: nothing goes from one to another")
    return site


async def close_code(line: Line) -> int | None:
    """Read on until the server closes the socket, and return with which code."""
    with suppress(ConnectionClosed):
        while True:
            await line.next()
    return line.socket.close_code


def last_worker(site: Site) -> int:
    return len(site.urls) - 1


async def test_a_whole_race_from_the_form_to_the_board(site: Site) -> None:
    number, moves = won_game("cruel")
    ana, boris, clara = (Visitor(site, name) for name in ("ana", "boris", "clara"))
    code = await race_of(ana, boris, deal_number=str(number))
    async with ana.tab(code) as one, boris.tab(code, last_worker(site)) as two, clara.tab(code) as watching:
        for ply, move in enumerate(moves, 1):
            made = await one.plays(ply, move)
            assert made["type"] == "ply"
        assert made["state"]["won"]
        refused = await two.plays(1, "1-1")
        assert refused["code"] == "same_pile"
        await two.send("resign")
        over = [await each.until("race", status="finished") for each in (one, two, watching)]
        assert [(line["name"], line["place"]) for line in over[0]["entrants"]] == [("ana", 1), ("boris", 2)]
        assert over[0]["entrants"] == over[1]["entrants"] == over[2]["entrants"]
        assert over[0]["seed"] == over[2]["seed"] is not None
    replay, board = over[0]["entrants"][0]["replay"], over[0]["board"]
    for path in (replay, board, f"/r/{code}/", "/rules/cruel/", "/", "/healthz"):
        assert (await asyncio.to_thread(clara.get, path))[0] == 200, path
    assert log_of(site, code, "ana") == list(enumerate(moves, 1))


async def test_a_rival_in_another_process_sees_progress_within_a_second(site: Site) -> None:
    ana, boris = Visitor(site, "ana"), Visitor(site, "boris")
    code = await race_of(ana, boris)
    delays = []
    async with ana.tab(code) as one, boris.tab(code, last_worker(site)) as two:
        await two.until("race")
        # A busy machine may take longer, now and then; not every time.
        for ply in range(1, 11):
            await asyncio.sleep(0.5)
            await one.plays(ply, "r")
            begun = time.monotonic()
            async with asyncio.timeout(SECONDS):
                while plies_told(await two.next_or_all_again()) < ply:
                    pass
            delays.append(time.monotonic() - begun)
            if delays[-1] < 1:
                return
    raise AssertionError(f"progress took {delays} s")


def plies_told(message: dict[str, Any]) -> int:
    """The most plies of anybody that a message tells."""
    if message["type"] == "progress":
        return max(plies for _, plies, *_ in message["entrants"])
    return max(line["plies"] for line in message["entrants"]) if message["type"] == "race" else 0


async def test_a_socket_killed_in_the_middle_of_a_burst_loses_no_acknowledged_move(site: Site) -> None:
    number, moves = won_game("cruel-when-changed")
    ana, boris = Visitor(site, "ana"), Visitor(site, "boris")
    code = await race_of(ana, boris, ruleset="cruel-when-changed", deal_number=str(number))
    acknowledged: dict[int, str] = {}
    acked = 0
    for attempt, read in enumerate((7, 1, 20, 0, 13, 10**6)):
        async with ana.tab(code, attempt % len(site.urls)) as tab:
            table = await tab.until("table")
            # An acknowledged move is never lost ...
            assert table["ply"] >= acked
            # ... and one that was not acknowledged is sent again, whether it arrived or not.
            for ply, move in list(enumerate(moves, 1))[acked:]:
                await tab.send("play", ply=ply, move=move)
            # What the broken socket had sent may still be done meanwhile, and be told here as well.
            while len(acknowledged) < len(moves) and read > 0:
                message = await tab.next()
                if message["type"] == "ply":
                    assert acknowledged.setdefault(message["ply"], message["move"]) == message["move"]
                    read -= 1
            tab.breaks()
        while acked + 1 in acknowledged:
            acked += 1
    assert acked == len(moves)
    assert log_of(site, code, "ana") == sorted(acknowledged.items()) == list(enumerate(moves, 1))


async def test_two_tabs_of_one_player_make_one_linear_log(site: Site) -> None:
    ana, boris = Visitor(site, "ana"), Visitor(site, "boris")
    code = await race_of(ana, boris)
    acks: dict[int, set[str]] = {}
    async with ana.tab(code) as first, ana.tab(code, last_worker(site)) as second:

        async def plays_along(tab: Line, own: str) -> None:
            for ply in range(1, 41):
                # One tab redeals, the other takes back: whoever comes second is told what stands there.
                answer = await tab.plays(ply, own if ply % 4 == 0 else "r")
                if answer["type"] == "ply":
                    acks.setdefault(ply, set()).add(answer["move"])
                else:
                    assert answer["code"] in ("ply_taken", "ply_ahead"), answer

        await asyncio.gather(plays_along(first, "r"), plays_along(second, "u"))
        await first.send("resync")
        table = await first.until("table")
    log = log_of(site, code, "ana")
    assert [number for number, _ in log] == list(range(1, len(log) + 1))
    assert table["ply"] == len(log)
    for ply, moves in acks.items():
        assert moves == {dict(log)[ply]}


async def test_both_tabs_are_told_every_ply_wherever_it_was_played(site: Site) -> None:
    ana, boris = Visitor(site, "ana"), Visitor(site, "boris")
    code = await race_of(ana, boris)
    async with ana.tab(code) as first, ana.tab(code, last_worker(site)) as second:
        for tab in (first, second):
            await tab.until("race")
        assert await first.plays(1, "r") == await second.until("ply", ply=1)
        assert await second.plays(2, "r") == await first.until("ply", ply=2)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
async def test_a_foreign_page_cannot_open_a_socket(site: Site, origin: str) -> None:
    ana = Visitor(site, "ana")
    code = await asyncio.to_thread(ana.opens_a_race)
    with pytest.raises(InvalidStatus) as refused:
        async with ana.tab(code, origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_hostile_frames_are_refused_and_nothing_changes(site: Site) -> None:
    ana, boris = Visitor(site, "ana"), Visitor(site, "boris")
    code = await race_of(ana, boris)
    async with ana.tab(code) as tab:
        await tab.until("race")
        frames: list[tuple[str | bytes, str]] = [
            (b'{"do":"resign"}', "bad_frame"),
            (b"\x00\xff", "bad_frame"),
            ("", "bad_frame"),
            ("\x00", "bad_frame"),
            ('{"do":"play","ply":NaN,"move":"r"}', "bad_frame"),
            ('{"do":"play","ply":1,"move":"\\ud800"}', "bad_message"),
            ('{"do":"play","ply":1,"move":"\\u0000"}', "bad_message"),
            ('{"do":"play","ply":1,"move":"hello"}', "unreadable"),
            ("[" * 8000, "bad_frame"),
        ]
        for frame, expected in frames:
            await tab.socket.send(frame)
            assert (await tab.until("refused"))["code"] == expected
        assert (await tab.plays(1, "r"))["type"] == "ply"
    for size in (9_000, 300_000):
        async with ana.tab(code) as tab:
            await tab.until("race")
            await tab.socket.send(json.dumps({"do": "x" * size}))
            # Ours up to 16 KB; beyond that uvicorn closes by itself, before the frame is in memory. What it left unread
            # may then undo the connection before its code is read.
            assert await close_code(tab) in ({4413} if size < 16_000 else {4413, 1009, 1006})
    assert log_of(site, code, "ana") == [(1, "r")]
    assert "Traceback" not in site.log()


async def test_a_room_that_is_not_there_says_so_and_closes(site: Site) -> None:
    async with Visitor(site, "ana").tab("nowhere") as tab:
        assert (await tab.next())["code"] == "no_such_race"
        assert await close_code(tab) == 4404


def test_static_files_are_served_with_their_types(site: Site) -> None:
    ana = Visitor(site, "ana")
    for path, needle in (("/static/racing/main.js", "import"), ("/static/racing/table.css", "{")):
        status, text = ana.get(path)
        assert (status, needle in text) == (200, True)
    assert ana.get("/static/racing/none.js")[0] == 404


async def test_two_practices_on_all_workers_are_saved_by_themselves(site: Site) -> None:
    ana = Visitor(site, "ana")
    path = await asyncio.to_thread(ana.post, "/practice/", ruleset="alternations", deal_number="")
    code = path.split("/")[2]
    async with ana.tab(code) as tab:
        await tab.until("table")
        for ply in range(1, 6):
            await tab.plays(ply, "d")
    async with ana.tab(code, last_worker(site)) as tab:
        assert (await tab.until("table"))["ply"] == 5


async def test_a_subscription_that_redis_drops_is_taken_up_again(cluster: Site) -> None:
    ana, boris = Visitor(cluster, "ana"), Visitor(cluster, "boris")
    code = await race_of(ana, boris)
    server: Any = redis.Redis.from_url(os.environ["REDIS_URL"])
    async with ana.tab(code) as one, boris.tab(code, 1) as two:
        await two.until("race")
        for ply in range(1, 4):
            for kind in ("normal", "pubsub"):
                server.execute_command("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")
            assert (await one.plays(ply, "r"))["type"] == "ply"
            async with asyncio.timeout(SECONDS):
                await _sees(two, ply)
    server.close()


async def _sees(tab: Line, plies: int) -> None:
    """Wait for news of so many plies, asking as the browser does: a heartbeat, and for everything when it is behind.

    What is published while the connection is down is lost, and nothing follows it here: only the version tells of it.
    """
    told = 0
    while True:
        await tab.send("ping", version=0, ply=0)
        message = await tab.next()
        while message["type"] != "pong":
            if plies_told(message) >= plies:
                return
            told = max(told, message.get("version", 0))
            message = await tab.next()
        if message["version"] > told:
            await tab.send("resync")
        await asyncio.sleep(0.1)


async def test_when_a_worker_is_killed_the_other_one_goes_on(cluster: Site) -> None:
    """The last test: one worker is gone after it."""
    ana, boris = Visitor(cluster, "ana"), Visitor(cluster, "boris")
    code = await race_of(ana, boris)
    async with ana.tab(code, 0) as tab:
        await tab.until("race")
        for ply in range(1, 40):
            await tab.send("play", ply=ply, move="r")
        await tab.until("ply", ply=10)
        await asyncio.to_thread(cluster.kill, 0)
        await close_code(tab)
    acked = max(message["ply"] for message in tab.seen if message["type"] == "ply")
    async with ana.tab(code, 1) as tab:
        table = await tab.until("table")
        assert table["ply"] >= acked
        for ply in range(acked + 1, 41):
            assert (await tab.plays(ply, "r"))["type"] == "ply"
    assert log_of(cluster, code, "ana") == [(ply, "r") for ply in range(1, 41)]
