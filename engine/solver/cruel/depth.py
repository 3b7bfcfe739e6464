"""A search to the bottom: every position once, with nothing forgotten. It decides the editions whose redeals wait."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.cruel.dead import Fours, is_dead
from engine.solver.cruel.rows import CARDS, ENDS, MOST_MOVES, PILES, REDEAL, ROW, Rules
from engine.solver.cruel.steps import find_moves, lay_again, make_move, moved_key, row_key
from engine.solver.tables import is_new

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


class Shaft(NamedTuple):
    """Room for one search."""

    state: Ints
    rows: Ints
    """The positions on the way down."""
    keys: Ints
    moves: Ints
    """The move that led to each."""
    choices: Ints
    """The moves of each, MOST_MOVES places for a position."""
    tried: Ints
    """Which of them comes next."""
    ends: Ints
    """Where its moves end."""
    tops: Ints
    seen: Ints
    mask: int
    seen_limit: int
    depth_limit: int


def new_shaft(row: Ints, positions: int, depth: int) -> Shaft:
    """Return room to search from the row, for so many positions and so deep."""
    bits = (positions * 4 // 3).bit_length()
    shaft = Shaft(
        state=longs_array(STATE),
        rows=bytes_array((depth + 1) * ROW),
        keys=longs_array(depth + 1),
        moves=ints_array(depth + 1),
        choices=ints_array((depth + 1) * MOST_MOVES),
        tried=ints_array(depth + 1),
        ends=ints_array(depth + 1),
        tops=ints_array(CARDS),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
        seen_limit=(1 << bits) * 3 // 4,
        depth_limit=depth,
    )
    for i in range(ROW):
        shaft.rows[i] = row[i]
    shaft.moves[0] = -1
    return shaft


def shaft_bytes(positions: int) -> int:
    """Return how much memory `new_shaft` asks for, nearly."""
    return 8 << (positions * 4 // 3).bit_length()


def way_down(shaft: Shaft) -> list[int]:
    """Return the moves that led to the position reached."""
    return [int(shaft.moves[depth]) for depth in range(1, shaft.state[DEPTH] + 1)]


@compiled
def arrive(rules: Rules, shaft: Shaft, depth: int) -> None:
    """List the moves of the position at a depth."""
    start = depth * MOST_MOVES
    shaft.tried[depth] = start
    shaft.ends[depth] = find_moves(rules, shaft.rows, depth * ROW, shaft.tops, shaft.choices, start)


@compiled
def dig(rules: Rules, fours: Fours, shaft: Shaft, until: int) -> int:
    """Search on until `until` nodes. EXHAUSTED proves a loss unless a position lay too deep."""
    state, rows, keys = shaft.state, shaft.rows, shaft.keys
    depth = state[DEPTH]
    if state[NODES] == 0:
        keys[0] = row_key(rules, rows, 0)
        arrive(rules, shaft, 0)
    while state[NODES] < until:
        choice = shaft.tried[depth]
        if choice == shaft.ends[depth]:
            if depth == 0:
                return EXHAUSTED
            depth -= 1
            state[DEPTH] = depth
            continue
        shaft.tried[depth] = choice + 1
        move = shaft.choices[choice]
        at, to = depth * ROW, (depth + 1) * ROW
        if move == REDEAL:
            if not lay_again(rules, rows, at, rows, to):
                continue
            key = row_key(rules, rows, to)
        else:
            key = moved_key(rules, rows, at, keys[depth], move)
        state[NODES] += 1
        if state[SEEN] >= shaft.seen_limit:
            return FULL
        if not is_new(shaft.seen, shaft.mask, key):
            continue
        state[SEEN] += 1
        if move != REDEAL:
            make_move(rows, at, move, rows, to)
        if is_dead(rules, fours, rows, to):
            continue
        if depth + 1 == shaft.depth_limit:
            state[CUT] = 1
            continue
        depth += 1
        state[DEPTH] = depth
        keys[depth] = key
        shaft.moves[depth] = move
        if rows[to + ENDS + PILES - 1] == 0:
            return WON
        arrive(rules, shaft, depth)
    return PAUSED
