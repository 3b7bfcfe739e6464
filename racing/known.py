"""A socket that knows whose it is, and closes when the browser has become somebody else."""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.conf import settings

from racing import events, metrics
from racing.identity import player_id_of
from racing.messages import RefusedFrame
from racing.offload import in_database
from racing.rates import Bucket
from racing.refusals import Refused
from racing.sockets import GoneError, LiveSocket

T = TypeVar("T")

# The page is to be loaded anew: then it, and its sockets, are whoever the browser is now.
SOMEBODY_ELSE = 4401
# Whoever goes on sending, however often they are told to wait.
TOO_FAST = 4429
# The layer is lossy: so often each socket looks by itself, with a heartbeat.
LOOK_SECONDS = 60.0


class KnownSocket(LiveSocket):
    """A socket of ``player_id``, or of nobody, which stays nobody's.

    Signing in or out, another password and forgetting a player end it with SOMEBODY_ELSE, in every process: soon by a
    message of the layer, after a minute without one.
    """

    player_id: int | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the socket."""
        self.bucket = Bucket(time.monotonic())
        await super().__call__(scope, receive, send)

    async def read(self, message: dict[str, Any], parse: Callable[[str], T]) -> T:
        """Return a frame's command. Raises RefusedFrame when there is none, which counts as much: see `slow_down`."""
        try:
            text = message.get("text")
            if text is None:
                raise RefusedFrame("bad_frame")
            return parse(text)
        except RefusedFrame:
            await self.slow_down()
            raise

    async def slow_down(self) -> None:
        """Take a token for a frame. Raises Refused when there is none, and closes on who does not listen."""
        wait = self.bucket.take(time.monotonic()) if settings.RATE_LIMITS else 0.0
        if not wait:
            return
        if self.bucket.is_hopeless:
            await self.close(code=TOO_FAST)
            raise GoneError
        metrics.refusals.labels("too_fast").inc()
        raise Refused("too_fast", seconds=math.ceil(wait))

    async def identify(self, cookies: Mapping[str, str]) -> None:
        """Learn whose socket it is. Call it before anything else is done for anybody."""
        self._cookies = dict(cookies)
        self._looked_at = time.monotonic()
        self.player_id = await in_database(player_id_of, self._cookies)

    def identity_groups(self) -> set[str]:
        """Return the groups to be in, beside others, to hear at once."""
        return set() if self.player_id is None else {events.identity_group(self.player_id)}

    async def identity_changed(self, event: dict[str, Any]) -> None:
        """Look who it is: something has happened to this player, though not always in this browser."""
        await self._look()

    async def look_now_and_then(self) -> None:
        """Look who it is if that is long ago. Call it with every heartbeat."""
        if self.player_id is not None and time.monotonic() - self._looked_at >= LOOK_SECONDS:
            await self._look()

    async def _look(self) -> None:
        if self.player_id is not None and await in_database(player_id_of, self._cookies) != self.player_id:
            await self.close(code=SOMEBODY_ELSE)
            raise GoneError
        self._looked_at = time.monotonic()
