"""A racer of the load: sends its next move when it is due, and notes what was acknowledged, when, and to whom."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from tests.load.games import endless
from tests.load.library_line import LibraryLine, dial_with_library
from tests.load.line import Line, dial

# What a client is made of: our own hundred lines, or a library that many use.
DIALS = {"own": dial, "websockets": dial_with_library}

# Seconds between two pings, as the server asks for.
HEARTBEAT = 15.0


@dataclass
class Times:
    """What a run measured, all in seconds."""

    acks: list[float] = field(default_factory=list)
    screens: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    measuring: bool = False


@dataclass
class LoadRace:
    """What all racers of a race share: when each ply was sent, for whoever sees it arrive."""

    code: str
    moves: tuple[str, ...]
    sent: dict[int, dict[int, float]] = field(default_factory=dict)


class LoadRacer:
    """One entrant with one tab. `every` None plays the next move as soon as the last is answered."""

    def __init__(
        self,
        race: LoadRace,
        entrant: dict[str, Any],
        times: Times,
        *,
        every: float | None,
        latency: float = 0.0,
        watches: bool = False,
        client: str = "own",
    ) -> None:
        self.id: int = entrant["id"]
        self.acked: list[str] = []
        self._cookie = entrant["cookie"]
        self._race, self._times = race, times
        self._every, self._half = every, latency / 2
        self._watches = watches
        self._dial: Any = DIALS[client]
        self._sent = race.sent.setdefault(self.id, {})
        self._seen: dict[int, int] = {}
        self._due = 0.0
        self._stopped = True
        self._line: Line | LibraryLine
        self._loop = asyncio.get_running_loop()
        self.dealt: asyncio.Future[None] = self._loop.create_future()

    async def connect(self, url: str) -> None:
        """Open the socket and wait for the table. `url` is the site's, with ws://."""
        self._line = await self._dial(
            f"{url}/ws/r/{self._race.code}/", self._arrived, self._closed, {"Cookie": self._cookie}
        )
        async with asyncio.timeout(30):
            await self.dealt

    def start(self, after: float) -> None:
        """Play the first move `after` seconds from now."""
        self._stopped = False
        self._due = time.perf_counter() + after
        self._loop.call_later(after, self._play)

        self._loop.call_later(after + HEARTBEAT * random.random(), self._beat)

    def _beat(self) -> None:
        if not self._stopped:
            self._line.send(b'{"do":"ping","version":0,"ply":%d}' % len(self.acked))
            self._loop.call_later(HEARTBEAT, self._beat)

    def stop(self) -> None:
        """Play no further move."""
        self._stopped = True

    def resign(self) -> None:
        """Give up."""
        self._line.send(b'{"do":"resign"}')

    def hang_up(self) -> None:
        """Close the socket."""
        self._stopped = True
        self._times.measuring = False
        self._line.close()

    @property
    def waits(self) -> bool:
        """Whether a move is not answered yet."""
        return len(self._sent) > len(self.acked)

    def _play(self) -> None:
        if self._stopped:
            return
        ply = len(self.acked) + 1
        move = endless(self._race.moves, ply)
        self._sent[ply] = time.perf_counter()
        text = b'{"do":"play","ply":%d,"move":"%s"}' % (ply, move.encode())
        if self._half:
            self._loop.call_later(self._half, self._line.send, text)
        else:
            self._line.send(text)

    def _arrived(self, text: bytes) -> None:
        if self._half:
            self._loop.call_later(self._half, self._take, text)
        else:
            self._take(text)

    def _take(self, text: bytes) -> None:
        if text.startswith(b'{"type":"ply"'):
            self._acknowledged(text)
        elif text.startswith(b'{"type":"progress"'):
            if self._watches:
                self._see(json.loads(text)["entrants"])
        elif text.startswith(b'{"type":"table"'):
            if not self.dealt.done():
                self.dealt.set_result(None)
        elif text.startswith(b'{"type":"refused"'):
            self._times.refused.append(json.loads(text)["code"])

    def _acknowledged(self, text: bytes) -> None:
        now = time.perf_counter()
        # The head is enough, and reading it costs less than the whole: {"type":"ply","ply":18,"move":"3-f",...
        ply, move = text[20:60].split(b',"move":"')
        assert int(ply) == len(self.acked) + 1, f"ply {ply!r} is out of order"
        self.acked.append(move.split(b'"')[0].decode())
        if self._times.measuring:
            self._times.acks.append(now - self._sent[len(self.acked)])
        if self._every is None:
            self._play()
        else:
            self._due = max(self._due + self._every, now)
            self._loop.call_later(self._due - now, self._play)

    def _see(self, entrants: list[list[int]]) -> None:
        now = time.perf_counter()
        for number, plies, *_ in entrants:
            seen = self._seen.get(number, plies - 1)
            if number != self.id and self._times.measuring:
                sent = self._race.sent.get(number, {})
                self._times.screens += [now - sent[ply] for ply in range(seen + 1, plies + 1) if ply in sent]
            self._seen[number] = plies

    def _closed(self, code: int) -> None:
        if not self._stopped:
            self._times.closed.append(code)


class EchoClient:
    """A client of the bare echo: the same frame, and the next one as soon as it came back."""

    def __init__(self, times: Times, client: str = "own") -> None:
        self._times = times
        self._dial: Any = DIALS[client]
        self._number = 0
        self._sent = 0.0
        self._stopped = True
        self._line: Line | LibraryLine

    async def connect(self, url: str) -> None:
        """Open the socket."""
        self._line = await self._dial(f"{url}/ws/", self._arrived)

    def start(self, after: float) -> None:
        """Send the first frame `after` seconds from now."""
        self._stopped = False
        asyncio.get_running_loop().call_later(after, self._play)

    def hang_up(self) -> None:
        """Close the socket."""
        self._stopped = True
        self._line.close()

    def _play(self) -> None:
        if not self._stopped:
            self._number += 1
            self._sent = time.perf_counter()
            self._line.send(b'{"do":"play","ply":%d,"move":"10-12"}' % self._number)

    def _arrived(self, text: bytes) -> None:
        if self._times.measuring:
            self._times.acks.append(time.perf_counter() - self._sent)
        self._play()
