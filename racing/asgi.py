"""The ASGI application: pages through Django, rooms through channels. For daphne and uvicorn alike."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
# Loads the apps, so everything that uses models is imported after it.
_pages: Any = get_asgi_application()


def _rooms() -> Any:
    from channels.routing import URLRouter
    from channels.security.websocket import WebsocketDenier
    from django.urls import path, re_path

    from racing import codes
    from racing.consumers import RoomConsumer
    from racing.guard import NotTooMany
    from racing.lobby_consumer import LobbyConsumer
    from racing.origins import OwnOriginOnly

    codes.register()
    addresses = [
        path("ws/r/<code:code>/", RoomConsumer.as_asgi()),
        path("ws/lobby/", LobbyConsumer.as_asgi()),
        re_path(r"", WebsocketDenier.as_asgi()),
    ]
    return OwnOriginOnly(NotTooMany(URLRouter(addresses)))


_sockets = _rooms()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one request, one socket, or the server's own start and stop."""
    from racing import background, deadlines, events
    from racing.solving.service import start_solvers

    # With the server's first words, so that nobody's hint waits for the compiler. Under daphne: the first request.
    start_solvers()
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    events.bind()
    deadlines.tidy_now_and_then()
    background.keep_searching(background.LEFT_OVER_SECONDS)
    await (_pages if scope["type"] == "http" else _sockets)(scope, receive, send)


async def _live(receive: Any, send: Any) -> None:
    # Nothing to save: all state is in the database. Only said to servers that ask.
    from racing import events
    from racing.background import keep_searching
    from racing.collecting import collect_rarely
    from racing.timekeeping import keep_time

    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await keep_time()
            events.bind()
            keep_searching()
            collect_rarely()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
