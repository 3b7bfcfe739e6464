"""A best-first search: always on from the most promising position found so far, and nothing forgotten."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.cruel.dead import Fours, is_dead
from engine.solver.cruel.rows import CARDS, ENDS, MOST_MOVES, PILES, REDEAL, ROW, Rules
from engine.solver.cruel.steps import find_moves, lay_again, make_move, moved_key, row_key
from engine.solver.cruel.worth import WORTHS, worth
from engine.solver.tables import is_new

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
    choices: Ints
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
        choices=ints_array(MOST_MOVES),
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
def keep(rules: Rules, queue: Queue, key: int, came_from: int, move: int) -> None:
    """Let the position that stands behind the last one held wait for its turn."""
    state, held = queue.state, queue.state[HELD]
    queue.came_from[held] = came_from
    queue.moves[held] = move
    value = worth(rules, queue.rows, held * ROW, ((key ^ queue.salt) >> 20) & queue.noise)
    queue.before[held] = queue.waiting[value]
    queue.waiting[value] = held + 1
    state[BEST] = max(state[BEST], value)
    state[HELD] = held + 1


@compiled
def search(rules: Rules, fours: Fours, queue: Queue, until: int) -> int:
    """Search on until `until` nodes. EXHAUSTED proves a loss."""
    state, rows, choices = queue.state, queue.rows, queue.choices
    while state[NODES] < until:
        while queue.waiting[state[BEST]] == 0:
            if state[BEST] == 0:
                return EXHAUSTED
            state[BEST] -= 1
        if state[HELD] + MOST_MOVES >= queue.limit:
            return FULL
        place = queue.waiting[state[BEST]] - 1
        queue.waiting[state[BEST]] = queue.before[place]
        at = place * ROW
        here = row_key(rules, rows, at)
        for choice in range(find_moves(rules, rows, at, queue.tops, choices, 0)):
            move = choices[choice]
            to = state[HELD] * ROW
            if move == REDEAL:
                if not lay_again(rules, rows, at, rows, to):
                    continue
                key = row_key(rules, rows, to)
            else:
                key = moved_key(rules, rows, at, here, move)
            state[NODES] += 1
            if not is_new(queue.seen, queue.mask, key):
                continue
            if move != REDEAL:
                make_move(rows, at, move, rows, to)
            if is_dead(rules, fours, rows, to):
                continue
            keep(rules, queue, key, place, move)
            if rows[to + ENDS + PILES - 1] == 0:
                state[WIN] = state[HELD] - 1
                return WON
    return PAUSED
