"""Database work for the sockets, off the event loop, in a bounded pool of threads of our own.

Not database_sync_to_async: by default that runs everything of a process in one thread, so one slow query
would freeze every socket.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from racing import metrics

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="racing-database")
# What a thread is at, or will be: whoever asked may be gone.
_on_the_way: set[Future[Any]] = set()
# Plies are written by one thread of their own: handlers that hang cannot take it.
_log_thread = ThreadPoolExecutor(1, thread_name_prefix="racing-log")


async def in_database(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` in a database thread and return what it returns or raise what it raises.

    A cancelled caller does not stop the thread: what it commits stays committed.
    """
    with metrics.database_work.track_inprogress():
        return await asyncio.wrap_future(_submit(_threads, partial(_clean_run, work, *args, **kwargs)))


def in_background(work: Callable[[], object]) -> None:
    """Run ``work`` in a database thread, from any thread; what it raises is logged."""

    def run() -> None:
        try:
            _clean_run(work)
        except Exception:
            logger.exception("error in the background")

    # Refused when the process is ending.
    with suppress(RuntimeError):
        _submit(_threads, run)


def _submit(threads: ThreadPoolExecutor, work: Callable[[], T]) -> Future[T]:
    future = threads.submit(work)
    _on_the_way.add(future)
    future.add_done_callback(_on_the_way.discard)
    return future


def finish_background(seconds: float) -> bool:
    """Wait until no thread is at the database, as before a database is emptied; False if it takes longer."""
    return not wait(_on_the_way.copy(), seconds).not_done


async def in_log_thread(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do the same in the one thread that writes groups of plies. Its connection stays its own."""
    return await asyncio.wrap_future(_submit(_log_thread, partial(_kept_run, work, *args, **kwargs)))


def release_log_thread() -> None:
    """End the connection of the thread that writes groups of plies, as where a database is to be dropped."""
    _log_thread.submit(_end_connection).result()


def _kept_run(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return work(*args, **kwargs)
    finally:
        # Taken from the pool and looked over for every group it would cost as much as a large group's writing.
        if connection.errors_occurred or connection.in_atomic_block:
            _end_connection()


def _end_connection() -> None:
    # Not back to the pool as it is: it is set up for the one statement that it writes.
    if connection.vendor == "postgresql" and connection.connection is not None:
        connection.connection.close()
    connection.close()


def _clean_run(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return work(*args, **kwargs)
    except (OperationalError, InterfaceError):
        # The server or the network took the connection; the next user of this thread gets a new one.
        connection.close()
        raise
    finally:
        # PostgreSQL: back to the pool, so that a thread holds a connection only while it works. SQLite has
        # no pool, opening is slow there, and the threads are few and live long: they keep theirs.
        if connection.vendor != "sqlite" and not connection.in_atomic_block:
            connection.close()
