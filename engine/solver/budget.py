"""How much a search may spend, and the meter that it asks between two slices of work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.solver.accelerate import COMPILES

SLICE: Final = 10_000 if COMPILES else 100
"""Nodes between two looks at the clock: some milliseconds either way. It does not change what is found."""

PAUSED: Final = 0
"""Every kernel says this when its slice is used up; a search that was stopped says it to its plan."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Budget:
    """What a search may spend. Whatever runs out first ends it; with neither seconds nor `stop`, it is repeatable."""

    seconds: float | None = None
    """Needs a `clock`."""
    nodes: int | None = None
    """Positions made."""
    memory: int = 512 << 20
    """Bytes for the search's own tables, nearly; the program itself comes on top."""
    stop: Callable[[], bool] = _never
    """Asked every few milliseconds: true ends the search, with what was found so far."""
    clock: Callable[[], float] | None = None
    """Tells the time in seconds, as `time.monotonic` does; the rules' side of the house has no clock of its own."""

    def __post_init__(self) -> None:
        if self.seconds is not None and self.clock is None:
            raise ValueError("a budget in seconds needs a clock")


class Meter:
    """One budget being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget: Final = budget
        self.nodes = 0
        self._began = budget.clock() if budget.clock else 0.0

    @property
    def seconds(self) -> float:
        """Seconds since the search began; always 0 without a clock."""
        return self.budget.clock() - self._began if self.budget.clock else 0.0

    @property
    def over(self) -> bool:
        """Whether the budget is spent, or the search was asked to stop."""
        budget = self.budget
        return (
            (budget.nodes is not None and self.nodes >= budget.nodes)
            or (budget.seconds is not None and self.seconds >= budget.seconds)
            or budget.stop()
        )

    def run(self, search: Callable[[int], int], done: Callable[[], int], most: int | None = None) -> int:
        """Call `search` with ever more nodes until it says something else than PAUSED, or the budget is spent.

        `done` counts the nodes of this search, of which there may be at most `most`.
        """
        before = self.nodes
        while not self.over:
            until = int(done()) + SLICE
            if self.budget.nodes is not None:
                until = min(until, self.budget.nodes - before)
            if most is not None:
                until = min(until, most)
            said = search(until)
            self.nodes = before + int(done())
            if said != PAUSED or (most is not None and self.nodes - before >= most):
                return said
        return PAUSED
