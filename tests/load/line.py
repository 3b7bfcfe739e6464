"""A websocket client of a hundred lines, because a thousand of them share two cores with what they measure.

Text frames without extensions, as browsers send them, and full control of the connection underneath: a client
may stop reading, send half a frame, or vanish.
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import struct
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
LARGEST_HANDSHAKE = 64 * 1024


class RefusedHandshakeError(Exception):
    """The server answered the handshake with something else than 101; `status` says with what."""

    def __init__(self, status: int) -> None:
        super().__init__(f"HTTP {status}")
        self.status = status


class Line(asyncio.Protocol):
    """One websocket. `on_text` gets every text, `on_close` the close code (1006 when there was none)."""

    def __init__(
        self, on_text: Callable[[bytes], None], on_close: Callable[[int], None] = lambda code: None
    ) -> None:
        self._on_text, self._on_close = on_text, on_close
        self._read = bytearray()
        self._parts = bytearray()
        self._open = False
        self._code = 1006
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self.transport = transport  # type: ignore[assignment]  # uvloop's are no asyncio.Transport by name

    def data_received(self, data: bytes) -> None:
        self._read += data
        if not self._open and not self._handshaken():
            return
        while (frame := self._next_frame()) is not None:
            self._take(*frame)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(RefusedHandshakeError(0))
        if self._open:
            self._open = False
            self._on_close(self._code)

    def send(self, text: bytes) -> None:
        """Send a text frame; nothing happens on a closed line."""
        if self._open:
            self.transport.write(frame_of(TEXT, text))

    def close(self) -> None:
        """Say goodbye properly."""
        if self._open:
            self.transport.write(frame_of(CLOSE, struct.pack("!H", 1000)))
            self.transport.close()

    def cut(self) -> None:
        """Vanish, as a phone in a tunnel does."""
        self.transport.abort()

    @property
    def is_open(self) -> bool:
        """Whether frames can be sent."""
        return self._open

    def _handshaken(self) -> bool:
        end = self._read.find(b"\r\n\r\n")
        if end < 0:
            if len(self._read) > LARGEST_HANDSHAKE:
                self.transport.abort()
            return False
        status = int(self._read[:end].split(b" ", 2)[1])
        del self._read[: end + 4]
        if status != 101:
            self.opened.set_exception(RefusedHandshakeError(status))
            self.transport.close()
            return False
        self._open = True
        self.opened.set_result(None)
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        read = self._read
        if len(read) < 2:
            return None
        size, start = read[1] & 0x7F, 2
        if size == 126:
            if len(read) < 4:
                return None
            size, start = int.from_bytes(read[2:4], "big"), 4
        elif size == 127:
            if len(read) < 10:
                return None
            size, start = int.from_bytes(read[2:10], "big"), 10
        if len(read) < start + size:
            return None
        first, content = read[0], bytes(read[start : start + size])
        del read[: start + size]
        return first, content

    def _take(self, first: int, content: bytes) -> None:
        kind = first & 0x0F
        if kind <= TEXT:
            self._parts += content
            if first & FINAL:
                text = bytes(self._parts)
                self._parts.clear()
                self._on_text(text)
        elif kind == PING:
            self.transport.write(frame_of(PONG, content))
        elif kind == CLOSE:
            if len(content) >= 2:
                self._code = int.from_bytes(content[:2], "big")
            self.transport.write(frame_of(CLOSE, content[:2]))
            self.transport.close()


def frame_of(kind: int, content: bytes) -> bytes:
    """Return one masked frame, as a client sends it."""
    size = len(content)
    head = bytes([FINAL | kind])
    if size < 126:
        head += bytes([MASKED | size])
    elif size < 65536:
        head += bytes([MASKED | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([MASKED | 127]) + size.to_bytes(8, "big")
    mask = os.urandom(4)
    repeated = (mask * (size // 4 + 1))[:size]
    masked = (int.from_bytes(content, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
    return head + mask + masked


async def dial(
    url: str,
    on_text: Callable[[bytes], None],
    on_close: Callable[[int], None] = lambda code: None,
    headers: Mapping[str, str] | None = None,
    seconds: float = 15.0,
) -> Line:
    """Open a websocket to ws://host:port/path as the page of that origin does.

    Raises RefusedHandshakeError, OSError, TimeoutError.
    """
    parts = urlsplit(url)
    assert parts.hostname and parts.port
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(on_text, on_close), parts.hostname, parts.port)
    sent = {
        "Host": parts.netloc,
        "Origin": f"http://{parts.netloc}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
        **(headers or {}),
    }
    lines = [f"GET {parts.path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value)]
    line.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    try:
        async with asyncio.timeout(seconds):
            await line.opened
    except BaseException:
        line.transport.abort()
        raise
    return line
