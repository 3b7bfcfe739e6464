"""Searches that nobody waits for, looked for in the database as long as this process serves."""

import asyncio
import logging
from weakref import WeakKeyDictionary

from django.conf import settings

from racing import actions
from racing.offload import in_database

logger = logging.getLogger(__name__)

# Whoever looks at a result waits for its par so much longer; an idle site asks its database as often.
LOOK_SECONDS = 2.0
# Under a server that does not say when it starts there is one process, which searches at once what it wants itself:
# this takes up what was left over from before a restart.
LEFT_OVER_SECONDS = 600.0

_looking: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()


def keep_searching(every: float = LOOK_SECONDS) -> None:
    """Do what other processes write down, if this one shall, as long as the event loop runs. Again is no harm."""
    loop = asyncio.get_running_loop()
    if settings.BACKGROUND_SEARCHES and settings.SOLVERS and loop not in _looking:
        _looking[loop] = asyncio.create_task(_keep(every))


async def _keep(every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await in_database(actions.search_wanted)
        except Exception:
            # The database is away, perhaps; the next look is soon.
            logger.exception("what is wanted is not searched")
