"""A beam search over layers: of each layer's positions the most promising go on, so it is fast and forgets.

Layers count what brings a win nearer: with `by_score` off, cards moved, with redeals inside a layer; with it on, the
score, with cards going home inside a layer, so that the first win found is the cheapest that the beam keeps.
A beam that never had to forget a position has seen them all: then no win means that there is none.
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
    PAUSED,
    SEEN,
    WIN,
    WON,
    Beam,
)
from engine.solver.cruel.rows import ENDS, GO_HOME, HOME, PILES, REDEAL, REDEALS, ROW, Rules
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


@compiled
def keep_here(beam: Beam, place: int, came_from: int, move: int) -> None:
    """Remember the way to a position that was put into the layer at `place`."""
    state = beam.state
    kept = state[KEPT]
    beam.kept_from[kept] = came_from
    beam.kept_moves[kept] = move
    beam.ways[place] = kept
    state[KEPT] = kept + 1


@compiled
def offer(
    rules: Rules, fours: Fours, beam: Beam, at: int, source: int, target: int, key: int, way: int
) -> bool:
    """Make a card move, whose key is known, from the layer's row; say whether it wins."""
    state = beam.state
    state[NODES] += 1
    if state[SEEN] >= beam.seen_limit:
        state[FORGOT] = 1
        return False
    if not is_new(beam.seen, beam.mask, key):
        return False
    state[SEEN] += 1
    home = target == GO_HOME
    stay = home and beam.by_score == 1
    if stay and (state[HERE] >= beam.here_limit or state[KEPT] >= beam.kept_limit):
        state[FORGOT] = 1
        return False
    if not stay and state[AHEAD] >= beam.ahead_limit:
        state[FORGOT] = 1
        return False
    rows = beam.rows if stay else beam.next_rows
    to = (state[HERE] if stay else state[AHEAD]) * ROW
    copy_row(beam.rows, at, rows, to)
    if home:
        go_home(rows, to, source)
    else:
        build(rows, to, source, target)
    if is_dead(rules, fours, rows, to):
        return False
    move = source * 16 + target
    if rows[to + ENDS + PILES - 1] == 0:
        beam.kept_from[state[KEPT]] = way
        beam.kept_moves[state[KEPT]] = move
        state[WIN] = state[KEPT]
        return True
    if stay:
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
def offer_redeal(rules: Rules, fours: Fours, beam: Beam, at: int, way: int) -> None:
    """Redeal the layer's row: into the same layer, or, by score, into the next."""
    state = beam.state
    full_here = state[HERE] >= beam.here_limit or state[KEPT] >= beam.kept_limit
    if (beam.by_score == 0 and full_here) or (beam.by_score == 1 and state[AHEAD] >= beam.ahead_limit):
        state[FORGOT] = 1
        return
    rows = beam.rows if beam.by_score == 0 else beam.next_rows
    to = (state[HERE] if beam.by_score == 0 else state[AHEAD]) * ROW
    if not lay_again(rules, beam.rows, at, rows, to):
        return
    state[NODES] += 1
    key = row_key(rules, rows, to)
    if state[SEEN] >= beam.seen_limit:
        state[FORGOT] = 1
        return
    if not is_new(beam.seen, beam.mask, key):
        return
    state[SEEN] += 1
    if is_dead(rules, fours, rows, to):
        return
    if beam.by_score == 0:
        keep_here(beam, state[HERE], way, REDEAL)
        state[HERE] += 1
    else:
        noise = ((key ^ beam.salt) >> 20) & beam.noise
        beam.next_worths[state[AHEAD]] = worth(rules, rows, to, noise)
        beam.next_from[state[AHEAD]] = way
        beam.next_moves[state[AHEAD]] = REDEAL
        state[AHEAD] += 1


@compiled
def follow(rules: Rules, fours: Fours, beam: Beam, at: int, way: int) -> bool:
    """Make every move from the layer's row; say whether one wins."""
    tops, rows = beam.tops, beam.rows
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
        if rows[at + HOME + card // 13] == card % 13:
            stuck = False
            if offer(rules, fours, beam, at, pile, GO_HOME, lifted, way):
                return True
        for k in range(2):
            onto = rules.targets[2 * card + k]
            if onto >= 0 and tops[onto] >= 0:
                stuck = False
                laid = lifted ^ rules.keys[card * 64 + onto]
                if offer(rules, fours, beam, at, pile, tops[onto], laid, way):
                    return True
    may = rules.limit < 0 or rows[at + REDEALS] < rules.limit
    if may and (stuck or rules.only_when_stuck == 0):
        offer_redeal(rules, fours, beam, at, way)
    return False


@compiled
def choose(beam: Beam) -> None:
    """Make the best of the next layer's positions the layer."""
    state, counts = beam.state, beam.counts
    ahead = state[AHEAD]
    least, spare = 0, ahead
    if ahead > beam.width:
        state[FORGOT] = 1
        for i in range(WORTHS):
            counts[i] = 0
        for i in range(ahead):
            counts[beam.next_worths[i]] += 1
        least, better = WORTHS - 1, 0
        while better + counts[least] < beam.width:
            better += counts[least]
            least -= 1
        spare = beam.width - better
    here = 0
    for i in range(ahead):
        value = beam.next_worths[i]
        if value < least or (value == least and spare == 0) or state[KEPT] >= beam.kept_limit:
            continue
        if value == least:
            spare -= 1
        copy_row(beam.next_rows, i * ROW, beam.rows, here * ROW)
        keep_here(beam, here, beam.next_from[i], beam.next_moves[i])
        here += 1
    if state[KEPT] >= beam.kept_limit:
        state[FORGOT] = 1
    state[HERE] = here
    state[AHEAD] = 0
    state[CURSOR] = 0
    state[LAYER] += 1


@compiled
def sweep(rules: Rules, fours: Fours, beam: Beam, until: int) -> int:
    """Search on until `until` nodes: PAUSED, WON, or EXHAUSTED, which proves a loss unless the beam forgot any."""
    state = beam.state
    while True:
        if state[CURSOR] == state[HERE]:
            if state[FORGOT] == 0:
                state[COMPLETE] = state[LAYER] + 1
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
