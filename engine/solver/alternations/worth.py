"""How promising a position of Alternations is. Only orders positions: no proof rests on it."""

from typing import Final

from engine.solver.accelerate import Ints, compiled
from engine.solver.alternations.rows import COLUMNS, DEEP, DOWN, HOME, LENGTHS, Deal
from engine.solver.alternations.steps import last_bit

# What the list of points holds.
FOR_HOME: Final = 0
FOR_DOWN: Final = 1
"""A card face down."""
FOR_WASTE: Final = 2
FOR_BREAK: Final = 3
"""A card in a column on one that it does not fit."""
FOR_EMPTY: Final = 4
FOR_DEPTH: Final = 5
"""A card above the nearest of the cards that a foundation waits for."""
FOR_PLY: Final = 6
FOR_WASTE_BREAK: Final = 7
"""A card in the waste that cannot be laid on the one above it."""
POINTS: Final = 8

BASE: Final = 6000
"""Keeps worths positive."""
WORTHS: Final = 16384


@compiled
def worth(deal: Deal, points: Ints, rows: Ints, at: int, waste: int, plies: int, noise: int) -> int:
    """Return how promising a position is, from 0 below WORTHS, with some noise added."""
    value = BASE + points[FOR_PLY] * plies + noise
    for place in range(HOME, HOME + 8):
        value += points[FOR_HOME] * rows[at + place]
    for column in range(COLUMNS):
        length = rows[at + LENGTHS + column]
        first = at + column * DEEP
        if length == 0:
            value += points[FOR_EMPTY]
        for i in range(first, first + length):
            card = rows[i]
            if card >= DOWN:
                value += points[FOR_DOWN]
                card -= DOWN
            if i > first and (rows[i - 1] >= DOWN or rows[i - 1] % 13 != card % 13 + 1):
                value += points[FOR_BREAK]
            suit = card // 13
            if rows[at + HOME + 2 * suit] == card % 13 or rows[at + HOME + 2 * suit + 1] == card % 13:
                value += points[FOR_DEPTH] * (first + length - 1 - i)
    above = -1
    covering = 0
    while waste != 0:
        place = last_bit(waste)
        waste -= 1 << place
        card = deal.stock[place]
        value += points[FOR_WASTE]
        if above >= 0 and above % 13 != card % 13 + 1:
            value += points[FOR_WASTE_BREAK]
        suit = card // 13
        if rows[at + HOME + 2 * suit] == card % 13 or rows[at + HOME + 2 * suit + 1] == card % 13:
            value += points[FOR_DEPTH] * covering
        above = card
        covering += 1
    return max(0, min(WORTHS - 1, value))
