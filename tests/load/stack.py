"""The same echo behind everything of ours that a frame passes on its way to being played.

That is the middleware, the consumer with its lock, its second task and its place in the channel layer, the reading of
the frame by its shape, the pace that is allowed, the log and the metrics. Nothing is played, stored or told to anybody.
"""

from __future__ import annotations

from typing import Any

from racing.asgi import application as site

# Loading the site loads Django's apps, before what uses models.
from racing import log  # isort: skip
from racing.guard import NotTooMany  # isort: skip
from racing.known import KnownSocket  # isort: skip
from racing.messages import parse  # isort: skip
from racing.origins import OwnOriginOnly  # isort: skip


class EchoConsumer(KnownSocket):
    """Gives back each command as it came."""

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept everybody."""
        await self.accept()

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Do all that a room does to a command, except obeying it."""
        command = parse(message["text"])
        await self.slow_down()
        async with self.turn:
            with log.action(command.do, race=1, entrant=1, ply=1):
                await self.send_text(message["text"])


_sockets: Any = OwnOriginOnly(NotTooMany(EchoConsumer.as_asgi()))


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve sockets by the echo, and pages and the server's own start as ever."""
    await (_sockets if scope["type"] == "websocket" else site)(scope, receive, send)
