"""A beam over the stock: between two draws the positions kept are rearranged, the most promising first.

A stage holds every position found with so many stock cards turned. Each position that the stage starts with may be
followed for so many nodes; then the best of all that were found draw the next card and start the next stage. When the
stock is used up, what is left of the budget goes to one search from the best. If no stage ever dropped a position, all
were seen, and no win means that there is none.
"""

from typing import Final

from engine.solver.accelerate import compiled
from engine.solver.alternations.moves import follow, put, wait
from engine.solver.alternations.room import (
    BEST,
    EXHAUSTED,
    FOLLOWED,
    FORGOT,
    HELD,
    KEPT,
    NEXT_START,
    NODES,
    PAUSED,
    STARTS,
    WON,
    Stage,
)
from engine.solver.alternations.rows import DRAW, GO_HOME, ROW, TURNED, Deal
from engine.solver.alternations.steps import copy_row
from engine.solver.alternations.worth import WORTHS
from engine.solver.tables import least_worth

MOST_MOVES: Final = 128
"""More than the moves of any position."""


@compiled
def rearrange(deal: Deal, stage: Stage, most: int, until: int) -> int:
    """Follow waiting positions: WON, PAUSED at `until` nodes, EXHAUSTED when none waits or `most` were followed."""
    state = stage.state
    while True:
        while stage.waiting[state[BEST]] == 0:
            if state[BEST] == 0:
                return EXHAUSTED
            state[BEST] -= 1
        if state[FOLLOWED] >= most or state[HELD] + MOST_MOVES >= stage.held_limit:
            state[FORGOT] = 1
            return EXHAUSTED
        if state[NODES] >= until:
            return PAUSED
        here = stage.waiting[state[BEST]] - 1
        stage.waiting[state[BEST]] = stage.before[here]
        state[FOLLOWED] += 1
        if follow(deal, stage, here):
            return WON


@compiled
def choose(deal: Deal, stage: Stage) -> None:
    """Let the best positions of the stage draw a card and start the next one."""
    state = stage.state
    held = state[HELD]
    least, spare = 0, held
    if held > stage.width:
        state[FORGOT] = 1
        least, spare = least_worth(stage.worths, held, stage.width, stage.counts)
    started = 0
    for i in range(held):
        value = stage.worths[i]
        if value < least or (value == least and spare == 0):
            continue
        if value == least:
            spare -= 1
        # Remember the way here from the stage's start, then the draw.
        length = 1
        at = i
        while stage.came_from[at] >= 0:
            length += 1
            at = stage.came_from[at]
        if state[KEPT] + length >= stage.kept_limit:
            state[FORGOT] = 1
            continue
        start = at
        last = state[KEPT] + length - 1
        stage.kept_moves[last] = DRAW
        at = i
        for k in range(last, last - length + 1, -1):
            stage.kept_from[k] = k - 1
            stage.kept_moves[k - 1] = stage.moves[at]
            at = stage.came_from[at]
        stage.kept_from[state[KEPT]] = stage.kept[start]
        state[KEPT] += length
        copy_row(stage.rows, i * ROW, stage.start_rows, started * ROW)
        turned = stage.start_rows[started * ROW + TURNED]
        stage.start_rows[started * ROW + TURNED] = turned + 1
        stage.start_wastes[started] = stage.wastes[i] | (1 << turned)
        stage.start_plies[started] = stage.plies[i] + 1
        stage.start_kept[started] = last
        started += 1
    for i in range(stage.mask + 1):
        stage.seen[i] = 0
    for i in range(WORTHS):
        stage.waiting[i] = 0
    state[BEST] = 0
    state[HELD] = 0
    for i in range(started):
        copy_row(stage.start_rows, i * ROW, stage.rows, state[HELD] * ROW)
        held = state[HELD]
        stage.plies[held] = stage.start_plies[i]
        # `put` looks at where a position came from, so it stands as its own parent for a moment.
        put(deal, stage, held, ((0 << 4) + GO_HOME) << 4, stage.start_wastes[i])
        if state[HELD] > held:
            stage.came_from[held] = -1
            stage.kept[held] = stage.start_kept[i]
    state[STARTS] = state[HELD]
    state[NEXT_START] = 0


@compiled
def advance(deal: Deal, stage: Stage, until: int) -> int:
    """Search on until `until` nodes: PAUSED, WON, or EXHAUSTED, which proves a loss unless something was forgotten."""
    state = stage.state
    while True:
        last = stage.rows[TURNED] == deal.cards
        said = rearrange(deal, stage, stage.final if last else stage.share, until)
        if said != EXHAUSTED:
            return said
        if not last and state[NEXT_START] < state[STARTS]:
            # What the last start left waiting is forgotten; the next one waits alone.
            for i in range(WORTHS):
                stage.waiting[i] = 0
            state[BEST] = 0
            state[FOLLOWED] = 0
            wait(stage, state[NEXT_START])
            state[NEXT_START] += 1
            continue
        if last:
            return EXHAUSTED
        choose(deal, stage)
        state[FOLLOWED] = 0
        if stage.rows[TURNED] == deal.cards:
            for i in range(WORTHS):
                stage.waiting[i] = 0
            for i in range(state[STARTS]):
                wait(stage, i)
        else:
            for i in range(WORTHS):
                stage.waiting[i] = 0
            state[BEST] = 0
            if state[HELD] > 0:
                wait(stage, 0)
                state[NEXT_START] = 1
            else:
                return EXHAUSTED
