"""Clients that behave badly: they hurt themselves, and nobody else."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from racing.serve import UNREAD_SECONDS
from tests.chaos.conftest import assert_nothing_lost, slowest
from tests.chaos.tab import PATIENCE, Tab
from tests.load import processes
from tests.load.games import endless, won_game
from tests.load.line import RefusedHandshakeError, dial, frame_of
from tests.load.onsite import prepare
from tests.racing.visitors import Visitor
from tests.servers import Site

DEAL, MOVES = won_game("cruel")
# By so much may 99 of 100 plays be later while somebody else does not read.
LATER_SECONDS = 0.25

HOSTILE = {
    "nothing": b"",
    "no JSON": b"hello",
    "half a JSON": b'{"do":"play"',
    "a number": b"7",
    "a list": b"[1,2,3]",
    "nothing to do": b"{}",
    "something unknown to do": b'{"do":"drop table"}',
    "a thousand brackets": b"[" * 1000,
    "a key twice": b'{"do":"ping","do":"resign"}',
    "not a number": b'{"do":"play","ply":NaN,"move":"r"}',
    "a ply below one": b'{"do":"play","ply":0,"move":"r"}',
    "a ply beyond all": b'{"do":"play","ply":99999999999999999999,"move":"r"}',
    "a ply as text": b'{"do":"play","ply":"1","move":"r"}',
    "a move with NUL": b'{"do":"play","ply":1,"move":"\\u0000"}',
    "a move of letters": b'{"do":"play","ply":1,"move":"' + b"r" * 200 + b'"}',
    "a field too many": b'{"do":"resync","x":1}',
    "half a letter": b'{"do":"play","ply":1,"move":"\\ud800"}',
    "a move that is code": b'{"do":"play","ply":1,"move":"__import__"}',
}


async def test_no_hostile_frame_ends_a_socket_or_goes_unanswered(site: Site) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        for number, (what, frame) in enumerate(HOSTILE.items(), 1):
            tab.line.send(frame)
            await tab.until(lambda tab, number=number: sum(tab.refusals.values()) >= number)
            assert tab.closes == [], f"{what} ended the socket"
        assert "internal" not in tab.refusals
        assert await tab.play(MOVES[0]) == 1
    assert_nothing_lost(site, tab)


@pytest.mark.parametrize(("size", "code"), [(9_000, 4413), (40_000, 1009)])
async def test_a_frame_too_large_closes_its_own_socket_only(site: Site, size: int, code: int) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        url = site.urls[0].replace("http", "ws") + f"/ws/r/{race['code']}/"
        line = await dial(url, lambda text: None, lambda code: closed.done() or closed.set_result(code))
        line.send(b" " * size)
        async with asyncio.timeout(PATIENCE):
            # What the server left unread may undo the connection before its code is read.
            assert await closed in {code, 1006}
        assert await tab.play(MOVES[0]) == 1
        assert tab.closes == []
    assert_nothing_lost(site, tab)


async def test_frames_that_break_the_protocol_leave_the_worker_alive(site: Site) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    url = site.urls[0].replace("http", "ws") + f"/ws/r/{race['code']}/"
    for broken in (
        b"\xff\xff\xff\xff",  # no such kind of frame
        b"\x81\x05hello",  # not masked
        frame_of(1, b"\xff\xfe"),  # no UTF-8
        frame_of(2, b"binary"),
        b"\x01\x80\x00\x00\x00\x00",  # a beginning without an end
    ):
        line = await dial(url, lambda text: None)
        line.transport.write(broken)
        await asyncio.sleep(0.05)
        line.cut()
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        assert await tab.play(MOVES[0]) == 1
    assert_nothing_lost(site, tab)


async def test_a_watcher_that_never_reads_is_cut_off_and_others_play_on(
    site: Site, is_long: bool, within: Callable[[float], float]
) -> None:
    (race,) = prepare(site, racers=16, deal=DEAL, start=True)  # the larger the news, the sooner it is full
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        before = processes.read(site.processes[0].pid).memory
        host, port = site.urls[0].removeprefix("http://").split(":")
        deaf = socket.socket()
        # As little as the system allows waits on this side, so that it waits on the server's.
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, (host, int(port)))
        await loop.sock_sendall(deaf, _handshake(race["code"], f"{host}:{port}"))

        async def ask_without_reading() -> None:
            # Until the server reads no more, and then until it has cut the connection.
            try:
                while True:
                    await loop.sock_sendall(deaf, frame_of(1, json.dumps({"do": "resync"}).encode()))
            except OSError:
                return

        await tab.plays(endless(MOVES, ply) for ply in range(1, 41))
        usual = slowest(tab)
        asking = asyncio.create_task(ask_without_reading())
        try:
            waiting, full_at = 0, time.monotonic()
            async with asyncio.timeout(2 * PATIENCE):
                while not asking.done():
                    if (now_waiting := waiting_for(deaf)) > waiting:
                        waiting, full_at = now_waiting, time.monotonic()
                    await tab.play(endless(MOVES, tab.ply + 1))
                    await asyncio.sleep(0.1)
        finally:
            asking.cancel()
            deaf.close()
        assert waiting > 64 * 2**10, "nothing waited, so nothing was shown"
        assert time.monotonic() - full_at < UNREAD_SECONDS + within(1), "it was held longer than said"
        assert not is_long or slowest(tab, since=40) < usual + LATER_SECONDS
        grown = processes.read(site.processes[0].pid).memory - before
        assert grown < 64 * 2**20, "what waits for a client is bounded"
        assert tab.closes == []
    assert_nothing_lost(site, tab)


def waiting_for(client: socket.socket) -> int:
    """How many bytes the system holds for a client on this machine that has not taken them."""
    port = f":{client.getsockname()[1]:04X}"
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, _, there, _, queues, *_ = line.split()
        if there.endswith(port):
            return int(queues.split(":")[0], 16)
    return 0


def _handshake(code: str, host: str) -> bytes:
    lines = [f"GET /ws/r/{code}/ HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket"]
    lines += [
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def test_a_page_of_another_site_opens_no_socket(site: Site) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    url = site.urls[0].replace("http", "ws") + f"/ws/r/{race['code']}/"
    port = site.urls[0].rsplit(":", 1)[1]
    for origin in ("http://evil.example", f"https://127.0.0.1:{port}", "http://127.0.0.1", "null", ""):
        with pytest.raises(RefusedHandshakeError) as refused:
            await dial(
                url, lambda text: None, headers={"Origin": origin, "Cookie": race["entrants"][0]["cookie"]}
            )
        assert refused.value.status == 403
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        assert await tab.play(MOVES[0]) == 1
    assert_nothing_lost(site, tab)


async def test_a_rotated_key_keeps_every_racer_in_their_seat(site: Site) -> None:
    (race,) = prepare(site, racers=2, deal=DEAL, start=True)
    old = site.environment["SECRET_KEY"]
    async with Tab(site.urls[:1], race, race["entrants"][0]) as tab:
        await tab.plays(MOVES[:3])
        site.environment.update(
            SECRET_KEY="a new key, long enough for this purpose and more", SECRET_KEY_FALLBACKS=old
        )
        try:
            await asyncio.to_thread(site.restart, 0)
            await tab.plays(MOVES[3:6])
        finally:
            site.environment.update(SECRET_KEY=old, SECRET_KEY_FALLBACKS="")
            await asyncio.to_thread(site.restart, 0)
        assert tab.ply == 6
        assert tab.handshakes >= 2
    assert_nothing_lost(site, tab)


async def test_signing_out_at_one_worker_closes_the_sockets_at_another(site: Site) -> None:
    (race,) = prepare(site, racers=2)
    dora = Visitor(site, "dora")
    password = {"password1": "a horse, a battery", "password2": "a horse, a battery"}
    await asyncio.to_thread(dora.post, "/accounts/signup/", username="dora", **password)
    await asyncio.to_thread(dora.joins, race["code"])
    there = {"id": 0, "cookie": dora.cookies}
    async with Tab(site.urls[1:], race, there) as hers, Tab(site.urls[1:], race, race["entrants"][0]) as his:
        await hers.until(lambda tab: b'"you":null' not in tab.raw and len(tab.news["entrants"]) == 3)
        await asyncio.to_thread(dora.post, "/accounts/logout/")
        await hers.until(lambda tab: tab.closes)
        assert (hers.closes, his.closes) == ([4401], [])
