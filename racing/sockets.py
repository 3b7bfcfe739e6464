"""A websocket that nothing ends but its client or its server: what every consumer of ours is built on."""

import asyncio
import logging
import types
from collections.abc import Coroutine, Generator
from functools import cache
from typing import Any

from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

from racing import collecting

logger = logging.getLogger(__name__)

# A client that does not read for so long is closed, so that what waits for it stays bounded.
SEND_SECONDS = 10.0
# Joining and leaving groups, when Redis does not answer: the layer forgets a closed channel anyway, and goes on joining
# by itself. Browsers give a socket that says nothing up after eight seconds.
GROUP_SECONDS = 3.0
# What was waited for once is only looked for later: whoever plays meanwhile waits for it too.
GROUP_AGAIN_SECONDS = 0.1

# Of our own, because daphne does not send 1013.
TOO_SLOW = 4508


class GoneError(Exception):
    """The client went away, or does not read."""

    code = "gone"


@cache
def _handler_of(kind: str) -> str:
    return str(get_handler_name({"type": kind}))


@types.coroutine
def _gone_on_with(doing: Coroutine[Any, Any, object], waited_for: Any) -> Generator[Any, Any, None]:
    """Await a coroutine that has begun already and waits for something."""
    while True:
        try:
            given = yield waited_for
        except BaseException as error:
            thrown: BaseException | None = error
        else:
            thrown = None
        try:
            waited_for = doing.send(given) if thrown is None else doing.throw(thrown)
        except StopIteration:
            return


async def _within(seconds: float, doing: Coroutine[Any, Any, object]) -> None:
    """Do what mostly waits for nothing: then a clock would cost as much as it. Raises TimeoutError as well."""
    try:
        waited_for = doing.send(None)
    except StopIteration:
        return
    async with asyncio.timeout(seconds):
        await _gone_on_with(doing, waited_for)


class LiveSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is published without types
    """Handles messages one after another, survives its own errors, and always cleans up.

    What the client sends is read by the server's own task, what the layer brings by a second one: channels' way of
    waiting for both with new tasks for every message costs more than most messages do. `turn` keeps them apart: of
    connecting, a message of the layer, and whatever takes it as well, one goes on at a time.

    Subclasses say what to do in `say_goodbye` (after the last message, however the socket ended) and in
    `wanted_groups`.
    """

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the socket, and clean up however that ends: daphne cancels without a disconnect."""
        self.scope, self.base_send = scope, send
        self.turn = asyncio.Lock()
        self.groups_joined: set[str] = set()
        self.groups_awaited: set[str] = set()
        self.channel_layer = get_channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        serving = asyncio.current_task()
        assert serving is not None
        hearing = asyncio.create_task(self._hear(serving))
        collecting.socket_opened()
        try:
            async with self.turn:
                await self.dispatch(await receive())
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        except asyncio.CancelledError:
            # Either the server's, or the other task has found out that the client is gone.
            if not (hearing.done() and serving.uncancel() == 0):
                raise
        finally:
            collecting.socket_ended()
            hearing.cancel()
            await self.leave_groups(set(self.groups_joined))
            self._leave_layer()
            await self.say_goodbye()

    def _leave_layer(self) -> None:
        # Ours forgets a channel when waiting for its next message is cancelled. Whoever vanished while a message was
        # passed on was not waiting.
        forget = getattr(self.channel_layer, "forget", None)
        if forget is not None:
            forget(self.channel_name)

    async def _hear(self, serving: asyncio.Task[Any]) -> None:
        while True:
            event = await self.channel_layer.receive(self.channel_name)
            try:
                async with self.turn:
                    await self.dispatch(event)
            except StopConsumer:
                serving.cancel()
                return

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message. Not even an error of our own ends the socket."""
        try:
            await getattr(self, _handler_of(message["type"]))(message)
        except GoneError:
            raise StopConsumer from None
        except StopConsumer:
            raise
        except Exception:
            # News from the layer that could not be passed on: the heartbeat will show that they are missing.
            logger.exception("error in %s", message["type"])

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """End; `__call__` cleans up."""
        raise StopConsumer

    async def say_goodbye(self) -> None:
        """Note that the socket is gone."""

    def wanted_groups(self) -> set[str]:
        """Return the groups to be in."""
        return set()

    async def send_text(self, text: str) -> None:
        """Send a text frame. Raises GoneError when the client does not take it."""
        try:
            await _within(SEND_SECONDS, AsyncConsumer.send(self, {"type": "websocket.send", "text": text}))
        except TimeoutError:
            await self._close_slow()
            raise GoneError from None
        except (OSError, RuntimeError):
            # uvicorn's ways to say that the client has disconnected, and that either side has closed.
            raise GoneError from None

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket. Raises GoneError when it is closed already."""
        try:
            await super().close(code, reason)
        except (OSError, RuntimeError):
            raise GoneError from None

    async def _close_slow(self) -> None:
        try:
            async with asyncio.timeout(1):
                await self.close(code=TOO_SLOW)
        except (TimeoutError, GoneError):
            pass

    async def join_groups(self) -> None:
        """Join the wanted groups. While the layer does not answer, call it again with every heartbeat."""
        missing = self.wanted_groups() - self.groups_joined
        if not missing:
            return
        seconds = GROUP_AGAIN_SECONDS if missing <= self.groups_awaited else GROUP_SECONDS
        self.groups_awaited |= missing
        try:
            async with asyncio.timeout(seconds):
                # Together: however many groups there are, a layer that hangs costs the time of one.
                await asyncio.gather(*(self._join(group) for group in missing))
        except TimeoutError:
            logger.warning("groups not joined yet")

    async def _join(self, group: str) -> None:
        try:
            await self.channel_layer.group_add(group, self.channel_name)
        except Exception:
            logger.warning("group not joined", exc_info=True)
        else:
            self.groups_joined.add(group)

    async def leave_groups(self, groups: set[str]) -> None:
        """Leave some of the joined groups."""
        for group in groups & self.groups_joined:
            try:
                async with asyncio.timeout(GROUP_SECONDS):
                    await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:
                logger.warning("group not left", exc_info=True)
        self.groups_joined -= groups
        self.groups_awaited -= groups
