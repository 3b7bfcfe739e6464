"""Cuts detours out of a winning log: moves that the win does not need, and pairs that one move can stand for.

What is left is played again to the win each time, so a cut is only made where it is harmless. The search draws cards
from stage to stage and never looks back at what it laid where; many of its moves turn out to be for nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.alternations.rows import (
    ALL_HOME,
    COLUMNS,
    DEEP,
    DOWN,
    DRAW,
    FOUNDATIONS,
    GO_HOME,
    HOME,
    LENGTHS,
    ROW,
    TURNED,
    WASTE,
    Deal,
)
from engine.solver.alternations.steps import (
    carry,
    copy_row,
    give_back,
    goes_home,
    last_bit,
    lay,
    lift,
    run_length,
    take_home,
)

WINDOW: Final = 60
"""How many moves may lie between the two of a pair."""
REFUSED: Final = -1
NONE: Final = -1

CARDS: Final = 104


class Desk(NamedTuple):
    """Room for one log."""

    moves: Ints
    other: Ints
    """The moves of an attempt at something shorter."""
    rows: Ints
    """Three rows: the start, the position before the moves that are tried, and an attempt's."""
    wastes: Ints
    """One number: what waste the attempts begin with."""


def new_desk(row: Ints, waste: int, moves: list[int]) -> Desk:
    """Return room for a log that begins at the row."""
    room = len(moves) + CARDS
    desk = Desk(ints_array(room), ints_array(room), bytes_array(3 * ROW), longs_array(1))
    for i in range(ROW):
        desk.rows[i] = row[i]
    for i, code in enumerate(moves):
        desk.moves[i] = code
    desk.wastes[0] = waste
    return desk


@compiled
def play(deal: Deal, rows: Ints, at: int, waste: int, code: int) -> int:
    """Make a move; return the waste after it, or REFUSED, with nothing changed, for one that the rules refuse."""
    if code == DRAW:
        turned = rows[at + TURNED]
        if turned >= deal.cards:
            return REFUSED
        rows[at + TURNED] = turned + 1
        return waste | (1 << turned)
    source, target, count = code >> 8, (code >> 4) & 15, code & 15
    if source == WASTE:
        if waste == 0:
            return REFUSED
        place = last_bit(waste)
        card = deal.stock[place]
        waste -= 1 << place
    elif source >= FOUNDATIONS:
        held = rows[at + HOME + source - FOUNDATIONS]
        if held == 0:
            return REFUSED
        card = ((source - FOUNDATIONS) >> 1) * 13 + held - 1
    else:
        if run_length(rows, at, source) < count:
            return REFUSED
        card = rows[at + source * DEEP + rows[at + LENGTHS + source] - count]
    if target == GO_HOME:
        if not goes_home(rows, at, card):
            return REFUSED
        if source < COLUMNS:
            lift(rows, at, source, 1)
        take_home(rows, at, card)
        return waste
    size = rows[at + LENGTHS + target]
    if source == target or (size > 0 and rows[at + target * DEEP + size - 1] % 13 != card % 13 + 1):
        return REFUSED
    if size > 0 and rows[at + target * DEEP + size - 1] >= DOWN:
        return REFUSED
    if source == WASTE:
        lay(rows, at, target, card)
    elif source >= FOUNDATIONS:
        lay(rows, at, target, give_back(rows, at, source - FOUNDATIONS))
    else:
        carry(rows, at, source, target, count)
    return waste


@compiled
def counts(code: int) -> bool:
    """Say whether a move counts and may be missing: not the draws, which all wins need."""
    return code != DRAW and (code >> 4) & 15 != GO_HOME


@compiled
def still_wins(
    deal: Deal, desk: Desk, first: int, length: int, missing: int, place: int, instead: int
) -> int:
    """Play on from the move `first` without the move `missing`, and with `instead` (or NONE) for the one at `place`.

    Cards that cannot go home as they did are passed over, and go in the end. Returns REFUSED, or the length of the
    shorter log, which then stands in `desk.other` from `first` on.
    """
    rows, at = desk.rows, 2 * ROW
    copy_row(rows, ROW, rows, at)
    waste = desk.wastes[0]
    end = first
    for k in range(first, length):
        code = desk.moves[k]
        if k == place:
            code = instead
        if k == missing or code == NONE:
            continue
        left = play(deal, rows, at, waste, code)
        if left == REFUSED:
            if (code >> 4) & 15 == GO_HOME and code != DRAW:
                continue
            return REFUSED
        waste = left
        desk.other[end] = code
        end += 1
    again = True
    while again:
        again = False
        for source in range(COLUMNS + 1):
            code = (source * 16 + GO_HOME) * 16 + 1
            left = (
                play(deal, rows, at, waste, code)
                if source == WASTE or rows[at + LENGTHS + source] > 0
                else REFUSED
            )
            if left != REFUSED:
                waste = left
                desk.other[end] = code
                end += 1
                again = True
    home = 0
    for i in range(HOME, HOME + 8):
        home += rows[at + i]
    return end if home == ALL_HOME else REFUSED


@compiled
def cut(deal: Deal, desk: Desk, first: int, length: int, window: int) -> int:
    """Look for a log with the move `first` cut out, or made one with a later move; return its length or REFUSED."""
    code = desk.moves[first]
    found = still_wins(deal, desk, first, length, first, NONE, NONE)
    if found != REFUSED:
        return found
    for k in range(first + 1, min(length, first + window)):
        later = desk.moves[k]
        if not counts(later):
            continue
        found = still_wins(deal, desk, first, length, first, k, NONE)
        if found == REFUSED and later >> 8 == (code >> 4) & 15:
            # What was laid there goes on: carry it there at once, then or now.
            joined = (code >> 8 << 8) | (later & 255)
            found = still_wins(deal, desk, first, length, first, k, joined)
            if found == REFUSED:
                joined = (code >> 8 << 8) | (later & 240) | (code & 15)
                found = still_wins(deal, desk, first, length, k, first, joined)
        if found != REFUSED:
            return found
    return REFUSED


@compiled
def tighten(deal: Deal, desk: Desk, length: int, window: int) -> int:
    """Cut once through the log, from its start to its end; return its new length."""
    rows = desk.rows
    start = desk.wastes[0]
    copy_row(rows, 0, rows, ROW)
    first = 0
    while first < length:
        if counts(desk.moves[first]):
            found = cut(deal, desk, first, length, window)
            if found != REFUSED:
                for k in range(first, found):
                    desk.moves[k] = desk.other[k]
                length = found
                continue
        desk.wastes[0] = play(deal, rows, ROW, desk.wastes[0], desk.moves[first])
        first += 1
    desk.wastes[0] = start
    return length


def shorter(deal: Deal, row: Ints, waste: int, moves: list[int]) -> list[int]:
    """Return the winning moves without what can be cut out of them."""
    desk = new_desk(row, waste, moves)
    before, length = -1, len(moves)
    while length != before:
        before, length = length, tighten(deal, desk, length, WINDOW)
    return [int(desk.moves[k]) for k in range(length)]
