"""The socket of the lobby: the list of races that can be joined, and who is asked to come, as they change."""

import logging
import math
import time
from typing import Any

from channels.exceptions import StopConsumer
from django.http import parse_cookie
from django.utils import translation

from racing import events, metrics
from racing.clock import now, to_ms
from racing.known import KnownSocket
from racing.languages import language_of
from racing.lobby import invitations_of, listed_races
from racing.messages import (
    InvitationLine,
    LobbyNews,
    LobbyPong,
    LobbyRace,
    Message,
    RefusedFrame,
    RefusedNews,
    parse_in_lobby,
)
from racing.offload import in_database
from racing.refusals import Refused
from racing.sockets import GoneError

logger = logging.getLogger(__name__)

# As in the rooms: of use a little later.
TRY_AGAIN = 4503
# Every tab of the front page asks with its heartbeat; the process reads the list no more often than this.
FRESH_SECONDS = 5.0


class _Shelf:
    """The list as this process read or heard it last."""

    def __init__(self) -> None:
        self.races: list[LobbyRace] = []
        self.at = -math.inf

    async def fresh(self) -> list[LobbyRace]:
        """Return a list that is at most FRESH_SECONDS old: what the layer lost is made up for by this."""
        if time.monotonic() - self.at > FRESH_SECONDS:
            self.put(await in_database(listed_races))
        return self.races

    def put(self, races: list[LobbyRace]) -> None:
        self.races, self.at = races, time.monotonic()


SHELF = _Shelf()


class LobbyConsumer(KnownSocket):
    """One tab of the front page."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the socket."""
        events.bind()
        self.told: LobbyNews | None = None
        self.invitations: list[InvitationLine] = []
        self.counted = False
        await super().__call__(scope, receive, send)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept, join the groups, and only then tell the list: nothing falls in between."""
        headers = dict(self.scope["headers"])
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
        self.language = language_of(headers, cookies, self.scope["query_string"])
        await self.accept()
        try:
            await self.identify(cookies)
            metrics.connections.labels("lobby").inc()
            self.counted = True
            await self.join_groups()
            await self._read_invitations()
            await self._tell_list(await in_database(listed_races))
        except (GoneError, StopConsumer):
            raise
        except Exception:
            logger.exception("error on entering the lobby")
            await self.close(code=TRY_AGAIN)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Answer a heartbeat, after whatever was lost since the last one."""
        try:
            command = await self.read(message, parse_in_lobby)
            await self.slow_down()
            await self.look_now_and_then()
            await self.join_groups()
            await self._read_invitations()
            await self._tell_list(await SHELF.fresh())
            await self._tell(LobbyPong(now=to_ms(now())))
        except RefusedFrame as refused:
            metrics.refusals.labels(refused.code).inc()
            await self._refuse(refused, refused.do)
        except Refused as refused:
            await self._refuse(refused, "ping")
        except (GoneError, StopConsumer):
            raise
        except Exception:
            logger.exception("error in the lobby")
            await self._refuse(Refused("internal"), command.do)

    async def lobby_news(self, event: dict[str, Any]) -> None:
        """Pass the list on."""
        SHELF.put([LobbyRace.model_validate(race) for race in event["races"]])
        await self._tell_list(SHELF.races)

    async def lobby_invited(self, event: dict[str, Any]) -> None:
        """Pass on that somebody asks this player to come."""
        await self._read_invitations()
        await self._tell_list(await SHELF.fresh())

    async def _read_invitations(self) -> None:
        if self.player_id is not None:
            self.invitations = await in_database(invitations_of, self.player_id)

    async def _tell_list(self, races: list[LobbyRace]) -> None:
        """Tell the list and the invitations, unless this tab has just these."""
        told = self.told
        if told is not None and (told.races, told.invitations) == (races, self.invitations):
            return
        self.told = LobbyNews(races=races, invitations=self.invitations, now=to_ms(now()))
        with translation.override(self.language):
            named = self.told.in_words(translation.gettext)
        await self._tell(named)

    async def _refuse(self, refused: Refused, do: str | None) -> None:
        with translation.override(self.language):
            sentence = refused.sentence()
        await self._tell(
            RefusedNews(code=refused.code, message=sentence, do=do, ply=None, seconds=refused.seconds)
        )

    async def _tell(self, message: Message) -> None:
        await self.send_text(message.model_dump_json())

    def wanted_groups(self) -> set[str]:
        """Everybody's group of the lobby, and the player's own ones."""
        groups = {events.LOBBY_GROUP} | self.identity_groups()
        return groups if self.player_id is None else groups | {events.player_group(self.player_id)}

    async def say_goodbye(self) -> None:
        """Count one tab less."""
        if self.counted:
            metrics.connections.labels("lobby").dec()
