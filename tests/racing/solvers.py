"""A solver for the tests: a real process, warm before anything is asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from engine.shuffle import seed_of_number
from racing import offload
from racing.solving.pool import SolverPool
from racing.solving.searches import Search

# A deal of `cruel` that takes all the time it is given: no search has decided it yet. When one does, name another.
OPEN_DEAL = 450

# The first run on a machine compiles, at the lowest priority.
WARM_SECONDS = 900.0


def endless() -> Search:
    """Return a search that goes on until it is stopped."""
    return Search(ruleset="cruel", seed=seed_of_number(OPEN_DEAL).hex(), seconds=600.0, shortest=True)


@contextmanager
def warm_pool() -> Iterator[SolverPool]:
    """One solver process, for as long as the block lasts."""
    pool = SolverPool(1, settings.SOLVER_MEMORY, settings.SOLVER_CACHE)
    assert pool.wait_until_warm(WARM_SECONDS)
    try:
        yield pool
    finally:
        pool.close()


def hush(pool: SolverPool) -> None:
    """Stop what is searched and wait until nothing of it is being written: the next test's database is empty."""
    while True:
        for job in [*pool._urgent, *pool._later, *filter(None, pool._running.values())]:
            job.stop()
        while pool.is_busy:
            time.sleep(0.005)
        assert offload.finish_background(60)
        # What had just ended when this began has perhaps asked for the next one meanwhile.
        if not pool.is_busy:
            return
