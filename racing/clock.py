"""Times on the wire. An action reads the clock once, with `now`, and passes it on.

Where several machines serve, the database's clock decides: each process asks it now and then and counts on from there
by its monotonic clock, so that a machine whose clock is wrong, or is set, changes no time of any race.
"""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import overload

from django.utils import timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


_known: tuple[datetime, float] | None = None


def now() -> datetime:
    """Return the server's time, aware, in UTC."""
    if _known is None:
        return timezone.now()
    moment, at = _known
    return moment + timedelta(seconds=time.monotonic() - at)


def set_clock(moment: datetime, at: float) -> None:
    """Let it have been that moment when the monotonic clock showed ``at``."""
    global _known
    _known = moment, at


@overload
def to_ms(moment: datetime) -> int: ...
@overload
def to_ms(moment: None) -> None: ...


def to_ms(moment: datetime | None) -> int | None:
    """Return whole milliseconds since 1970, or None for None."""
    if moment is None:
        return None
    past = moment - _EPOCH
    return past.days * 86_400_000 + past.seconds * 1000 + past.microseconds // 1000


async def sleep_until(moment_ms: int) -> None:
    """Sleep until `now` is past a moment in milliseconds since 1970.

    One sleep is not enough: uvloop's timers wake early on a busy machine, and the clock may be set back.
    """
    while (left := moment_ms - to_ms(now())) >= 0:  # noqa: ASYNC110  # a clock is no event
        await asyncio.sleep((left + 1) / 1000)
