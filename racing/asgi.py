"""The ASGI application: pages through Django, rooms through channels. For daphne and uvicorn alike."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
_pages: Any = get_asgi_application()  # loads the apps, so it comes before everything that uses models

from channels.routing import URLRouter  # noqa: E402  # as said above
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from racing import deadlines, events  # noqa: E402
from racing.consumers import RoomConsumer  # noqa: E402
from racing.origins import OwnOriginOnly  # noqa: E402
from racing.urls import CodeConverter  # noqa: E402, F401  # registers <code:...>

_sockets: Any = OwnOriginOnly(
    URLRouter(
        [
            path("ws/r/<code:code>/", RoomConsumer.as_asgi()),
            re_path(r"", WebsocketDenier.as_asgi()),
        ]
    )
)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one request, one socket, or the server's own start and stop."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    events.bind()
    deadlines.tidy_now_and_then()
    await (_pages if scope["type"] == "http" else _sockets)(scope, receive, send)


async def _live(receive: Any, send: Any) -> None:
    # Nothing to prepare and nothing to save: all state is in the database. Only said to servers that ask.
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
