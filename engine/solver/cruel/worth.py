"""How promising a position of the Cruel family is. Only orders positions: no proof rests on it."""

from typing import Final

from engine.solver.accelerate import Ints, compiled
from engine.solver.cruel.rows import (
    ENDS,
    FOR_HOME,
    FOR_INVERTED,
    FOR_JOINED,
    FOR_MOVABLE,
    FOR_UNDER_KING,
    HOME,
    PILES,
    Rules,
)

BASE: Final = 3000
"""Keeps worths positive."""
WORTHS: Final = 8192


@compiled
def worth(rules: Rules, rows: Ints, at: int, noise: int) -> int:
    """Return how promising a position is, from 0 below WORTHS, with some noise added."""
    value = BASE + rules.worths[FOR_HOME] * (
        rows[at + HOME] + rows[at + HOME + 1] + rows[at + HOME + 2] + rows[at + HOME + 3]
    )
    start = 0
    for pile in range(PILES):
        end = rows[at + ENDS + pile]
        for i in range(start + 1, end):
            card = rows[at + i]
            under = rows[at + i - 1]
            if rules.targets[2 * card] == under or rules.targets[2 * card + 1] == under:
                value += rules.worths[FOR_JOINED]
            if card % 13 == 12:
                value += rules.worths[FOR_UNDER_KING] * (i - start)
            low = card - card % 13
            for j in range(start, i):
                if low <= rows[at + j] < card:
                    value += rules.worths[FOR_INVERTED]
        if end > start and rules.worths[FOR_MOVABLE] != 0:
            top = rows[at + end - 1]
            if rows[at + HOME + top // 13] == top % 13 or (tops_have(rules, rows, at, top)):
                value += rules.worths[FOR_MOVABLE]
        start = end
    return max(0, min(WORTHS - 1, value + noise))


@compiled
def tops_have(rules: Rules, rows: Ints, at: int, card: int) -> bool:
    """Say whether a top card fits on another."""
    start = 0
    for pile in range(PILES):
        end = rows[at + ENDS + pile]
        if end > start:
            top = rows[at + end - 1]
            if rules.targets[2 * card] == top or rules.targets[2 * card + 1] == top:
                return True
        start = end
    return False
