"""What a room's socket tells: the race as its reader may know it, the table, and what changed since."""

import asyncio
import logging
import math
import time
from typing import Any

from django.utils import translation

from racing import deadlines, standing
from racing.clock import now, sleep_until, to_ms
from racing.known import KnownSocket
from racing.messages import Message, RaceNews, RefusedNews, Welcome
from racing.offload import in_database
from racing.refusals import Refused
from racing.sockets import GoneError

logger = logging.getLogger(__name__)

# Where everybody sees something else of a race, each socket reads it no more often than this; a day's deal, which
# thousands may look at, less often.
CATCH_UP_SECONDS = {"challenge": 2.0, "daily": 10.0}


class TellingSocket(KnownSocket):
    """A socket in a room, as far as it tells. Where it stands is ``place``, in ``language`` it speaks."""

    place: standing.Place | None = None
    language = "en"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Of the newest race told: its changes, and its version.
        self.newest = (-1, -1)
        self.kind = ""
        self.dealt = False
        self.start_timer: asyncio.Task[None] | None = None
        self.catching_up: asyncio.Task[None] | None = None
        self.read_at = -math.inf

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
            # A task of nobody's: unlogged, it would end unseen.
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
            # A task of nobody's as well; the heartbeat makes up for it.
            logger.exception("error in catching up")

    async def _refuse(self, refused: Refused, do: str | None = None, ply: int | None = None) -> None:
        with translation.override(self.language):
            sentence = refused.sentence()
        await self._tell(
            RefusedNews(code=refused.code, message=sentence, do=do, ply=ply, seconds=refused.seconds)
        )

    async def _tell(self, message: Message) -> None:
        await self.send_text(message.model_dump_json())

    def stop_timers(self) -> None:
        """Tell nothing more by itself."""
        for task in (self.start_timer, self.catching_up):
            if task is not None:
                task.cancel()
