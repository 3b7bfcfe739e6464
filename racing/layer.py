"""The channel layer on Redis, made for hints: a socket never waits for Redis longer than it chooses to.

Built on channels_redis' pub/sub layer, which subscribes again by itself after Redis went away. Different here:
a socket needs no subscription of its own (nobody sends to a single socket), so it opens while Redis hangs; a
group's subscription is tried until it works or nobody is in the group any more; what is published in the same
moment goes to Redis in one write; one message for many sockets is read once; and what is said to many groups in the
same moment is one message to every process, which passes on what its own sockets are to hear.
"""

import asyncio
import logging
import math
import time
import uuid
from typing import Any, TypeAlias

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer
from channels_redis.utils import _wrap_close

logger = logging.getLogger(__name__)

# Between two tries to subscribe. Each try has the connection's own time-out on top.
RETRY_SECONDS = 0.5
# Every group of every socket tries, and each complaint is a page long.
COMPLAINT_SECONDS = 10.0
# What waits for a Redis that hangs. More is dropped: these are hints, and the newest race tells everything.
MAX_WAITING = 2000


class LayerFullError(Exception):
    """Redis takes nothing, and enough is waiting for it."""


class HintLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # channels_redis is published without types
    """CHANNEL_LAYERS' backend; takes the same CONFIG as channels_redis' own."""

    def _get_layer(self) -> "_LoopLayer":
        loop = asyncio.get_running_loop()
        layer: _LoopLayer | None = self._layers.get(loop)
        if layer is None:
            layer = self._layers[loop] = _LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        return layer


# Name, shard, content, and who waits for it to be published.
_Waiting: TypeAlias = "tuple[str, Any, bytes, asyncio.Future[None]]"


class _Unpacking:
    """Stands where a socket's queue would: takes what came for many groups, and gives each its own."""

    def __init__(self, layer: "_LoopLayer") -> None:
        self._layer = layer

    def put_nowait(self, content: bytes) -> None:
        """Pass on what sockets of this process are to hear."""
        layer = self._layer
        for name, message in layer.channel_layer.deserialize(content).items():
            for channel in layer.groups.get(name, ()):
                if channel in layer.channels:
                    layer.channels[channel].put_nowait(message)


