"""A solver for the tests: a real process, warm before anything is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from racing.solving.pool import SolverPool

# A deal of `cruel` that takes all the time it is given: no search has decided it yet. When one does, name another.
OPEN_DEAL = 25

# The first run on a machine compiles, at the lowest priority.
WARM_SECONDS = 900.0


@contextmanager
def warm_pool() -> Iterator[SolverPool]:
    """One solver process, for as long as the block lasts."""
    pool = SolverPool(1, settings.SOLVER_MEMORY, settings.SOLVER_CACHE)
    assert pool.wait_until_warm(WARM_SECONDS)
    try:
        yield pool
    finally:
        pool.close()
