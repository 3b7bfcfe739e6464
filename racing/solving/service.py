"""The solver of this process, made from the settings."""

import threading

from django.conf import settings

from racing.solving.pool import SolverPool

_pool: SolverPool | None = None
_making = threading.Lock()


def solvers() -> SolverPool:
    """Return the one pool of this process; its processes start with the first search or with `start_solvers`."""
    global _pool
    with _making:
        if _pool is None:
            _pool = SolverPool(settings.SOLVERS, settings.SOLVER_MEMORY, settings.SOLVER_CACHE)
        return _pool


def somebody_searches() -> bool:
    """Whether what nobody waits for is searched at all: here, or in a worker apart."""
    return settings.SOLVERS > 0 or not settings.BACKGROUND_SEARCHES


def start_solvers() -> None:
    """Start the solver processes if this site has any, so that they are warm before somebody asks. Again is no harm."""
    solvers().start()
