"""A tab of a player's browser, as far as the socket is concerned."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.testing import WebsocketCommunicator

from racing.asgi import application
from racing.identity import COOKIE, signed
from racing.models import Player, Race
from tests.load.news import merged

ORIGIN = "http://testserver"
# Far more than anything takes, and short enough to wait for when something is lost.
SECONDS = 60.0


class Socket(WebsocketCommunicator):  # type: ignore[misc]  # channels is published without types
    """A socket of the application in this process; what should come is waited for as long as a busy machine takes."""

    async def receive_output(self, *_: float) -> dict[str, Any]:
        message: dict[str, Any] = await super().receive_output(SECONDS)
        return message

    async def wait(self, *_: float) -> None:
        async with asyncio.timeout(SECONDS):
            await asyncio.wait([self.future])
        await super().wait()


class Tab:
    """Sends commands and looks through what comes."""

    def __init__(self, race: Race | str, player: Player | None, query: str = "", **headers: str) -> None:
        code = race if isinstance(race, str) else race.code
        cookies = f"{COOKIE}={signed(player.pk)}" if player else ""
        given = {"host": "testserver", "origin": ORIGIN, "cookie": cookies} | headers
        self.socket = Socket(
            application,
            f"/ws/r/{code}/{query}",
            headers=[(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
        )
        self.seen: list[dict[str, Any]] = []
        self.race: dict[str, Any] = {}
        """What all that came says of the race."""

    async def send(self, do: str, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"do": do, **fields}))

    async def next(self) -> dict[str, Any]:
        """The next message of any type."""
        message: dict[str, Any] = json.loads(await self.socket.receive_from())
        self.seen.append(message)
        if message["type"] in ("race", "progress"):
            self.race = merged(self.race, message)
        return message

    async def until_version(self, version: int) -> dict[str, Any]:
        """What is known of the race when it is at least that new."""
        async with asyncio.timeout(SECONDS):
            while self.race.get("version", -1) < version:
                await self.next()
        return self.race

    async def knows(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """What is known of the race when this holds of it: now, or after more was told."""
        async with asyncio.timeout(SECONDS):
            while not self.race or not holds(self.race):
                await self.next()
        return self.race

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of this type with these fields; what comes before is only kept in `seen`."""
        async with asyncio.timeout(SECONDS):
            while True:
                message = await self.next()
                if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                    return message

    async def asks(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return the first message that answers it: not news of the race."""
        await self.send(do, **fields)
        while (message := await self.next())["type"] in ("race", "progress"):
            pass
        return message

    async def plays(self, ply: int, move: str) -> dict[str, Any]:
        return await self.asks("play", ply=ply, move=move)

    async def is_silent(self) -> bool:
        """Whether nothing more comes for a while."""
        silent: bool = await self.socket.receive_nothing(timeout=0.5)
        return silent


@asynccontextmanager
async def tab(race: Race | str, player: Player | None, query: str = "", **headers: str) -> AsyncIterator[Tab]:
    """An open tab that has its snapshot. It is closed like a browser closes it."""
    opened = Tab(race, player, query, **headers)
    connected, _ = await opened.socket.connect()
    assert connected
    await opened.until("race")
    try:
        yield opened
    finally:
        await opened.socket.disconnect()
