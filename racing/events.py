"""News to the sockets of a race, after the commit. The only sender to the channel layer.

The layer is a lossy hint: it drops silently, and raises in the sender after Redis went away. So nothing here
is awaited by whoever acted, and nothing that fails here reaches them. Versions and the heartbeat make up for
what is lost. Progress is a last value: at most one message per PROGRESS_SECONDS from each process, for all races
together, made of what was played here without asking the database, and the last one is always sent. Changes that are no
progress (results above all) are read and go at once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from racing import metrics, tabs
from racing.layer import HintLayer
from racing.messages import LobbyRace, PlyMade, Progress, ProgressLine, RaceNews, Reaction
from racing.offload import in_database

logger = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.2
# The whole list goes to every tab of the front page.
LOBBY_SECONDS = 1.0
SEND_SECONDS = 5.0
# A failed message is tried again this often, a second apart in the end; then the heartbeat has to do.
TRIES = 5
# Plies on their way to second tabs. More than this means that the layer hangs: then tabs resync later.
MAX_PLIES_ON_THE_WAY = 500


class Newer(NamedTuple):
    """Said of a race in which everybody sees something else: that there are news, for each to read."""

    version: int


ReadNews = Callable[[int], RaceNews | Newer]
ReadLobby = Callable[[], list[LobbyRace]]
Sending = Callable[[], Coroutine[Any, Any, None]]
_ProgressOfRaces = dict[int, dict[int, ProgressLine]]


def race_group(race_id: int) -> str:
    """The group of everybody who watches the race."""
    return f"race.{race_id}"


def entrant_group(entrant_id: int) -> str:
    """The group of one entrant's own tabs."""
    return f"entrant.{entrant_id}"


LOBBY_GROUP = "lobby"


def player_group(player_id: int) -> str:
    """The group of a player's tabs in the lobby."""
    return f"player.{player_id}"


def bind() -> None:
    """Let actions in threads publish through the event loop that runs now. Cheap; call it at every door."""
    global _loop
    loop = asyncio.get_running_loop()
    if loop is not _loop:
        _loop = loop
    if loop not in _publishers:
        _publishers[loop] = Publisher()


def race_changed(race_id: int, read: ReadNews, *, at_once: bool) -> None:
    """Publish the race as ``read`` gives it. Call it after the commit, from any thread; never raises."""
    _hand_over(lambda publisher: publisher.race(race_id, read, at_once), partial(_send_race, race_id, read))


def progressed(race_id: int, line: ProgressLine) -> None:
    """Publish how far somebody is with the ply just committed. As `race_changed`."""
    alone = partial(_send_progress, {race_id: {line[0]: line}})
    _hand_over(lambda publisher: publisher.progress(race_id, line), alone)


def ply_made(entrant_id: int, made: PlyMade, sender: str | None) -> None:
    """Publish a ply to the entrant's other tabs, if there may be any. ``sender`` is the channel that has it already."""
    if sender is not None and not tabs.may_be_elsewhere(entrant_id):
        return
    content = {"type": "table.ply", "ply": made.model_dump_json(), "number": made.ply, "sender": sender}
    send = partial(_send, entrant_group(entrant_id), content)
    _hand_over(lambda publisher: publisher.ply(send), send)


def tab_is_here(entrant_id: int, *, asks: bool) -> None:
    """Tell an entrant's tabs in other processes that there is one here; ``asks``: and that they shall do so too."""
    content = {"type": "tab.here", "process": tabs.PROCESS, "asks": asks}
    send = partial(_send, entrant_group(entrant_id), content)
    _hand_over(lambda publisher: publisher.ply(send), send)


def lobby_changed(read: ReadLobby) -> None:
    """Publish the list of races that can be joined, as ``read`` gives it. As `race_changed`."""
    send = partial(_send_lobby, read)
    _hand_over(lambda publisher: publisher.lobby(send), send)


def invited(player_id: int) -> None:
    """Let a player's tabs in the lobby read their invitations anew. As `race_changed`."""
    send = partial(_send, player_group(player_id), {"type": "lobby.invited"})
    _hand_over(lambda publisher: publisher.ply(send), send)


def reacted(race_id: int, reaction: Reaction) -> None:
    """Show a racer's sign to everybody in the room. Nothing is kept, and nothing makes up for a lost one."""
    content = {"type": "race.reaction", "reaction": reaction.model_dump_json()}
    send = partial(_send, race_group(race_id), content)
    _hand_over(lambda publisher: publisher.ply(send), send)


def identity_group(player_id: int) -> str:
    """The group of every socket of a player, in rooms and lobby, in all browsers."""
    return f"identity.{player_id}"


def identity_changed(player_id: int) -> None:
    """Let every socket of a player look whether it still is theirs. As `race_changed`."""
    send = partial(_send, identity_group(player_id), {"type": "identity.changed"})
    _hand_over(lambda publisher: publisher.ply(send), send)


_loop: asyncio.AbstractEventLoop | None = None
_publishers: WeakKeyDictionary[asyncio.AbstractEventLoop, "Publisher"] = WeakKeyDictionary()


