"""The socket of a room: parse, act, reply. What is said is in racing.messages and docs/protocol.md."""

import logging
import math
import time
from typing import Any

from channels.exceptions import StopConsumer
from django.http import parse_cookie

from racing import actions, audience, events, log, metrics, plies, standing, tabs
from racing.clock import now
from racing.languages import language_of
from racing.messages import (
    Begin,
    Command,
    Hint,
    Leave,
    Ping,
    Play,
    RaceNews,
    React,
    Reaction,
    Ready,
    RefusedFrame,
    Rematch,
    Resign,
    Resync,
    Start,
    StopSearch,
    Unresign,
    Verdict,
    parse,
)
from racing.offload import in_database
from racing.rates import REACTIONS_AT_ONCE, REACTIONS_PER_SECOND, Bucket
from racing.refusals import Refused
from racing.searching import Searching
from racing.sockets import GoneError
from racing.telling import TellingSocket

logger = logging.getLogger(__name__)

# 44xx: connecting again would be of no use. Codes of our own, because daphne sends no others (1009, 1011).
NO_SUCH_RACE = 4404
TOO_LARGE = 4413
TRY_AGAIN = 4503


class RoomConsumer(TellingSocket):
    """One tab of an entrant or a spectator."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the socket."""
        events.bind()
        self.has_company = False
        self.searching = Searching(self._tell, self._refuse)
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
        self.language = language_of(headers, cookies, self.scope["query_string"])
        await self.accept()
        try:
            await self._enter()
        except Refused as refused:
            await self._refuse(refused)
            await self.close(code=NO_SUCH_RACE)
        except (GoneError, StopConsumer):
            raise
        except Exception:
            # The browser is told to come again, instead of finding a dead socket.
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
            command = await self.read(message, parse)
            do, ply = command.do, command.ply if isinstance(command, Play) else None
            await self.slow_down()
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

    # From the layer ------------------------------------------------------------------------------------

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

    async def _tell_race(self, news: RaceNews) -> None:
        await super()._tell_race(news)
        assert self.place is not None
        # Another tab of this entrant left. Elsewhere than in races not everybody is told of everybody.
        if news.kind == "race" and self.place.entrant_id not in {None, *(line.id for line in news.entrants)}:
            await self._leave_place()

    async def _leave_place(self) -> None:
        assert self.place is not None and self.place.entrant_id is not None
        entrant_id = self.place.entrant_id
        self.place = self.place._replace(entrant_id=None)
        tabs.closed(entrant_id)
        await self.leave_groups({events.entrant_group(entrant_id)})
        await self._welcome()

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
        self.stop_timers()
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
                # Presence goes stale by itself.
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
