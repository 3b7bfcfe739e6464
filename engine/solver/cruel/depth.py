"""A search to the bottom: every position once, with nothing forgotten. It decides the editions whose redeals wait."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.cruel.dead import Fours, is_dead
from engine.solver.cruel.rows import (
    CARDS,
    ENDS,
    GO_HOME,
    HOME,
    PILES,
    REDEAL,
    REDEALS,
    ROW,
    Rules,
)
from engine.solver.cruel.steps import (
    build,
    copy_row,
    go_home,
    is_new,
    lay_again,
    row_key,
    under_top,
)
from engine.solver.keys import random_keys

# What `dig` says when it returns.
PAUSED: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2
FULL: Final = 3
"""The table of positions has no more room."""

# Where things stand in `Shaft.state`.
DEPTH: Final = 0
NODES: Final = 1
SEEN: Final = 2
CUT: Final = 3
"""Whether a position was left because it lay too deep."""
STATE: Final = 4

# The moves of a position are tried in this order.
FIRST_BUILD: Final = PILES
LAST: Final = 3 * PILES
"""The redeal."""


class Shaft(NamedTuple):
    """Room for one search."""

    state: Ints
    rows: Ints
    """The positions on the way down."""
    keys: Ints
    tries: Ints
    """How many moves of each were tried."""
    moves: Ints
    """The move that led to each."""
    free: Ints
    """Whether any card could move."""
    tops: Ints
    """Of each position on the way."""
    order: Ints
    """The piles, as their moves are tried."""
    seen: Ints
    mask: int
    seen_limit: int
    depth_limit: int


def new_shaft(row: Ints, positions: int, depth: int, salt: int = 0) -> Shaft:
    """Return room to search from the row, for so many positions and so deep."""
    bits = (positions * 4 // 3).bit_length()
    shaft = Shaft(
        state=longs_array(STATE),
        rows=bytes_array((depth + 1) * ROW),
        keys=longs_array(depth + 1),
        tries=ints_array(depth + 1),
        moves=ints_array(depth + 1),
        free=ints_array(depth + 1),
        tops=ints_array((depth + 1) * CARDS),
        order=ints_array(PILES),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
        seen_limit=(1 << bits) * 3 // 4,
        depth_limit=depth,
    )
    for i in range(ROW):
        shaft.rows[i] = row[i]
    shaft.moves[0] = -1
    keys = random_keys(PILES, salt)
    for i, pile in enumerate(sorted(range(PILES), key=keys.__getitem__) if salt else range(PILES)):
        shaft.order[i] = pile
    return shaft


def shaft_bytes(positions: int) -> int:
    """Return how much memory `new_shaft` asks for, nearly."""
    return 8 << (positions * 4 // 3).bit_length()


def way_down(shaft: Shaft) -> list[int]:
    """Return the moves that led to the position reached."""
    return [int(shaft.moves[depth]) for depth in range(1, shaft.state[DEPTH] + 1)]


@compiled
def arrive(rules: Rules, shaft: Shaft, depth: int) -> None:
    """Prepare the position at a depth for its moves."""
    if depth == 0:
        shaft.keys[0] = row_key(rules, shaft.rows, 0)
    start = depth * CARDS
    rows, at, tops = shaft.rows, depth * ROW, shaft.tops
    for card in range(CARDS):
        tops[start + card] = -1
    first = 0
    for pile in range(PILES):
        end = rows[at + ENDS + pile]
        if end > first:
            tops[start + rows[at + end - 1]] = pile
        first = end
    shaft.tries[depth] = 0
    shaft.free[depth] = 0


@compiled
def next_position(rules: Rules, shaft: Shaft, depth: int) -> bool:
    """Write the position of the next move at a depth below it; False when no move is left."""
    rows, at, to = shaft.rows, depth * ROW, (depth + 1) * ROW
    while True:
        attempt = shaft.tries[depth]
        if attempt > LAST:
            return False
        shaft.tries[depth] = attempt + 1
        if attempt == LAST:
            may = rules.limit < 0 or rows[at + REDEALS] < rules.limit
            if not may or (rules.only_when_stuck == 1 and shaft.free[depth] == 1):
                return False
            if not lay_again(rules, rows, at, rows, to):
                return False
            shaft.moves[depth + 1] = REDEAL
            shaft.keys[depth + 1] = row_key(rules, rows, to)
            return True
        pile = shaft.order[attempt if attempt < FIRST_BUILD else (attempt - FIRST_BUILD) >> 1]
        end = rows[at + ENDS + pile]
        if end == (rows[at + ENDS + pile - 1] if pile > 0 else 0):
            continue
        card = rows[at + end - 1]
        if attempt < FIRST_BUILD:
            if rows[at + HOME + card // 13] != card % 13:
                continue
            key = shaft.keys[depth] ^ rules.keys[card * 64 + under_top(rows, at, pile)]
            copy_row(rows, at, rows, to)
            go_home(rows, to, pile)
            shaft.moves[depth + 1] = pile * 16 + GO_HOME
        else:
            onto = rules.targets[2 * card + ((attempt - FIRST_BUILD) & 1)]
            if onto < 0 or shaft.tops[depth * CARDS + onto] < 0:
                continue
            target = shaft.tops[depth * CARDS + onto]
            key = (
                shaft.keys[depth]
                ^ rules.keys[card * 64 + under_top(rows, at, pile)]
                ^ rules.keys[card * 64 + onto]
            )
            copy_row(rows, at, rows, to)
            build(rows, to, pile, target)
            shaft.moves[depth + 1] = pile * 16 + target
        shaft.free[depth] = 1
        shaft.keys[depth + 1] = key
        return True


@compiled
def dig(rules: Rules, fours: Fours, shaft: Shaft, until: int) -> int:
    """Search on until `until` nodes. EXHAUSTED proves a loss unless a position lay too deep."""
    state = shaft.state
    depth = state[DEPTH]
    if state[NODES] == 0:
        arrive(rules, shaft, 0)
    while state[NODES] < until:
        if not next_position(rules, shaft, depth):
            if depth == 0:
                return EXHAUSTED
            depth -= 1
            state[DEPTH] = depth
            continue
        state[NODES] += 1
        if state[SEEN] >= shaft.seen_limit:
            return FULL
        if not is_new(shaft.seen, shaft.mask, shaft.keys[depth + 1]):
            continue
        state[SEEN] += 1
        if is_dead(rules, fours, shaft.rows, (depth + 1) * ROW):
            continue
        if depth + 1 == shaft.depth_limit:
            state[CUT] = 1
            continue
        depth += 1
        state[DEPTH] = depth
        if shaft.rows[depth * ROW + ENDS + PILES - 1] == 0:
            return WON
        arrive(rules, shaft, depth)
    return PAUSED
