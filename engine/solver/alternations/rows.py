"""A position of Alternations as a row of small integers, and the tables that kernels read.

A row is 7 columns with room for 20 cards each, bottom first, then their lengths, then for each suit the length of the
longer and of the shorter of its two foundations, then the number of stock cards turned. The waste is 55 bits beside it:
which of the stock cards still lie there. Cards are suit * 13 + rank, aces 0, plus 64 when they lie face down; the two
cards of a kind are not told apart, nor are two columns that could change places.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.building import Building
from engine.cards import FACE_DOWN, PACK, SUITS
from engine.solver.accelerate import Ints, bytes_array, ints_array
from engine.solver.keys import random_keys
from engine.table import Table

COLUMNS: Final = 7
DEEP: Final = 20
"""Six cards under a run of thirteen are the most that a column can hold."""
LENGTHS: Final = COLUMNS * DEEP
HOME: Final = LENGTHS + COLUMNS
TURNED: Final = HOME + 8
ROW: Final = TURNED + 1

STOCK: Final = 55
KINDS: Final = 52
DOWN: Final = 64
ALL_HOME: Final = 104

# A move is (source * 16 + target) * 16 + count.
WASTE: Final = 7
FOUNDATIONS: Final = 8
"""8 + 2 * suit for the longer foundation of a suit, one more for the shorter."""
GO_HOME: Final = 15
DRAW: Final = 0

MASK: Final = (1 << 62) - 1


class Deal(NamedTuple):
    """What kernels know of a deal."""

    stock: Ints
    """The cards, the next one first, from the first of the deal on."""
    cards: int
    """How many there are."""
    keys: Ints
    """A random number for each card and way of lying, then one for each number of cards turned."""


def deal_of(ruleset: Building, table: Table) -> tuple[Deal, Ints, int]:
    """Return the deal as it goes on from a table: the stock's order, the row and the waste."""
    index = {card: at for at, card in enumerate(PACK)}
    waste, ahead = table["w"], table["s"][::-1]
    stock = ints_array(STOCK)
    for at, card in enumerate(waste + ahead):
        stock[at] = index[card & ~FACE_DOWN]
    row = bytes_array(ROW)
    for column in range(COLUMNS):
        pile = table.piles[column]
        row[LENGTHS + column] = len(pile)
        for depth, card in enumerate(pile):
            row[column * DEEP + depth] = index[card & ~FACE_DOWN] + (DOWN if card & FACE_DOWN else 0)
    for suit in range(len(SUITS)):
        pair = sorted((len(table[f"f{2 * suit + 1}"]), len(table[f"f{2 * suit + 2}"])))
        row[HOME + 2 * suit], row[HOME + 2 * suit + 1] = pair[1], pair[0]
    row[TURNED] = len(waste)
    keys = random_keys(2 * DOWN + STOCK + 1, salt=2)
    return Deal(stock, len(waste) + len(ahead), keys), row, (1 << len(waste)) - 1


def move_texts(ruleset: Building, table: Table, moves: list[int]) -> list[str]:
    """Return a kernel's moves from this table in the game's notation."""
    texts = []
    for code in moves:
        text = "d" if code == DRAW else _shift_text(table, code)
        texts.append(text)
        table = table.after(ruleset.effects(table, ruleset.read(text)))
    return texts


def _shift_text(table: Table, code: int) -> str:
    source, target, count = code >> 8, code >> 4 & 15, code & 15
    onto = "f" if target == GO_HOME else str(target + 1)
    if source == WASTE:
        return f"w-{onto}"
    if source >= FOUNDATIONS:
        suit, shorter = divmod(source - FOUNDATIONS, 2)
        first, second = f"f{2 * suit + 1}", f"f{2 * suit + 2}"
        second_is_longer = len(table[second]) > len(table[first])
        equal = len(table[second]) == len(table[first])
        name = second if not equal and second_is_longer != bool(shorter) else first
        return f"{name}-{onto}"
    return f"{source + 1}-{onto}" + (f"x{count}" if count > 1 else "")
