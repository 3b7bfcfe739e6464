"""A beam search over layers of scores: the first win that it finds is the cheapest of those that it keeps.

Cards that go home cost nothing and lead to positions of the same layer. What a position is worth, and whether it wins
without another cost, is seen after all its cards have gone home that can; it may be better not to let them. While no
position had to be forgotten, each finished layer proves that no lower score wins.
"""

from engine.solver.accelerate import compiled
from engine.solver.cruel.dead import Fours, is_dead
from engine.solver.cruel.layers import (
    AHEAD,
    COMPLETE,
    CURSOR,
    EXHAUSTED,
    FORGOT,
    HERE,
    KEPT,
    LAYER,
    NODES,
    PASSED_OVER,
    PAUSED,
    SEEN,
    WIN,
    WON,
    Beam,
    choose,
    keep_here,
)
from engine.solver.cruel.rows import ENDS, GO_HOME, PILES, REDEAL, ROW, Rules
from engine.solver.cruel.steps import (
    copy_row,
    find_moves,
    lay_again,
    make_move,
    moved_key,
    row_key,
    send_home,
)
from engine.solver.cruel.worth import worth
from engine.solver.tables import is_new


@compiled
def stay(rules: Rules, fours: Fours, beam: Beam, at: int, way: int, here: int, move: int) -> None:
    """Let a card go home from the layer's row, whose key is `here`."""
    state = beam.state
    state[NODES] += 1
    if state[SEEN] >= beam.seen_limit or state[HERE] >= beam.here_limit or state[KEPT] >= beam.kept_limit:
        state[FORGOT] = 1
        return
    if not is_new(beam.seen, beam.mask, moved_key(rules, beam.rows, at, here, move)):
        return
    state[SEEN] += 1
    to = state[HERE] * ROW
    make_move(beam.rows, at, move, beam.rows, to)
    if not is_dead(rules, fours, beam.rows, to):
        keep_here(beam, state[HERE], way, move)
        state[HERE] += 1


@compiled
def pay(rules: Rules, fours: Fours, beam: Beam, at: int, way: int, here: int, move: int) -> bool:
    """Make a move that counts from the layer's row, whose key is `here`; say whether it wins without another one."""
    state, spare = beam.state, beam.spare
    if move == REDEAL:
        if not lay_again(rules, beam.rows, at, spare, 0):
            return False
        key = row_key(rules, spare, 0)
    else:
        key = moved_key(rules, beam.rows, at, here, move)
    state[NODES] += 1
    if state[SEEN] >= beam.seen_limit:
        state[PASSED_OVER] = 1
    elif is_new(beam.seen, beam.mask, key):
        state[SEEN] += 1
    else:
        return False
    if move != REDEAL:
        make_move(beam.rows, at, move, spare, 0)
    if is_dead(rules, fours, spare, 0):
        return False
    copy_row(spare, 0, spare, ROW)
    homeward = send_home(spare, ROW, beam.homeward, 0)
    if spare[ROW + ENDS + PILES - 1] == 0:
        kept = state[KEPT]
        beam.kept_from[kept] = way
        beam.kept_moves[kept] = move
        for i in range(homeward):
            kept += 1
            beam.kept_from[kept] = kept - 1
            beam.kept_moves[kept] = beam.homeward[i]
        state[WIN] = kept
        return True
    if (
        state[LAYER] + 1 >= beam.last_layer
        or state[AHEAD] >= beam.ahead_limit
        or state[SEEN] >= beam.seen_limit
    ):
        state[PASSED_OVER] = 1
        return False
    ahead = state[AHEAD]
    copy_row(spare, 0, beam.next_rows, ahead * ROW)
    beam.next_worths[ahead] = worth(rules, spare, ROW, ((key ^ beam.salt) >> 20) & beam.noise)
    beam.next_from[ahead] = way
    beam.next_moves[ahead] = move
    state[AHEAD] = ahead + 1
    return False


@compiled
def follow(rules: Rules, fours: Fours, beam: Beam, at: int, way: int) -> bool:
    """Make the moves from the layer's row; say whether one wins.

    Where nothing is forgotten, what could be laid elsewhere before a card went home is not laid after it: it was laid
    then, and the card that went home can go home in the next layer. Every position still comes up, and fewer come up
    twice. A beam, which forgets, finds lower scores when it may choose among them all.
    """
    here = row_key(rules, beam.rows, at)
    came = beam.kept_moves[way]
    left = came >> 4 if beam.whole == 1 and came & 15 == GO_HOME and came != REDEAL else -1
    for choice in range(find_moves(rules, beam.rows, at, beam.tops, beam.choices, 0)):
        move = beam.choices[choice]
        if move & 15 == GO_HOME and move != REDEAL:
            stay(rules, fours, beam, at, way, here, move)
        elif left >= 0 and move != REDEAL and move >> 4 != left and move & 15 != left:
            continue
        elif pay(rules, fours, beam, at, way, here, move):
            return True
    return False


@compiled
def sweep(rules: Rules, fours: Fours, beam: Beam, until: int) -> int:
    """Search on until `until` nodes: PAUSED, WON, or EXHAUSTED, which proves a loss unless the beam forgot any."""
    state = beam.state
    while True:
        if state[CURSOR] == state[HERE]:
            if state[FORGOT] == 0:
                # All that can be won with one more than the layer's score would have been.
                state[COMPLETE] = state[LAYER] + 2
            if state[PASSED_OVER] == 1:
                state[FORGOT] = 1
            if state[AHEAD] == 0 or (beam.whole == 1 and state[FORGOT] == 1):
                return EXHAUSTED
            choose(beam)
        if state[NODES] >= until:
            return PAUSED
        place = state[CURSOR]
        state[CURSOR] = place + 1
        if follow(rules, fours, beam, place * ROW, beam.ways[place]):
            return WON
