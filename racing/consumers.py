"""The socket of a room: parse, act, reply. What is said is in racing.messages and docs/protocol.md."""

import asyncio
import logging
import math
import time
from typing import Any

from channels.exceptions import StopConsumer
from django.conf import settings
from django.http import parse_cookie
from django.utils import translation

from racing import actions, audience, deadlines, events, log, metrics, plies, standing, tabs
from racing.clock import now, sleep_until, to_ms
from racing.known import KnownSocket
from racing.languages import language_of
from racing.messages import (
    Begin,
    Command,
    Hint,
    Leave,
    Message,
    Ping,
    Play,
    RaceNews,
    React,
    Reaction,
    Ready,
    RefusedFrame,
    RefusedNews,
    Rematch,
    Resign,
    Resync,
    Start,
    StopSearch,
    Unresign,
    Verdict,
    Welcome,
    parse,
)
from racing.offload import in_database
from racing.rates import REACTIONS_AT_ONCE, REACTIONS_PER_SECOND, Bucket
from racing.refusals import Refused
from racing.searching import Searching
from racing.sockets import GoneError

logger = logging.getLogger(__name__)

# 44xx: connecting again would be of no use. Codes of our own, because daphne sends no others (1009, 1011).
NO_SUCH_RACE = 4404
TOO_FAST = 4429
TOO_LARGE = 4413
TRY_AGAIN = 4503

# Where everybody sees something else of a race, each socket reads it no more often than this; a day's deal, which
# thousands may look at, less often.
CATCH_UP_SECONDS = {"challenge": 2.0, "daily": 10.0}


