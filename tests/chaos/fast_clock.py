"""The site on a machine whose clock is an hour ahead: an application for a worker."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

_true = timezone.now


def _an_hour_ahead() -> datetime:
    return _true() + timedelta(hours=1)


timezone.now = _an_hour_ahead

from racing.asgi import application  # noqa: E402  # with the clock that is set by now

__all__ = ["application"]
