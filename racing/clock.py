"""Times on the wire. An action reads the clock once, with `now`, and passes it on."""

from datetime import UTC, datetime, timedelta
from typing import overload

from django.utils import timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """Return the server's time, aware, in UTC."""
    return timezone.now()


@overload
def to_ms(moment: datetime) -> int: ...
@overload
def to_ms(moment: None) -> None: ...


def to_ms(moment: datetime | None) -> int | None:
    """Return whole milliseconds since 1970, or None for None."""
    return None if moment is None else (moment - _EPOCH) // timedelta(milliseconds=1)
