"""A beam search over layers of cards moved: of each layer the most promising go on, so it is fast and forgets.

A redeal leads to another position of the same layer. A beam that never had to forget a position has seen them all: then
no win means that there is none.
"""

from engine.solver.accelerate import compiled
from engine.solver.cruel.dead import Fours, is_dead
from engine.solver.cruel.layers import (
    AHEAD,
    CURSOR,
    EXHAUSTED,
    FORGOT,
    HERE,
    KEPT,
    LAYER,
    NODES,
    PAUSED,
    SEEN,
    WIN,
    WON,
    Beam,
    choose,
    keep_here,
)
from engine.solver.cruel.rows import ENDS, PILES, REDEAL, ROW, Rules
from engine.solver.cruel.steps import find_moves, lay_again, make_move, moved_key, row_key
from engine.solver.cruel.worth import worth
from engine.solver.tables import is_new


@compiled
def offer(rules: Rules, fours: Fours, beam: Beam, at: int, way: int, here: int, move: int) -> bool:
    """Make a move from the layer's row, whose key is `here`; say whether it wins."""
    state = beam.state
    stays = move == REDEAL
    rows = beam.rows if stays else beam.next_rows
    to = (state[HERE] if stays else state[AHEAD]) * ROW
    if stays:
        full = state[HERE] >= beam.here_limit or state[KEPT] >= beam.kept_limit
    else:
        full = state[AHEAD] >= beam.ahead_limit
    if full or state[SEEN] >= beam.seen_limit:
        state[NODES] += 1
        state[FORGOT] = 1
        return False
    if stays:
        if not lay_again(rules, beam.rows, at, rows, to):
            return False
        key = row_key(rules, rows, to)
    else:
        key = moved_key(rules, beam.rows, at, here, move)
    state[NODES] += 1
    if not is_new(beam.seen, beam.mask, key):
        return False
    state[SEEN] += 1
    if not stays:
        make_move(beam.rows, at, move, rows, to)
    if is_dead(rules, fours, rows, to):
        return False
    if rows[to + ENDS + PILES - 1] == 0:
        beam.kept_from[state[KEPT]] = way
        beam.kept_moves[state[KEPT]] = move
        state[WIN] = state[KEPT]
        return True
    if stays:
        keep_here(beam, state[HERE], way, move)
        state[HERE] += 1
    else:
        noise = ((key ^ beam.salt) >> 20) & beam.noise
        beam.next_worths[state[AHEAD]] = worth(rules, rows, to, noise)
        beam.next_from[state[AHEAD]] = way
        beam.next_moves[state[AHEAD]] = move
        state[AHEAD] += 1
    return False


@compiled
def follow(rules: Rules, fours: Fours, beam: Beam, at: int, way: int) -> bool:
    """Make every move from the layer's row; say whether one wins."""
    here = row_key(rules, beam.rows, at)
    for choice in range(find_moves(rules, beam.rows, at, beam.tops, beam.choices, 0)):
        if offer(rules, fours, beam, at, way, here, beam.choices[choice]):
            return True
    return False


@compiled
def sweep(rules: Rules, fours: Fours, beam: Beam, until: int) -> int:
    """Search on until `until` nodes: PAUSED, WON, or EXHAUSTED, which proves a loss unless the beam forgot any."""
    state = beam.state
    while True:
        if state[CURSOR] == state[HERE]:
            if state[AHEAD] == 0:
                return EXHAUSTED
            if state[LAYER] >= beam.last_layer:
                state[FORGOT] = 1
                return EXHAUSTED
            choose(beam)
        if state[NODES] >= until:
            return PAUSED
        place = state[CURSOR]
        state[CURSOR] = place + 1
        if follow(rules, fours, beam, place * ROW, beam.ways[place]):
            return WON
