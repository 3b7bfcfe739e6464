"""Searches that nobody waits for, looked for in the database as long as this process serves."""

import asyncio
import logging

from django.conf import settings

from racing import actions
from racing.offload import in_database

logger = logging.getLogger(__name__)

# Whoever looks at a result waits for its par so much longer; an idle site asks its database as often.
LOOK_SECONDS = 2.0

_looking: set[asyncio.Task[None]] = set()


def keep_searching() -> None:
    """Do what other processes write down, if this one shall, as long as the event loop runs. Never raises."""
    if settings.BACKGROUND_SEARCHES and settings.SOLVERS:
        task = asyncio.create_task(_keep())
        _looking.add(task)
        task.add_done_callback(_looking.discard)


async def _keep() -> None:
    while True:
        try:
            await in_database(actions.search_wanted)
        except Exception:
            # The database is away, perhaps; the next look is soon.
            logger.exception("what is wanted is not searched")
        await asyncio.sleep(LOOK_SECONDS)
