"""A best-first search: always on from the most promising position found so far, and nothing forgotten."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.cruel.dead import Fours, is_dead
from engine.solver.cruel.rows import CARDS, ENDS, GO_HOME, HOME, PILES, REDEAL, REDEALS, ROW, Rules
from engine.solver.cruel.steps import (
    build,
    copy_row,
    find_tops,
    go_home,
    is_new,
    lay_again,
    row_key,
    under_top,
)
from engine.solver.cruel.worth import WORTHS, worth

PAUSED: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2
FULL: Final = 3

# Where things stand in `Queue.state`.
NODES: Final = 0
HELD: Final = 1
"""Positions found."""
BEST: Final = 2
"""No position waits at a higher worth."""
WIN: Final = 3
STATE: Final = 4


class Queue(NamedTuple):
    """Room for one search."""

    state: Ints
    rows: Ints
    came_from: Ints
    moves: Ints
    waiting: Ints
    """The last position found of each worth that was not followed yet, counted from 1."""
    before: Ints
    """The one that waited there when it came."""
    tops: Ints
    seen: Ints
    mask: int
    limit: int
    noise: int
    salt: int


def new_queue(row: Ints, positions: int, noise: int, salt: int) -> Queue:
    """Return room to search from the row, for so many positions."""
    bits = (positions * 4 // 3).bit_length()
    queue = Queue(
        state=longs_array(STATE),
        rows=bytes_array((positions + 1) * ROW),
        came_from=ints_array(positions + 1),
        moves=ints_array(positions + 1),
        waiting=ints_array(WORTHS),
        before=ints_array(positions + 1),
        tops=ints_array(CARDS),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
        limit=positions,
        noise=noise,
        salt=salt,
    )
    for i in range(ROW):
        queue.rows[i] = row[i]
    queue.came_from[0] = -1
    queue.state[HELD] = 1
    queue.waiting[0] = 1
    return queue


def queue_bytes(positions: int) -> int:
    """Return how much memory `new_queue` asks for, nearly."""
    return positions * (ROW + 12) + (8 << (positions * 4 // 3).bit_length())


def way_to(queue: Queue) -> list[int]:
    """Return the moves that led to the win."""
    moves, at = [], queue.state[WIN]
    while at > 0:
        moves.append(int(queue.moves[at]))
        at = queue.came_from[at]
    return moves[::-1]


@compiled
def put(rules: Rules, fours: Fours, queue: Queue, key: int, came_from: int, move: int) -> bool:
    """Keep the position that stands behind the last one held, if it is worth it; say whether it is won."""
    state, held = queue.state, queue.state[HELD]
    state[NODES] += 1
    if not is_new(queue.seen, queue.mask, key):
        return False
    if is_dead(rules, fours, queue.rows, held * ROW):
        return False
    queue.came_from[held] = came_from
    queue.moves[held] = move
    if queue.rows[held * ROW + ENDS + PILES - 1] == 0:
        state[WIN] = held
        return True
    value = worth(rules, queue.rows, held * ROW, ((key ^ queue.salt) >> 20) & queue.noise)
    queue.before[held] = queue.waiting[value]
    queue.waiting[value] = held + 1
    state[BEST] = max(state[BEST], value)
    state[HELD] = held + 1
    return False


@compiled
def search(rules: Rules, fours: Fours, queue: Queue, until: int) -> int:
    """Search on until `until` nodes. EXHAUSTED proves a loss."""
    state, rows, tops = queue.state, queue.rows, queue.tops
    while state[NODES] < until:
        while queue.waiting[state[BEST]] == 0:
            if state[BEST] == 0:
                return EXHAUSTED
            state[BEST] -= 1
        if state[HELD] + 3 * PILES >= queue.limit:
            return FULL
        place = queue.waiting[state[BEST]] - 1
        queue.waiting[state[BEST]] = queue.before[place]
        at = place * ROW
        find_tops(rows, at, tops)
        key = row_key(rules, rows, at)
        stuck = True
        start = 0
        for pile in range(PILES):
            end = rows[at + ENDS + pile]
            if end == start:
                continue
            start = end
            card = rows[at + end - 1]
            lifted = key ^ rules.keys[card * 64 + under_top(rows, at, pile)]
            for k in range(3):
                onto = rules.targets[2 * card + k] if k < 2 else -1
                target = GO_HOME if k == 2 else -1
                if k < 2 and onto >= 0:
                    target = tops[onto]
                if target < 0 or (k == 2 and rows[at + HOME + card // 13] != card % 13):
                    continue
                stuck = False
                to = state[HELD] * ROW
                copy_row(rows, at, rows, to)
                moved = lifted
                if k == 2:
                    go_home(rows, to, pile)
                else:
                    build(rows, to, pile, target)
                    moved ^= rules.keys[card * 64 + onto]
                if put(rules, fours, queue, moved, place, pile * 16 + target):
                    return WON
        may = rules.limit < 0 or rows[at + REDEALS] < rules.limit
        if may and (stuck or rules.only_when_stuck == 0):
            to = state[HELD] * ROW
            if lay_again(rules, rows, at, rows, to):
                put(rules, fours, queue, row_key(rules, rows, to), place, REDEAL)
    return PAUSED
