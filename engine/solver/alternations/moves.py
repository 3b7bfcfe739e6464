"""Every move from a position of Alternations but the draw: kernels that put what they find into the stage."""

from engine.solver.accelerate import Ints, compiled
from engine.solver.alternations.room import BEST, HELD, NODES, WIN, Stage
from engine.solver.alternations.rows import (
    ALL_HOME,
    COLUMNS,
    DEEP,
    FOUNDATIONS,
    GO_HOME,
    HOME,
    LENGTHS,
    ROW,
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
    row_key,
    run_length,
    take_home,
)
from engine.solver.alternations.worth import worth
from engine.solver.tables import is_new


@compiled
def wait(stage: Stage, place: int) -> None:
    """Let a position of the stage wait for being followed."""
    value = stage.worths[place]
    stage.before[place] = stage.waiting[value]
    stage.waiting[value] = place + 1
    stage.state[BEST] = max(stage.state[BEST], value)


@compiled
def put(deal: Deal, stage: Stage, came_from: int, code: int, waste: int) -> bool:
    """Keep the position that stands behind the last one held, if it is new; say whether it is won."""
    state = stage.state
    held = state[HELD]
    state[NODES] += 1
    at = held * ROW
    key = row_key(deal, stage.rows, at, waste)
    if not is_new(stage.seen, stage.mask, key):
        return False
    plies = stage.plies[came_from] + (0 if (code >> 4) & 15 == GO_HOME else 1)
    stage.wastes[held] = waste
    stage.plies[held] = plies
    stage.came_from[held] = came_from
    stage.moves[held] = code
    noise = ((key ^ stage.salt) >> 20) & stage.noise
    stage.worths[held] = worth(deal, stage.points, stage.rows, at, waste, plies, noise)
    state[HELD] = held + 1
    home = 0
    for i in range(HOME, HOME + 8):
        home += stage.rows[at + i]
    if home == ALL_HOME:
        state[WIN] = held
        return True
    wait(stage, held)
    return False


@compiled
def is_free(rows: Ints, at: int, card: int) -> bool:
    """Say whether the card has nothing more to do on the table: every card that could lie on it is home."""
    rank = card % 13
    least = rank
    for place in range(HOME, HOME + 8):
        least = min(least, rows[at + place])
    return bool(least == rank)


@compiled
def follow(deal: Deal, stage: Stage, here: int) -> bool:
    """Make every move but the draw from a position of the stage; say whether one wins."""
    rows, state = stage.rows, stage.state
    at = here * ROW
    waste = stage.wastes[here]
    top = last_bit(waste)
    empty = -1
    for column in range(COLUMNS):
        if rows[at + LENGTHS + column] == 0:
            empty = column
            break
    # Cards go home; one that nothing needs any more goes at once.
    for only_free in range(1, -1, -1):
        for source in range(COLUMNS + 1):
            if source == WASTE:
                if top < 0:
                    continue
                card = deal.stock[top]
            else:
                length = rows[at + LENGTHS + source]
                if length == 0:
                    continue
                card = rows[at + source * DEEP + length - 1]
            if not goes_home(rows, at, card) or (only_free == 1 and not is_free(rows, at, card)):
                continue
            to = state[HELD] * ROW
            copy_row(rows, at, rows, to)
            left = waste
            if source == WASTE:
                left -= 1 << top
            else:
                lift(rows, to, source, 1)
            take_home(rows, to, card)
            if put(deal, stage, here, (source * 16 + GO_HOME) * 16 + 1, left):
                return True
            if only_free == 1:
                return False
    # Runs move, and the waste's top is laid.
    for source in range(COLUMNS + 1):
        if source == WASTE:
            if top < 0:
                continue
            run, rank = 1, deal.stock[top] % 13
            length = 1
        else:
            length = rows[at + LENGTHS + source]
            if length == 0:
                continue
            run = run_length(rows, at, source)
            rank = rows[at + source * DEEP + length - 1] % 13
        for target in range(COLUMNS):
            if target == source:
                continue
            size = rows[at + LENGTHS + target]
            first, last = 1, run
            if size > 0:
                # Of a run's tails at most one fits here.
                first = last = rows[at + target * DEEP + size - 1] % 13 - rank
                if first < 1 or first > run:
                    continue
            elif target != empty:
                continue
            for count in range(first, last + 1):
                if size == 0 and source != WASTE and count == length:
                    continue
                to = state[HELD] * ROW
                copy_row(rows, at, rows, to)
                left = waste
                if source == WASTE:
                    left -= 1 << top
                    lay(rows, to, target, deal.stock[top])
                else:
                    carry(rows, to, source, target, count)
                if put(deal, stage, here, (source * 16 + target) * 16 + count, left):
                    return True
    if stage.gives_back == 1:
        for place in range(8):
            if rows[at + HOME + place] == 0:
                continue
            # The shorter of two equal foundations gives what the longer gives.
            if place & 1 == 1 and rows[at + HOME + place] == rows[at + HOME + place - 1]:
                continue
            rank = rows[at + HOME + place] - 1
            for target in range(COLUMNS):
                size = rows[at + LENGTHS + target]
                if size == 0 and target != empty:
                    continue
                if size > 0 and rows[at + target * DEEP + size - 1] % 13 != rank + 1:
                    continue
                to = state[HELD] * ROW
                copy_row(rows, at, rows, to)
                lay(rows, to, target, give_back(rows, to, place))
                if put(deal, stage, here, ((FOUNDATIONS + place) * 16 + target) * 16 + 1, waste):
                    return True
    return False
