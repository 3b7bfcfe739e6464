"""The same client on the `websockets` library, as most people would write one: three to six times dearer than ours."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


class LibraryLine:
    """One websocket with what a racer uses of `tests.load.line.Line`."""

    def __init__(
        self, socket: ClientConnection, on_text: Callable[[bytes], None], on_close: Callable[[int], None]
    ) -> None:
        self._socket, self._on_text, self._on_close = socket, on_text, on_close
        self._to_send: deque[bytes] = deque()
        self._taking = False
        self._tasks = {asyncio.create_task(self._listen())}

    def send(self, text: bytes) -> None:
        """Send a text frame: at once, or when the message that is being taken has been."""
        self._to_send.append(text)
        if not self._taking:
            self._keep(asyncio.create_task(self._send_all()))

    def close(self) -> None:
        """Say goodbye properly."""
        self._keep(asyncio.create_task(self._socket.close()))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        try:
            while True:
                text = await self._socket.recv(decode=False)
                self._taking = True
                try:
                    self._on_text(text)
                finally:
                    self._taking = False
                await self._send_all()
        except ConnectionClosed as closed:
            self._on_close(closed.rcvd.code if closed.rcvd else 1006)

    async def _send_all(self) -> None:
        try:
            while self._to_send:
                await self._socket.send(self._to_send.popleft(), text=True)
        except ConnectionClosed:
            pass  # `_listen` finds out as well


async def dial_with_library(
    url: str,
    on_text: Callable[[bytes], None],
    on_close: Callable[[int], None] = lambda code: None,
    headers: Mapping[str, str] | None = None,
) -> LibraryLine:
    """Do what `tests.load.line.dial` does."""
    socket = await connect(
        url,
        additional_headers={"Origin": f"http://{urlsplit(url).netloc}", **(headers or {})},
        proxy=None,
        max_queue=None,
    )
    return LibraryLine(socket, on_text, on_close)
