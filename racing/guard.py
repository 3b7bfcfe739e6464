"""Who may open a socket now: ASGI middleware before the consumers, by address."""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from racing import metrics, rates


class NotTooMany:
    """Refuses a handshake with 429 when its address has too many sockets here or opens them too fast."""

    _open: ClassVar[Counter[str]] = Counter()

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the socket on, or refuse it."""
        address = rates.address_key((scope.get("client") or ("",))[0])
        wait = await self._wait(address)
        if wait is not None:
            metrics.refusals.labels("too_many_sockets").inc()
            await _refuse(wait, scope, receive, send)
            return
        self._open[address] += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self._open[address] -= 1
            if self._open[address] <= 0:
                del self._open[address]

    async def _wait(self, address: str) -> rates.Wait | None:
        if not settings.RATE_LIMITS:
            return None
        if self._open[address] >= rates.SOCKETS_PER_ADDRESS:
            return rates.Wait(60)
        # Redis is asked in a thread: it may hang for a moment.
        return await asyncio.to_thread(rates.page_wait, "socket", address)


async def _refuse(wait: rates.Wait, scope: dict[str, Any], receive: Any, send: Any) -> None:
    if "websocket.http.response" not in scope.get("extensions", {}):
        await WebsocketDenier()(scope, receive, send)
        return
    await receive()
    headers = [(b"retry-after", b"%d" % wait.seconds), (b"content-type", b"text/plain")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b"too many connections\n"})