def _hand_over(tell: Callable[["Publisher"], None], alone: Sending) -> None:
    loop = _loop
    try:
        if loop is not None and asyncio._get_running_loop() is loop:
            # On the loop itself, as with every group of plies: waking it up would cost more than the telling.
            tell(_publishers[loop])
        elif loop is not None and loop.is_running():
            loop.call_soon_threadsafe(lambda: tell(_publishers[loop]))
        elif not isinstance(get_channel_layer(), InMemoryChannelLayer):
            # A management command or a shell: no sockets here, but other processes may have some.
            async_to_sync(alone)()
    except Exception:
        logger.warning("news not published", exc_info=True)


class Publisher:
    """What one event loop has to tell. Lives on that loop and is used only there."""

    def __init__(self) -> None:
        # By race, and one of the lobby.
        self._feeds: dict[int | None, _Feed] = {}
        self._plies: set[asyncio.Task[None]] = set()
        # What is to be told next: by race, and there by entrant.
        self._progress: _ProgressOfRaces = {}
        self._telling_progress: asyncio.Task[None] | None = None

    def race(self, race_id: int, read: ReadNews, at_once: bool) -> None:
        """Publish the race now or within PROGRESS_SECONDS."""
        self._feed(race_id, partial(_send_race, race_id, read), at_once)

    def lobby(self, send: Sending) -> None:
        """Publish the lobby's list now or within LOBBY_SECONDS."""
        self._feed(None, send, at_once=False)

    def progress(self, race_id: int, line: ProgressLine) -> None:
        """Publish somebody's progress now or within PROGRESS_SECONDS, together with everybody's."""
        self._progress.setdefault(race_id, {})[line[0]] = line
        if self._telling_progress is None:
            self._telling_progress = asyncio.create_task(self._keep_telling_progress())

    async def _keep_telling_progress(self) -> None:
        failures = 0
        try:
            while self._progress:
                told, self._progress = self._progress, {}
                try:
                    await _send_progress(told)
                    failures = 0
                except Exception:
                    failures += 1
                    logger.warning("progress not published, try %d", failures, exc_info=True)
                    if failures < TRIES:
                        for race_id, lines in told.items():
                            self._progress[race_id] = {**lines, **self._progress.get(race_id, {})}
                await asyncio.sleep(min(PROGRESS_SECONDS * 2**failures, 1.0))
        finally:
            self._telling_progress = None

    def _feed(self, key: int | None, send: Sending, at_once: bool) -> None:
        feed = self._feeds.get(key)
        if feed is None:
            feed = self._feeds[key] = _Feed()
            feed.task = asyncio.create_task(self._keep_telling(key, feed, send))
        feed.dirty = True
        if at_once:
            feed.hurry.set()

    def ply(self, send: Sending) -> None:
        """Send a ply, or another message that stands alone; in order, because tasks start and wait in order."""
        if len(self._plies) >= MAX_PLIES_ON_THE_WAY:
            logger.warning("ply not published: %d are on their way", len(self._plies))
            return
        task = asyncio.create_task(_logged(send()))
        self._plies.add(task)
        task.add_done_callback(self._plies.discard)

    async def _keep_telling(self, key: int | None, feed: "_Feed", send: Sending) -> None:
        failures = 0
        try:
            while feed.dirty:
                feed.dirty = False
                feed.hurry.clear()
                try:
                    await send()
                    failures = 0
                except Exception:
                    failures += 1
                    feed.dirty = feed.dirty or failures < TRIES
                    logger.warning("news not published, try %d", failures, exc_info=True)
                least = LOBBY_SECONDS if key is None else PROGRESS_SECONDS
                pause = max(least, min(PROGRESS_SECONDS * 2**failures, 1.0))
                try:
                    async with asyncio.timeout(pause):
                        await feed.hurry.wait()
                except TimeoutError:
                    pass
        finally:
            # No await between the last look at dirty and this: a change either was seen or makes a new feed.
            del self._feeds[key]


class _Feed:
    def __init__(self) -> None:
        self.dirty = True
        self.hurry = asyncio.Event()
        self.task: asyncio.Task[None] | None = None


async def _send_progress(races: _ProgressOfRaces) -> None:
    messages = {}
    for race_id, lines in races.items():
        text = Progress(entrants=list(lines.values())).model_dump_json()
        messages[race_group(race_id)] = {"type": "race.progress", "progress": text}
    layer = get_channel_layer()
    if isinstance(layer, HintLayer):
        await _bounded(layer.send_to_groups(messages))
    else:
        for group, message in messages.items():
            await _send(group, message)


async def _send_race(race_id: int, read: ReadNews) -> None:
    news = await in_database(read, race_id)
    if isinstance(news, Newer):
        content: dict[str, Any] = {"type": "race.newer", "version": news.version}
    else:
        content = {
            "type": "race.news",
            "news": news.model_dump_json(),
            "changes": news.changes,
            "version": news.version,
        }
    await _send(race_group(race_id), content)


async def _send_lobby(read: ReadLobby) -> None:
    races = await in_database(read)
    told = [race.model_dump(mode="json") for race in races]
    await _send(LOBBY_GROUP, {"type": "lobby.news", "races": told})


async def _send(group: str, content: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await _bounded(layer.group_send(group, content))


async def _bounded(sending: Awaitable[None]) -> None:
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await sending
    except Exception:
        metrics.layer_errors.inc()
        raise


async def _logged(sending: Coroutine[Any, Any, None]) -> None:
    try:
        await sending
    except Exception:
        logger.warning("ply not published", exc_info=True)