class _LoopLayer(RedisPubSubLoopLayer):  # type: ignore[misc]  # as above
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._member_of: dict[str, set[str]] = {}
        self._subscribing: dict[str, asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._waiting: list[_Waiting] = []
        self._publishing: asyncio.Task[None] | None = None
        self._last: tuple[bytes, Any] = (b"", None)
        self._complained = -math.inf
        # One for each shard, so that the shards go on sharing the work.
        self._common = [f"{self.prefix}__common__{number}" for number in range(len(self._shards))]
        for name in self._common:
            self.channels[name] = _Unpacking(self)

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a name; nothing is asked of Redis."""
        channel = f"{self.prefix}{prefix}{uuid.uuid4().hex}"
        self.channels[channel] = asyncio.Queue()
        return channel

    async def receive(self, channel: str) -> Any:
        """Return the next message of a socket. Cancelling it means that the socket is gone."""
        try:
            content = await self.channels[channel].get()
        except asyncio.CancelledError:
            self.forget(channel)
            raise
        if isinstance(content, dict):
            return content
        # The very same bytes lie in the queue of every socket of the group.
        if self._last[0] is not content:
            self._last = content, self.channel_layer.deserialize(content)
        return self._last[1]

    def forget(self, channel: str) -> None:
        """Let go of a socket that is gone. Again is no harm."""
        self.channels.pop(channel, None)
        for group in list(self._member_of.get(channel, ())):
            self._leave(group, channel)

    async def group_add(self, group: str, channel: str) -> None:
        """Put a socket into a group, and wait until Redis knows; it goes on trying when the wait is given up."""
        name = self._get_group_channel_name(group)
        self.groups.setdefault(name, set()).add(channel)
        self._member_of.setdefault(channel, set()).add(name)
        shard = self._shards.index(self._get_shard(name))
        if self._common[shard] not in self._subscribing:
            self._subscribing[self._common[shard]] = asyncio.create_task(
                self._subscribe(self._common[shard], self._shards[shard])
            )
        await asyncio.shield(self._subscribing[self._common[shard]])
        if name not in self._subscribing:
            self._subscribing[name] = asyncio.create_task(self._subscribe(name, self._get_shard(name)))
        await asyncio.shield(self._subscribing[name])

    async def group_discard(self, group: str, channel: str) -> None:
        """Take a socket out of a group; Redis is told later."""
        self._leave(self._get_group_channel_name(group), channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Publish, together with whatever else is waiting. Raises what Redis raises, and LayerFullError."""
        name = self._get_group_channel_name(group)
        await self._send(name, self._get_shard(name), message)

    async def send_to_groups(self, messages: dict[str, dict[str, Any]]) -> None:
        """Publish a message to each of many groups at the price of one. Raises as `group_send`."""
        by_shard: dict[int, dict[str, Any]] = {}
        for group, message in messages.items():
            name = self._get_group_channel_name(group)
            by_shard.setdefault(self._shards.index(self._get_shard(name)), {})[name] = message
        for number, content in by_shard.items():
            await self._send(self._common[number], self._shards[number], content)

    async def _send(self, name: str, shard: Any, content: dict[str, Any]) -> None:
        if len(self._waiting) >= MAX_WAITING:
            raise LayerFullError
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((name, shard, self.channel_layer.serialize(content), done))
        if self._publishing is None:
            self._publishing = asyncio.create_task(self._publish())
        await done

    async def flush(self) -> None:
        """Forget everything and end the tasks."""
        tasks = [
            *self._subscribing.values(),
            *self._leaving,
            *([self._publishing] if self._publishing else []),
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._subscribing.clear()
        self._member_of.clear()
        await super().flush()
        for name in self._common:
            self.channels[name] = _Unpacking(self)

    def _leave(self, name: str, channel: str) -> None:
        self._member_of.get(channel, set()).discard(name)
        if not self._member_of.get(channel):
            self._member_of.pop(channel, None)
        members = self.groups.get(name)
        if members is None:
            return
        members.discard(channel)
        if not members:
            del self.groups[name]
            self._subscribing.pop(name).cancel()
            task = asyncio.create_task(self._unsubscribe(name))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _subscribe(self, name: str, shard: Any) -> None:
        while True:
            try:
                await shard.subscribe(name)
            except Exception:
                self._complain("not subscribed yet")
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def _unsubscribe(self, name: str) -> None:
        try:
            await self._get_shard(name).unsubscribe(name)
            if name in self.groups:  # somebody came back meanwhile
                await self._get_shard(name).subscribe(name)
        except Exception:
            # Its messages find nobody here and are dropped.
            self._complain("not unsubscribed")

    def _complain(self, of: str) -> None:
        if time.monotonic() - self._complained >= COMPLAINT_SECONDS:
            self._complained = time.monotonic()
            logger.warning(of, exc_info=True)

    async def _publish(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    await self._publish_together(batch)
                except BaseException as error:
                    self._settle(batch, error)
                    if not isinstance(error, Exception):
                        raise
                else:
                    self._settle(batch, None)
        finally:
            self._publishing = None

    async def _publish_together(self, batch: list[_Waiting]) -> None:
        by_shard: dict[Any, list[tuple[str, bytes]]] = {}
        for name, shard, content, _ in batch:
            by_shard.setdefault(shard, []).append((name, content))
        for shard, messages in by_shard.items():
            shard._ensure_redis()
            async with shard._redis.pipeline(transaction=False) as pipeline:
                for name, content in messages:
                    pipeline.publish(name, content)
                await pipeline.execute()

    @staticmethod
    def _settle(batch: list[_Waiting], error: BaseException | None) -> None:
        for *_, done in batch:
            if done.done():
                continue  # whoever sent it waits no more
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error if isinstance(error, Exception) else asyncio.CancelledError())