class RoomConsumer(KnownSocket):
    """One tab of an entrant or a spectator."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the socket."""
        events.bind()
        self.place: standing.Place | None = None
        # Of the newest race told: its changes, and its version.
        self.newest = (-1, -1)
        self.dealt = False
        self.has_company = False
        self.start_timer: asyncio.Task[None] | None = None
        self.searching = Searching(self._tell, self._refuse)
        self.catching_up: asyncio.Task[None] | None = None
        self.read_at = -math.inf
        self.kind = ""
        self.bucket = Bucket(time.monotonic())
        self.reactions = Bucket(time.monotonic(), rate=REACTIONS_PER_SECOND, most=REACTIONS_AT_ONCE)
        self.counted_as: str | None = None
        await super().__call__(scope, receive, send)

    # The socket ----------------------------------------------------------------------------------------

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept, join the groups, and only then tell everything: nothing falls in between."""
        headers = dict(self.scope["headers"])
        self.cookies = cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.player_id: int | None = None
        self.language = language_of(headers, cookies)
        await self.accept()
        try:
            await self._enter()
        except Refused as refused:
            await self._refuse(refused)
            await self.close(code=NO_SUCH_RACE)
        except (GoneError, StopConsumer):
            raise
        except Exception:
            logger.exception("error on entering")
            await self._refuse(Refused("internal"))
            await self.close(code=TRY_AGAIN)

    async def _enter(self) -> None:
        await self.identify(self.cookies)
        self.place = await in_database(standing.find_place, self.code, self.player_id)
        if self.place.entrant_id is not None:
            tabs.opened(self.place.entrant_id)
        await self.join_groups()
        self.counted_as = "watcher" if self.place.entrant_id is None else "racer"
        metrics.connections.labels(self.counted_as).inc()
        if self.counted_as == "watcher":
            audience.come(self.place.race_id)
        await self._welcome()
        await self._tell_all()
        if self.place.entrant_id is not None:
            events.tab_is_here(self.place.entrant_id, asks=True)
            await in_database(actions.arrive, self.code, self.place.entrant_id, now())

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Do what a frame asks for, or refuse it."""
        if self.place is None:
            return  # closed already, and this was on its way
        do: str | None = None
        ply: int | None = None
        try:
            text = message.get("text")
            if text is None:
                raise RefusedFrame("bad_frame")
            command = parse(text)
            do, ply = command.do, command.ply if isinstance(command, Play) else None
            await self._slow_down()
            async with self.turn:
                facts = {} if ply is None else {"ply": ply}
                with log.action(do, race=self.place.race_id, entrant=self.place.entrant_id, **facts):
                    await self._obey(command)
        except RefusedFrame as refused:
            metrics.refusals.labels(refused.code).inc()
            await self._refuse(refused, refused.do, refused.ply)
            if refused.code == "frame_too_large":
                await self.close(code=TOO_LARGE)
        except Refused as refused:
            await self._refuse(refused, do, ply)
        except (GoneError, StopConsumer):
            raise
        except Exception:
            # The same may be sent again: what was committed is answered, what was not is done.
            logger.exception("error in %s", do)
            await self._refuse(Refused("internal"), do, ply)

    async def _slow_down(self) -> None:
        """Take a token for a frame. Raises Refused when there is none, and closes on who does not listen."""
        wait = self.bucket.take(time.monotonic()) if settings.RATE_LIMITS else 0.0
        if not wait:
            return
        if self.bucket.is_hopeless:
            await self.close(code=TOO_FAST)
            raise GoneError
        metrics.refusals.labels("too_fast").inc()
        raise Refused("too_fast", seconds=math.ceil(wait))

    # From the layer ------------------------------------------------------------------------------------

    async def race_news(self, event: dict[str, Any]) -> None:
        """Pass the race on unless this tab knows it newer already."""
        if (event["changes"], event["version"]) > self.newest:
            # The layer gives one and the same event to all sockets of a process: it is read once.
            news = event.get("read") or RaceNews.model_validate_json(event["news"])
            event["read"] = news
            await self._tell_race(news)

    async def race_progress(self, event: dict[str, Any]) -> None:
        """Pass on how far the racers are. Whoever knows it already loses nothing."""
        await self.send_text(event["progress"])

    async def race_newer(self, event: dict[str, Any]) -> None:
        """Read what is new for this tab, soon: everybody in this race sees something else of it."""
        if event["version"] > self.newest[1] and self.catching_up is None:
            pause = self.read_at + CATCH_UP_SECONDS.get(self.kind, 0.0) - time.monotonic()
            self.catching_up = asyncio.create_task(self._tell_after(max(0.0, pause)))

    async def race_reaction(self, event: dict[str, Any]) -> None:
        """Pass on a racer's sign."""
        await self.send_text(event["reaction"])

    async def table_ply(self, event: dict[str, Any]) -> None:
        """Pass on what another tab of the same entrant played."""
        if event["sender"] != self.channel_name:
            await self.send_text(event["ply"])

    async def tab_here(self, event: dict[str, Any]) -> None:
        """Remember that the entrant has a tab in another process, and answer whoever asked."""
        assert self.place is not None
        entrant_id = self.place.entrant_id
        if entrant_id is None or not tabs.heard_of(entrant_id, event["process"]):
            return
        if event["asks"]:
            events.tab_is_here(entrant_id, asks=False)
        elif not self.has_company:
            # What was played there before they knew of this tab was not sent to it.
            self.has_company = True
            await self._tell_all()

    # Commands ------------------------------------------------------------------------------------------

    async def _obey(self, command: Command) -> None:
        assert self.place is not None
        if isinstance(command, Ping):
            await self.join_groups()
            await self.look_now_and_then()
            if self.place.entrant_id is not None:
                events.tab_is_here(self.place.entrant_id, asks=False)
            await self._tell(await in_database(standing.pong, self.place, now()))
        elif isinstance(command, Resync):
            await self._tell_all()
        elif self.place.entrant_id is None or self.player_id is None:
            raise Refused("not_a_racer")
        elif isinstance(command, Hint | Verdict):
            self.searching.begin(command, self.place.entrant_id)
        elif isinstance(command, StopSearch):
            await self.searching.stop()
        elif isinstance(command, React):
            await self._react(command, self.place)
        elif isinstance(command, Play):
            made = await plies.play(
                self.place.entrant_id, command.ply, command.move, now(), sender=self.channel_name
            )
            await self._tell(made)
        else:
            await in_database(_act, command, self.code, self.player_id)
            if isinstance(command, Leave):
                await self._leave_place()
            if isinstance(command, Begin):
                await self._tell_all()
            else:
                await self._tell_race((await in_database(standing.standing, self.place, now())).news)

    async def _react(self, command: React, place: standing.Place) -> None:
        wait = self.reactions.take(time.monotonic())
        if wait:
            self.reactions.give_back()
            raise Refused("too_fast", seconds=math.ceil(wait))
        assert place.entrant_id is not None
        events.reacted(place.race_id, Reaction(entrant=place.entrant_id, reaction=command.reaction))

    async def _leave_place(self) -> None:
        assert self.place is not None and self.place.entrant_id is not None
        entrant_id = self.place.entrant_id
        self.place = self.place._replace(entrant_id=None)
        tabs.closed(entrant_id)
        await self.leave_groups({events.entrant_group(entrant_id)})
        await self._welcome()

    # Telling -------------------------------------------------------------------------------------------

    async def _welcome(self) -> None:
        assert self.place is not None
        await self._tell(Welcome(you=self.place.entrant_id, now=to_ms(now())))

    async def _tell_all(self) -> None:
        assert self.place is not None
        self.read_at = time.monotonic()
        news, table = await in_database(standing.standing, self.place, now())
        if table is not None:
            self.dealt = True
            await self._tell(table)
        await self._tell_race(news)

    async def _tell_race(self, news: RaceNews) -> None:
        assert self.place is not None
        self.newest = max(self.newest, (news.changes, news.version))
        self.kind = news.kind
        with translation.override(self.language):
            named = news.in_words(translation.gettext)
        await self._tell(named)
        deadlines.watch(self.place.race_id, news, self.place.entrant_id)
        waiting = news.kind in ("race", "practice") and (
            news.status == "countdown"
            or (news.status == "running" and self.place.entrant_id is not None and not self.dealt)
        )
        if waiting and news.starts_at is not None and self.start_timer is None:
            self.start_timer = asyncio.create_task(self._tell_at_start(news.starts_at))

    async def _tell_at_start(self, starts_at: int) -> None:
        """Deal: at the common start every entrant gets the table, and everybody the running race."""
        await sleep_until(starts_at)
        try:
            async with self.turn:
                await self._tell_all()
        except GoneError:
            pass  # the next message to this client finds out as well
        except Exception:
            logger.exception("error at the start")
        finally:
            # If it did not come to the table, the next news of the race try again.
            self.start_timer = None

    async def _tell_after(self, pause: float) -> None:
        """Tell where the race stands, and deal when another tab began the attempt."""
        await asyncio.sleep(pause)
        # From now on a newer version needs a reading of its own.
        self.catching_up = None
        self.read_at = time.monotonic()
        try:
            async with self.turn:
                assert self.place is not None
                news, table = await in_database(standing.standing, self.place, now())
                if table is not None and not self.dealt:
                    self.dealt = True
                    await self._tell(table)
                await self._tell_race(news)
        except GoneError:
            pass  # the next message to this client finds out as well
        except Exception:
            logger.exception("error in catching up")

    async def _refuse(self, refused: Refused, do: str | None = None, ply: int | None = None) -> None:
        with translation.override(self.language):
            sentence = refused.sentence()
        await self._tell(RefusedNews(code=refused.code, message=sentence, do=do, ply=ply))

    async def _tell(self, message: Message) -> None:
        await self.send_text(message.model_dump_json())

    # Coming and going ----------------------------------------------------------------------------------

    def wanted_groups(self) -> set[str]:
        """Everybody's group of the race, and the entrant's own."""
        if self.place is None:
            return set()
        groups = {events.race_group(self.place.race_id)} | self.identity_groups()
        if self.place.entrant_id is not None:
            groups.add(events.entrant_group(self.place.entrant_id))
        return groups

    async def say_goodbye(self) -> None:
        """Note that the entrant is away when this was the last socket here."""
        self.searching.cancel()
        for task in (self.start_timer, self.catching_up):
            if task is not None:
                task.cancel()
        if self.counted_as == "watcher" and self.place is not None:
            audience.go(self.place.race_id)
        if self.counted_as is not None:
            metrics.connections.labels(self.counted_as).dec()
        if self.place is None or self.place.entrant_id is None:
            return
        entrant_id = self.place.entrant_id
        if tabs.closed(entrant_id):
            try:
                await in_database(actions.depart, self.code, entrant_id, now())
            except Exception:
                logger.warning("departure not noted", exc_info=True)


def _act(command: Command, code: str, player_id: int) -> None:
    """Do what is done under the race's lock, in a database thread."""
    match command:
        case Ready(ready=ready):
            actions.get_ready(code, player_id, ready, now())
        case Start():
            actions.start(code, player_id, now())
        case Leave():
            actions.leave(code, player_id, now())
        case Begin():
            actions.begin(code, player_id, now())
        case Resign():
            actions.resign(code, player_id, now())
        case Unresign():
            actions.unresign(code, player_id, now())
        case Rematch():
            actions.rematch(code, player_id, now())
