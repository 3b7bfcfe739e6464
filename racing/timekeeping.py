"""Keeps this process's clock by the database's, which all processes share. See racing.clock."""

import asyncio
import logging
import time

from django.db import connection

from racing.clock import set_clock
from racing.offload import in_database

logger = logging.getLogger(__name__)

# Clocks of machines drift apart by milliseconds in that time.
LOOK_SECONDS = 60.0
# An answer that took longer says too little about when it was given.
LONGEST_ANSWER = 0.5

_keeping: set[asyncio.Task[None]] = set()


async def keep_time() -> None:
    """Look at the database's clock, and go on doing so as long as the event loop runs. Never raises."""
    await _look()
    task = asyncio.create_task(_keep())
    _keeping.add(task)
    task.add_done_callback(_keeping.discard)


async def _keep() -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        await _look()


async def _look() -> None:
    try:
        await in_database(_ask)
    except Exception:
        # Whatever it is, what was known of that clock stays, and the next look is soon.
        logger.warning("the database's clock is not known", exc_info=True)


def _ask() -> None:
    if connection.vendor != "postgresql":
        return  # a file on this machine
    with connection.cursor() as cursor:
        before = time.monotonic()
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
        after = time.monotonic()
    if after - before <= LONGEST_ANSWER:
        set_clock(moment, (before + after) / 2)
