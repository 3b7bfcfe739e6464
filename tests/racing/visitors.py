"""A visitor of a real site: pages over HTTP with cookies, the room over a real websocket."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError

from websockets.asyncio.client import ClientConnection, connect

from tests.servers import Site

# Far more than anything takes, even on a busy machine.
SECONDS = 60.0
# After so long a silence a tab asks what it has missed, as a browser's heartbeat does.
SILENCE_SECONDS = 5.0


class Visitor:
    """A browser without a screen. The cookies hold for every worker of the site."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.name = site, name
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str, worker: int = 0) -> tuple[int, str]:
        try:
            with self._opener.open(self.site.urls[worker] + path, timeout=SECONDS) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def post(self, path: str, worker: int = 0, **fields: str) -> str:
        """Send a form and return the path it leads to."""
        self.get("/", worker)
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        with self._opener.open(self.site.urls[worker] + path, form, timeout=SECONDS) as answer:
            return str(urllib.parse.urlsplit(answer.url).path)

    def opens_a_race(self, **settings: str) -> str:
        """Return the race's code."""
        fields = {"name": self.name, "ruleset": "cruel", "take_back": "counted"} | settings
        path = self.post("/races/", 0, **fields)
        found = re.fullmatch(r"/r/(\w+)/", path)
        assert found, path
        return found[1]

    def joins(self, code: str, worker: int = 0) -> None:
        assert self.post(f"/r/{code}/join/", worker, name=self.name) == f"/r/{code}/"

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    @asynccontextmanager
    async def tab(self, code: str, worker: int = 0, origin: str | None = None) -> AsyncIterator[Line]:
        """A tab in the room, with its snapshot."""
        url = self.site.urls[worker]
        async with connect(
            f"ws{url.removeprefix('http')}/ws/r/{code}/",
            origin=origin or url,  # type: ignore[arg-type]  # any text, to try foreign ones
            additional_headers={"Cookie": self.cookies},
            proxy=None,
            open_timeout=SECONDS,
            ping_interval=None,
        ) as socket:
            yield Line(socket)


class Line:
    """One open websocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []

    async def send(self, do: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"do": do, **fields}))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(SECONDS):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.seen.append(message)
        return message

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of this kind with these fields.

        What is published reaches each worker once at most. What is lost is asked for, as a browser does.
        """
        async with asyncio.timeout(SECONDS):
            while True:
                message = await self.next_or_all_again()
                if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                    return message

    async def next_or_all_again(self) -> dict[str, Any]:
        """The next message; after a silence the tab has asked for all that there is."""
        while True:
            try:
                async with asyncio.timeout(SILENCE_SECONDS):
                    return await self.next()
            except TimeoutError:
                await self.send("ping", version=0, ply=0)
                await self.send("resync")

    async def plays(self, ply: int, move: str) -> dict[str, Any]:
        """Play and return the answer to this very ply."""
        await self.send("play", ply=ply, move=move)
        async with asyncio.timeout(SECONDS):
            while True:
                message = await self.next()
                if message["type"] in ("ply", "refused") and message["ply"] == ply:
                    return message

    def breaks(self) -> None:
        """Lose the connection at once, as a phone does in a tunnel."""
        self.socket.transport.abort()


async def race_of(*visitors: Visitor, **settings: str) -> str:
    """The first one opens a race, the others join; it runs when this returns its code."""
    host, *others = visitors
    code = await asyncio.to_thread(host.opens_a_race, **settings)
    for other in others:
        await asyncio.to_thread(other.joins, code)
    async with host.tab(code) as tab:
        await tab.send("start")
        await tab.until("table")
    return code


def log_of(site: Site, code: str, name: str) -> list[tuple[int, str]]:
    """The stored log, straight from the site's database."""
    query = (
        "from racing.models import Ply; import json;"
        f"log = Ply.objects.filter(entrant__race__code={code!r}, entrant__player__name={name!r});"
        "print('LOG', json.dumps(list(log.order_by('number', 'pk').values_list('number', 'move'))))"
    )
    said = site.manage("shell", "-c", query)
    return [(number, move) for number, move in json.loads(said.split("LOG ", 1)[1])]
