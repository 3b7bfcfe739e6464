"""A tab of our own that does what the browser's does: comes back, sends again what was not answered, and notes all."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from tests.load.line import Line, RefusedHandshakeError, dial
from tests.load.news import merged

# Nothing here takes so long unless it hangs.
PATIENCE = 60.0
BACKOFF = (0.05, 0.1, 0.2, 0.4)
# Close codes that mean "do not come back", as the browser's module has them.
FOR_GOOD = range(4400, 4500)


class RefusedPlayError(Exception):
    """A play was refused; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Tab:
    """One tab of an entrant, or of a spectator without `entrant`. Goes from address to address as they fail."""

    def __init__(self, urls: list[str], race: dict[str, Any], entrant: dict[str, Any] | None = None) -> None:
        self.entrant_id: int | None = entrant["id"] if entrant else None
        self.acked: dict[int, str] = {}
        self.answers: dict[int, list[dict[str, Any]]] = {}
        self.news: dict[str, Any] = {}
        self.table: dict[str, Any] | None = None
        self.closes: list[int] = []
        self.refusals: Counter[str] = Counter()
        self.delays: list[float] = []
        """Seconds from each play to its acknowledgement."""
        self.raw = bytearray()
        """Every byte of every text that came, for whoever looks for secrets."""
        self.handshakes = 0
        self._urls = [url.replace("http://", "ws://") for url in urls]
        self._path = f"/ws/r/{race['code']}/"
        self._cookie = entrant["cookie"] if entrant else ""
        self._unanswered: dict[int, tuple[str, asyncio.Future[int]]] = {}
        self._changed = asyncio.Condition()
        self._line: Line | None = None
        self._gone = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Tab:
        self._running = asyncio.create_task(self._stay())
        await self.until(lambda tab: tab.news)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._running
        self._running.cancel()
        await asyncio.gather(self._running, *self._tasks, return_exceptions=True)
        if self._line is not None:
            self._line.close()

    @property
    def ply(self) -> int:
        """The newest ply this tab knows of."""
        return max(self.acked, default=0)

    @property
    def line(self) -> Line:
        """The connection underneath, to misbehave with."""
        assert self._line is not None
        return self._line

    async def play(self, move: str, ply: int | None = None) -> int:
        """Play a move and wait until it is acknowledged, across however many connections. Returns its number.

        Raises RefusedPlayError, TimeoutError.
        """
        number = self.ply + 1 if ply is None else ply
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._unanswered[number] = move, answer
        begun = time.monotonic()
        self._send_play(number, move)
        async with asyncio.timeout(PATIENCE):
            await answer
        self.delays.append(time.monotonic() - begun)
        return number

    async def plays(self, moves: Iterable[str], pause: float = 0.0) -> None:
        """Play move after move, from the tab's newest ply on."""
        for move in moves:
            await self.play(move)
            await asyncio.sleep(pause)

    def ask(self, do: str, **fields: Any) -> None:
        """Send a command."""
        if self._line is not None:
            self._line.send(json.dumps({"do": do, **fields}).encode())

    async def until(self, holds: Any, within: float = PATIENCE) -> None:
        """Wait until something holds of this tab, for so many seconds at most. Raises TimeoutError."""
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(lambda: holds(self))

    def _send_play(self, number: int, move: str) -> None:
        self.ask("play", ply=number, move=move)

    async def _stay(self) -> None:
        attempt = 0
        while True:
            url = self._urls[(self.handshakes + attempt) % len(self._urls)]
            self._gone.clear()
            try:
                self._line = await dial(
                    url + self._path, self._take, self._closed, {"Cookie": self._cookie}, 20
                )
            except (RefusedHandshakeError, OSError, TimeoutError):
                await asyncio.sleep(BACKOFF[min(attempt, len(BACKOFF) - 1)])
                attempt += 1
                continue
            self.handshakes += 1
            attempt = 0
            await self._gone.wait()
            if self.closes and self.closes[-1] in FOR_GOOD:
                return
            await asyncio.sleep(BACKOFF[0])

    def _closed(self, code: int) -> None:
        self.closes.append(code)
        self._line = None
        self._gone.set()
        self._tell()

    def _take(self, text: bytes) -> None:
        self.raw += text + b"\n"
        message = json.loads(text)
        match message["type"]:
            case "ply":
                self._acknowledge(message)
            case "table":
                self.table = message
                # What was not answered before the connection went is sent again, under its old number.
                for number, (move, _) in sorted(self._unanswered.items()):
                    self._send_play(number, move)
            case "race" | "progress":
                self.news = merged(self.news, message)
            case "refused":
                self._refused(message)
        self._tell()

    def _acknowledge(self, message: dict[str, Any]) -> None:
        number, move = message["ply"], message["move"]
        self.answers.setdefault(number, []).append(message)
        assert self.acked.setdefault(number, move) == move, (
            f"ply {number} was acknowledged twice, differently"
        )
        asked = self._unanswered.get(number)
        if asked and asked[0] == move:
            self._unanswered.pop(number)
            if not asked[1].done():
                asked[1].set_result(number)

    def _refused(self, message: dict[str, Any]) -> None:
        self.refusals[message["code"]] += 1
        number = message["ply"]
        if number not in self._unanswered:
            return
        if message["code"] == "internal":
            # The server failed and says so: the same may be sent again.
            self._later(0.1, number)
            return
        _, answer = self._unanswered.pop(number)
        if not answer.done():
            answer.set_exception(RefusedPlayError(message["code"]))

    def _later(self, seconds: float, number: int) -> None:
        async def again() -> None:
            await asyncio.sleep(seconds)
            if number in self._unanswered:
                self._send_play(number, self._unanswered[number][0])

        task = asyncio.create_task(again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self) -> None:
        async def tell() -> None:
            async with self._changed:
                self._changed.notify_all()

        task = asyncio.create_task(tell())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
