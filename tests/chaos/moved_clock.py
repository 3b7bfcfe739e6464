"""The site on a machine whose clock is moved while it works: SIGUSR1 moves it an hour on, SIGUSR2 an hour back."""

from __future__ import annotations

import signal
import sys
import time
from datetime import datetime, timedelta

from django.utils import timezone

HOUR = timedelta(hours=1)

_true_now, _true_time = timezone.now, time.time
_ahead = timedelta()


def _now() -> datetime:
    return _true_now() + _ahead


def _time() -> float:
    return _true_time() + _ahead.total_seconds()


def _move(number: int, _frame: object) -> None:
    global _ahead
    _ahead += HOUR if number == signal.SIGUSR1 else -HOUR
    print("the clock was moved", file=sys.stderr, flush=True)


timezone.now, time.time = _now, _time
signal.signal(signal.SIGUSR1, _move)
signal.signal(signal.SIGUSR2, _move)

from racing.asgi import application  # noqa: E402  # with the clock that is set by now

__all__ = ["application"]
