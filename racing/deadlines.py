"""Races end on time while people watch: one timer per race and process, set by the sockets that watch it.
And every few minutes whatever nobody watches any more is ended.

Nothing depends on either: a deadline is a time in the database, and whoever looks later ends the race too.
"""

import asyncio
import logging
from weakref import WeakKeyDictionary

from racing import actions
from racing.clock import now, sleep_until
from racing.offload import in_database

logger = logging.getLogger(__name__)

# A ply that was sent in time may be on its way through another process.
GRACE_MS = 250

TIDY_SECONDS = 600

_timers: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, asyncio.Task[None]]] = WeakKeyDictionary()

_tidying: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()


def watch(race_id: int, deadline_ms: int) -> None:
    """Settle the race when its deadline (milliseconds since 1970) has passed. Again is no harm."""
    timers = _timers.setdefault(asyncio.get_running_loop(), {})
    if race_id not in timers:
        task = timers[race_id] = asyncio.create_task(_settle_at(race_id, deadline_ms))
        task.add_done_callback(lambda _: timers.pop(race_id, None))


async def _settle_at(race_id: int, deadline_ms: int) -> None:
    await sleep_until(deadline_ms + GRACE_MS)
    try:
        await in_database(actions.settle, race_id, now())
    except Exception:
        logger.exception("race %s not settled at its deadline", race_id)


def tidy_now_and_then() -> None:
    """Settle all that is due every TIDY_SECONDS as long as the process serves. Again is no harm."""
    loop = asyncio.get_running_loop()
    if loop not in _tidying:
        _tidying[loop] = asyncio.create_task(_tidy())


async def _tidy() -> None:
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        try:
            await in_database(actions.settle_due, now())
        except Exception:
            logger.exception("races not settled")
