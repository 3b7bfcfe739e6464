"""The log: one line of JSON an event, and one event an action. For people to search and machines to read.

Never in it: cards, seeds, codes of races (they are keys), cookies, names of players. Races and entrants are numbers.
"""

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from racing import metrics


def _no_address(logger: object, method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Name the page instead of its address, in what Django logs of a request: the address may hold a race's code."""
    request = getattr(line.get("_record"), "request", None)
    if request is None:
        return line
    match = getattr(request, "resolver_match", None)
    page = match.url_name if match and match.url_name else "somewhere"
    told = {name: value.replace(request.path, page) for name, value in line.items() if isinstance(value, str)}
    return {**line, **told, "page": page}


_SHARED: list[Any] = [
    structlog.stdlib.add_logger_name,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.format_exc_info,
    _no_address,
]


def settings_of(level: str) -> dict[str, Any]:
    """Return Django's LOGGING: whatever is logged, by whichever library, becomes a line of JSON."""
    json = structlog.processors.JSONRenderer()
    for_json = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, json]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": for_json,
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        # An address may hold the code of a race, and some of these would log it: what is not found, what is too slow.
        "loggers": {
            "racing": {"level": level},
            "django.request": {"level": "ERROR"},
            "uvicorn.access": {"level": "CRITICAL"},
            "daphne.http_protocol": {"level": "ERROR"},
        },
    }


class _Stderr:
    """Whatever standard error is now: tests change it."""

    def write(self, text: str) -> None:
        sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


# Actions go straight to the stream: through logging each would cost as much as the action's share of a commit.
_actions: Any = structlog.wrap_logger(
    structlog.WriteLogger(_Stderr()),  # type: ignore[arg-type]  # it uses only these two
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.JSONRenderer(),
    ],
    wrapper_class=structlog.BoundLogger,
    cache_logger_on_first_use=True,
)


class Action:
    """An action while it goes on: say how it was answered, if otherwise than ok."""

    __slots__ = ("answer", "facts")

    def __init__(self) -> None:
        self.answer = "ok"
        self.facts: dict[str, Any] = {}


@contextmanager
def action(do: str, **facts: Any) -> Iterator[Action]:
    """Log and count what is done inside, once, with how long it took and how it was answered.

    What is raised inside is the answer: its code, or ``internal`` when it has none.
    """
    begun = time.perf_counter()
    told = Action()
    try:
        yield told
    except Exception as error:
        told.answer = str(getattr(error, "code", "internal"))
        raise
    finally:
        seconds = time.perf_counter() - begun
        metrics.actions.labels(do, told.answer).inc()
        if told.answer != "ok":
            metrics.refusals.labels(told.answer).inc()
        if logging.getLogger("racing").isEnabledFor(logging.INFO):
            _actions.info(do, **facts, **told.facts, answer=told.answer, ms=round(seconds * 1000, 2))
