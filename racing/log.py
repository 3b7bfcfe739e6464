"""The log: one line of JSON an event, and one event an action. For people to search and machines to read.

Never in it: cards, seeds, codes of races (they are keys), cookies, names of players. Races and entrants are numbers.
"""

import logging
import sys
import time
from functools import cache
from types import TracebackType
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


def _no_traceback_of_what_was_sent(logger: object, method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Leave out where a request was refused that none of our browsers sends: anybody can send as many as they like."""
    if line["logger"].startswith("django.security"):
        line.pop("exc_info", None)
    return line


_SHARED: list[Any] = [
    structlog.stdlib.add_logger_name,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    _no_traceback_of_what_was_sent,
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


_racing = logging.getLogger("racing")


@cache
def _counter(do: str, answer: str) -> Any:
    return metrics.actions.labels(do, answer)


class Action:
    """An action while it goes on: say how it was answered, if otherwise than ok, and what else is to be logged.

    What is raised inside is the answer: its code, or ``internal`` when it has none. A class, because
    contextlib's way costs several times as much.
    """

    __slots__ = ("_begun", "_do", "answer", "facts")

    def __init__(self, do: str, facts: dict[str, Any]) -> None:
        self.answer = "ok"
        self.facts = facts
        self._do = do

    def __enter__(self) -> "Action":
        self._begun = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        seconds = time.perf_counter() - self._begun
        if isinstance(error, Exception):
            self.answer = str(getattr(error, "code", "internal"))
        _counter(self._do, self.answer).inc()
        if self.answer != "ok":
            metrics.refusals.labels(self.answer).inc()
        if _racing.isEnabledFor(logging.INFO):
            _actions.info(self._do, **self.facts, answer=self.answer, ms=round(seconds * 1000, 2))


def action(do: str, **facts: Any) -> Action:
    """Log and count what is done inside, once, with how long it took and how it was answered."""
    return Action(do, facts)
