"""How many look on through this process: counted here, written now and then, added up by whoever tells of a race.

A number for people to see, and no more: it may lag by seconds, and what a process that died had counted is
forgotten after `Audience.STALE_SECONDS`.
"""

import asyncio
import logging
import secrets
from collections import Counter
from weakref import WeakKeyDictionary

from racing import actions
from racing.clock import now
from racing.models import Audience
from racing.offload import in_database

logger = logging.getLogger(__name__)

# Who comes and goes within so long is written once.
PAUSE_SECONDS = 1.0
REFRESH_SECONDS = Audience.STALE_SECONDS / 3

PROCESS = secrets.token_hex(16)


class _Counting:
    """The watchers of one event loop."""

    def __init__(self) -> None:
        self.watching: Counter[int] = Counter()
        self.written: dict[int, int] = {}
        self.changed: set[int] = set()
        self.working: asyncio.Task[None] | None = None

    def change(self, race_id: int, by: int) -> None:
        self.watching[race_id] += by
        if self.watching[race_id] <= 0:
            del self.watching[race_id]
        self.changed.add(race_id)
        if self.working is None:
            self.working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Write what changed, and see to it that nothing here goes stale, as long as somebody looks on."""
        refreshed = asyncio.get_running_loop().time()
        try:
            while self.changed or self.watching:
                await asyncio.sleep(PAUSE_SECONDS)
                for race_id in list(self.changed):
                    self.changed.discard(race_id)
                    await self._write(race_id)
                if asyncio.get_running_loop().time() - refreshed > REFRESH_SECONDS:
                    refreshed = asyncio.get_running_loop().time()
                    await in_database(actions.refresh_audiences, PROCESS, now())
        except Exception:
            logger.warning("watchers not counted", exc_info=True)
        finally:
            self.working = None

    async def _write(self, race_id: int) -> None:
        watching = self.watching.get(race_id, 0)
        if watching == self.written.get(race_id, 0):
            return
        await in_database(actions.note_audience, race_id, PROCESS, watching, now())
        if watching:
            self.written[race_id] = watching
        else:
            self.written.pop(race_id, None)


_countings: WeakKeyDictionary[asyncio.AbstractEventLoop, _Counting] = WeakKeyDictionary()


def come(race_id: int) -> None:
    """Count one more who looks on."""
    _countings.setdefault(asyncio.get_running_loop(), _Counting()).change(race_id, 1)


def go(race_id: int) -> None:
    """Count one less."""
    _countings.setdefault(asyncio.get_running_loop(), _Counting()).change(race_id, -1)
