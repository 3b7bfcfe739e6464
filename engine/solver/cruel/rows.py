"""A position of the Cruel family as a row of small integers, and the tables that kernels read.

A row is 48 cards (the piles one after another, bottom first), the index after the last card of each of the 12 piles,
the number of cards home of each suit, and the redeals used (only counted where they are limited). Cards are
suit * 13 + rank, aces 0: the next card of a suit is one more.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.building import Building
from engine.cards import PACK, rank, suit
from engine.rules import packets, ripple, same_suit_one_higher, when_stuck
from engine.solver.accelerate import Ints, bytes_array, ints_array
from engine.solver.keys import random_keys
from engine.table import Table

PILES: Final = 12
ENDS: Final = 48
HOME: Final = 60
REDEALS: Final = 64
ROW: Final = 65

CARDS: Final = 52
MOST_REDEALS: Final = 16
"""Of those that are counted; the family's limits are 3 and 5."""

GO_HOME: Final = 15
"""In the place of a target pile."""
REDEAL: Final = 255
"""A move is `source * 16 + target`, or this."""
MOST_MOVES: Final = 3 * PILES + 1
"""Of a position: each top card goes home or onto two others, and there is the redeal."""


# What `Rules.worths` holds, each in points.
FOR_HOME: Final = 0
"""A card home."""
FOR_JOINED: Final = 1
"""A card that lies on one it fits."""
FOR_INVERTED: Final = 2
"""A card above a lower one of its suit in its pile."""
FOR_UNDER_KING: Final = 3
FOR_MOVABLE: Final = 4
"""A top card that can move."""

WORTHS: Final = (64, 25, -20, -26, 0)
"""By trial on some hundred deals, like the next ones; only the proportions matter."""
WORTHS_BY_SCORE: Final = (72, 54, -46, -28, 0)
"""For low scores."""
WORTHS_BUILT_UP: Final = (31, 0, -20, -5, 0)
"""Where piles build up."""
WORTHS_BUILT_UP_WHEN_STUCK: Final = (31, -76, -31, -5, -107)
"""The same where only a stuck table is dealt again: cards get into each other's way by building."""


class Rules(NamedTuple):
    """What kernels know of an edition."""

    targets: Ints
    """Two for each card: the cards it may be laid on, -1 for none."""
    keys: Ints
    """For each card 64 random numbers, one for each thing that it may lie on; then one for each count of redeals."""
    worths: Ints
    ripples: int
    only_when_stuck: int
    limit: int
    """Redeals, -1 for any number."""
    packs_four: int
    """Whether proofs from the front hold: same suit and packets."""


def rules_of(ruleset: Building) -> Rules:
    """Return the tables of an edition of the Cruel family; raise `ValueError` for one that they cannot describe."""
    targets = ints_array(2 * CARDS)
    for index, card in enumerate(PACK):
        fitting = [at for at, onto in enumerate(PACK) if ruleset.fits(card, onto)]
        if len(fitting) > 2:
            raise ValueError(f"{ruleset.key}: a card that fits on more than two others")
        for k, target in enumerate([*fitting, -1, -1][:2]):
            targets[2 * index + k] = target
    if ruleset.redeal not in (packets, ripple) or ruleset.piles != PILES:
        raise ValueError(f"{ruleset.key}: unknown redeal")
    stuck = ruleset.redeal_allowed is when_stuck
    by_suit = ruleset.fits is same_suit_one_higher
    built_up = WORTHS_BUILT_UP_WHEN_STUCK if stuck else WORTHS_BUILT_UP
    return Rules(
        targets=targets,
        keys=random_keys(CARDS * 64 + MOST_REDEALS, salt=1),
        worths=worths_of(WORTHS if by_suit else built_up),
        ripples=int(ruleset.redeal is ripple),
        only_when_stuck=int(stuck),
        limit=-1 if ruleset.redeal_limit is None else ruleset.redeal_limit,
        packs_four=int(ruleset.redeal is packets and by_suit),
    )


def worths_of(points: tuple[int, ...]) -> Ints:
    """Return the points as kernels read them."""
    worths = ints_array(len(points))
    for at, value in enumerate(points):
        worths[at] = value
    return worths


def row_of(ruleset: Building, table: Table) -> Ints:
    """Return the row of a table."""
    row = bytes_array(ROW)
    index = {card: at for at, card in enumerate(PACK)}
    end = 0
    for pile in range(PILES):
        for card in table.piles[pile]:
            row[end] = index[card]
            end += 1
        row[ENDS + pile] = end
    for name in ruleset.foundations:
        if held := table[name]:
            row[HOME + suit(held[-1])] = rank(held[-1])
    row[REDEALS] = table.redeals if ruleset.redeal_limit is not None else 0
    return row


def move_text(move: int) -> str:
    """Return a kernel's move in the game's notation.

    >>> move_text(2 * 16 + 4), move_text(2 * 16 + GO_HOME), move_text(REDEAL)
    ('3-5', '3-f', 'r')
    """
    if move == REDEAL:
        return "r"
    source, target = divmod(move, 16)
    return f"{source + 1}-{'f' if target == GO_HOME else target + 1}"
