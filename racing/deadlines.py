"""Races and attempts end on time while people watch: one timer per race, moment and process, set by the sockets.
And every few minutes whatever nobody watches any more is ended.

Nothing depends on either: a deadline is a time in the database, and whoever looks later ends the race too.
"""

import asyncio
import logging
from weakref import WeakKeyDictionary

from racing import actions
from racing.clock import now, sleep_until
from racing.messages import RaceNews
from racing.offload import in_database

logger = logging.getLogger(__name__)

# A ply that was sent in time may be on its way through another process.
GRACE_MS = 250

# Deadlines farther away than this get their timer with later news, or are found by tidying.
FARTHEST_MS = 24 * 3600 * 1000

TIDY_SECONDS = 600

_Timers = dict[tuple[int, int], asyncio.Task[None]]
_timers: WeakKeyDictionary[asyncio.AbstractEventLoop, _Timers] = WeakKeyDictionary()

_tidying: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()


def watch(race_id: int, news: RaceNews, entrant_id: int | None) -> None:
    """Settle the race whenever the news say that something may end: all, the reader's own attempt, or the time in
    which a resignation can be taken back. Again is no harm.
    """
    if news.status not in ("countdown", "running"):
        return
    moments = {news.deadline}
    for line in news.entrants:
        moments.add(line.undo_until)
        if line.id == entrant_id and line.outcome is None:
            moments.add(line.deadline)
    timers = _timers.setdefault(asyncio.get_running_loop(), {})
    for moment in moments:
        # A term of days ends while others watch; whoever watches then sets the timer then.
        if moment is None or (race_id, moment) in timers or moment - news.now > FARTHEST_MS:
            continue
        timers[race_id, moment] = asyncio.create_task(_settle_at(race_id, moment, timers))


async def _settle_at(race_id: int, deadline_ms: int, timers: _Timers) -> None:
    try:
        await sleep_until(deadline_ms + GRACE_MS)
        await in_database(actions.settle_and_tell, race_id, now())
    except Exception:
        logger.exception("race %s not settled at its deadline", race_id)
    finally:
        del timers[race_id, deadline_ms]


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
