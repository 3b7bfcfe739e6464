"""Who beat whom; see "Ranking a race" in docs/rules.md. Pure: no query, nothing written."""

from collections.abc import Iterable
from itertools import groupby
from typing import Protocol, TypeVar

from racing.models import Goal, Outcome


class Result(Protocol):
    """What ranking reads of a finished entrant."""

    @property
    def outcome(self) -> str | None:
        """Say won, lost, resigned or timeout."""
        ...

    @property
    def progress(self) -> int:
        """Cards that arrived."""
        ...

    @property
    def score(self) -> int:
        """Fewer is better."""
        ...

    @property
    def slips(self) -> int:
        """Wrong hours in Clock."""
        ...

    @property
    def time_ms(self) -> int | None:
        """Milliseconds from the start to the ply that decided."""
        ...


R = TypeVar("R", bound=Result)


def rank(results: Iterable[R], goal: str, *, same_for_all: bool = False) -> list[tuple[int, R]]:
    """Return (place, result), best first, places from 1. Results equal in everything share a place.

    After a tie places are skipped: 1, 2, 2, 4. ``same_for_all`` is for Clock, where the deal alone decides
    how the game ends: whoever reaches that end first is first home, even where nobody can win.
    """

    def key(result: R) -> tuple[int, ...]:
        return sort_key(result, goal, same_for_all=same_for_all)

    placed: list[tuple[int, R]] = []
    for _, equals in groupby(sorted(results, key=key), key=key):
        place = len(placed) + 1
        placed.extend((place, result) for result in equals)
    return placed


def sort_key(result: Result, goal: str, *, same_for_all: bool = False) -> tuple[int, ...]:
    """Return what sorts a result before those it beats. Nobody's time is missing in a finished race."""
    time_ms = result.time_ms or 0
    if result.outcome == Outcome.WON:
        # Slips break ties of time in Clock; in every other game they are 0 for all.
        return (0, time_ms, result.slips) if goal == Goal.FIRST_HOME else (0, result.score, time_ms)
    if same_for_all and goal == Goal.FIRST_HOME:
        return (1, -result.progress, time_ms, result.slips)
    return (1, -result.progress, result.score, time_ms)


# Widths in bits of what a board's key is made of: some fifty days in milliseconds, a million moves, any progress.
_TIME_BITS, _SCORE_BITS, _PROGRESS_BITS = 32, 20, 7
# Keys of results that were not won begin here.
NOT_WON = 1 << (_PROGRESS_BITS + _SCORE_BITS + _TIME_BITS)


def board_key(result: Result, goal: str, *, same_for_all: bool = False) -> int:
    """Return what sorts a finished result on a board, as one number of 60 bits that a database can sort by.

    It orders results as `sort_key` does; what is too large for its bits counts as the largest there is.
    """
    not_won, *numbers = sort_key(result, goal, same_for_all=same_for_all)
    by_time = goal == Goal.FIRST_HOME and (not not_won or same_for_all)
    widths = [_TIME_BITS, _SCORE_BITS] if by_time else [_SCORE_BITS, _TIME_BITS]
    if not not_won:
        return _packed(numbers, widths)
    # Progress was negated, so that more of it sorts first.
    numbers[0] += 2**_PROGRESS_BITS - 1
    return NOT_WON | _packed(numbers, [_PROGRESS_BITS, *widths])


def _packed(numbers: list[int], widths: list[int]) -> int:
    key = 0
    for number, bits in zip(numbers, widths, strict=True):
        key = key << bits | min(max(number, 0), 2**bits - 1)
    return key
