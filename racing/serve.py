"""Serves the site with uvicorn, one process at a time: `python -m racing.serve --port 8000`.

The one place for the server's own limits, so that the image, the local cluster and the tests run the same.
"""

import argparse
import asyncio
import resource
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

# Twice the largest frame of the game: up to there the answer is a refusal that says why, beyond it the
# connection is closed before the frame is in memory.
LARGEST_FRAME = 16 * 1024
# A client whose connection takes nothing for so long is cut off. As long as the consumer waits to send.
UNREAD_SECONDS = 10.0
# What a worker that is asked to stop may still take to finish what it has begun.
GRACE_SECONDS = 10
# So many messages of one client may wait to be taken before nothing more is read of it.
MESSAGES_WAITING = 8
# A socket is an open file, and much that starts servers gives them a thousand unless they ask for more.
OPEN_FILES = 65536
# Proxies and phones' networks forget connections that say nothing for a minute.
PING_SECONDS = 20.0


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's websocket, except that it does not wait for ever for a client that does not read.

    Closing politely waits until what was sent is on its way. Here that is never, and the memory and the file
    would be held as long as the client likes.

    And except for what it does with every message: reading is stopped when several wait to be taken, and a text is
    sent without asking a state machine that has nothing to say about it.
    """

    _cut: asyncio.TimerHandle | None = None

    async def send(self, message: Any) -> None:
        """Send what the application says. Raises what tells it that the client has gone."""
        text = message.get("text")
        if (
            text is None
            or message["type"] != "websocket.send"
            or not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.conn.state is not OPEN
        ):
            await super().send(message)
            return
        self.transport.write(text_frame(text))

    def send_receive_event_to_app(self) -> None:
        """Hand a message over, and stop to read while several wait."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MESSAGES_WAITING and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        """Start to count: the client has as much waiting for it as it may have."""
        super().pause_writing()
        self._cut = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop to count: the client reads."""
        self._stop_counting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop to count: it is over."""
        self._stop_counting()
        super().connection_lost(exc)

    def _stop_counting(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


def text_frame(text: str) -> bytes:
    """Return a whole text frame, as a server sends it: nothing is compressed or masked."""
    content = text.encode()
    size = len(content)
    if size < 126:
        head = b"\x81%c" % size
    elif size < 1 << 16:
        head = b"\x81\x7e" + size.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + size.to_bytes(8, "big")
    return head + content


def main(arguments: list[str] | None = None) -> None:
    """Serve until SIGTERM or SIGINT; what was begun is finished first, for GRACE_SECONDS at most."""
    parser = argparse.ArgumentParser(prog="python -m racing.serve", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--application", default="racing.asgi:application")
    asked = parser.parse_args(arguments)
    ask_for_files()
    uvicorn.run(
        asked.application,
        host=asked.host,
        port=asked.port,
        ws=Sockets,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # A frame is some hundred bytes: compressing costs more time and memory than it saves in the network.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
        # The site logs actions itself, without the codes of races that addresses hold.
        access_log=False,
        log_config=None,
    )


def ask_for_files() -> None:
    """Raise the number of files that this process may have open to OPEN_FILES, or as far as it may."""
    given, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if given != resource.RLIM_INFINITY and given < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


if __name__ == "__main__":
    main()
