"""The solver of this process, made from the settings."""

from functools import cache

from django.conf import settings

from racing.solving.pool import SolverPool


@cache
def solvers() -> SolverPool:
    """Return the one pool of this process; its processes start with the first search or with `start_solvers`."""
    return SolverPool(settings.SOLVERS, settings.SOLVER_MEMORY, settings.SOLVER_CACHE)


def start_solvers() -> None:
    """Start the solver processes if this site has any, so that they are warm before somebody asks. Again is no harm."""
    solvers().start()
