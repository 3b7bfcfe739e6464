"""A TCP proxy that misbehaves on request: slow, byte by byte, deaf in one direction, cut."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

CHUNK = 64 * 1024


@dataclass
class Faults:
    """What a proxy does to the connections through it; may be changed at any time, from any thread."""

    delay: float = 0.0
    """Seconds by which every piece is late, in both directions."""
    bytewise: bool = False
    """Whether what the client sends arrives one byte at a time."""
    swallow_reply_to: bytes = b""
    """The next piece from a client that holds this is passed on; its answer is not, and the connection ends."""
    swallowed: threading.Event = field(default_factory=threading.Event)


class FaultProxy:
    """Listens on a loopback port and connects whoever comes to `target`. Lives on an event loop of its own."""

    def __init__(self, target: tuple[str, int]) -> None:
        self.faults = Faults()
        self.port = 0
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server

    def cut(self) -> None:
        """End every connection at once, in the middle of whatever it carries."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result()

    async def _cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def start(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop to listen, and end what is connected."""
        self._server.close()
        await self._cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, there_writer}
        deaf = asyncio.Event()
        both = [
            asyncio.create_task(self._carry_up(reader, there_writer, deaf)),
            asyncio.create_task(self._carry_down(there_reader, writer, deaf)),
        ]
        self._tasks |= set(both)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            for one in (writer, there_writer):
                one.transport.abort()
                self._writers.discard(one)
            self._tasks -= set(both)

    async def _carry_up(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, deaf: asyncio.Event
    ) -> None:
        while piece := await reader.read(CHUNK):
            await asyncio.sleep(self.faults.delay)
            wanted = self.faults.swallow_reply_to
            if wanted and wanted in piece:
                self.faults.swallow_reply_to = b""
                deaf.set()
            for part in [piece[at : at + 1] for at in range(len(piece))] if self.faults.bytewise else [piece]:
                writer.write(part)
                await writer.drain()
                if self.faults.bytewise:
                    await asyncio.sleep(0)

    async def _carry_down(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, deaf: asyncio.Event
    ) -> None:
        while piece := await reader.read(CHUNK):
            if deaf.is_set():
                self.faults.swallowed.set()
                return
            await asyncio.sleep(self.faults.delay)
            writer.write(piece)
            await writer.drain()


@contextmanager
def fault_proxy(host: str, port: int) -> Iterator[FaultProxy]:
    """Run a proxy to an address until the block ends."""
    proxy = FaultProxy((host, port))
    thread = threading.Thread(target=proxy._loop.run_forever, name="fault-proxy", daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(proxy.start(), proxy._loop).result()
    try:
        yield proxy
    finally:
        asyncio.run_coroutine_threadsafe(proxy.stop(), proxy._loop).result()
        proxy._loop.call_soon_threadsafe(proxy._loop.stop)
        thread.join()
        proxy._loop.close()
