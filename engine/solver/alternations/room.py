"""Room for an attempt at Alternations, and what it says and counts."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, ints_array, longs_array
from engine.solver.alternations.rows import ROW
from engine.solver.alternations.worth import BASE, POINTS, WORTHS

PAUSED: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2

# Where things stand in `Stage.state`.
NODES: Final = 0
HELD: Final = 1
"""Positions found in this stage."""
STARTS: Final = 2
"""The first of them, which came from the stage before."""
NEXT_START: Final = 3
BEST: Final = 4
"""No position waits at a higher worth."""
FOLLOWED: Final = 5
"""Positions followed for the present start."""
KEPT: Final = 6
"""Moves remembered."""
FORGOT: Final = 7
WIN: Final = 8
SEEN: Final = 9
STATE: Final = 10


class Stage(NamedTuple):
    """Room for one attempt."""

    width: int
    share: int
    """Positions followed for each start; in the last stage `final` for all together."""
    final: int
    gives_back: int
    """Whether cards may come back from foundations."""
    noise: int
    salt: int
    points: Ints
    state: Ints
    rows: Ints
    wastes: Ints
    plies: Ints
    """Scoring plies on the way."""
    came_from: Ints
    moves: Ints
    worths: Ints
    kept: Ints
    """For a start, the last of its remembered moves."""
    waiting: Ints
    before: Ints
    chosen: Ints
    start_rows: Ints
    start_wastes: Ints
    start_plies: Ints
    start_kept: Ints
    counts: Ints
    kept_from: Ints
    kept_moves: Ints
    seen: Ints
    mask: int
    held_limit: int
    kept_limit: int


def new_stage(
    row: Ints,
    waste: int,
    points: tuple[int, ...],
    *,
    width: int,
    share: int,
    final: int,
    gives_back: bool,
    noise: int,
    salt: int,
) -> Stage:
    """Return room for an attempt from the row."""
    held, kept, bits = _sizes(width, share, final)
    stage = Stage(
        width=width,
        share=share,
        final=final,
        gives_back=int(gives_back),
        noise=noise,
        salt=salt,
        points=ints_array(POINTS),
        state=longs_array(STATE),
        rows=bytes_array(held * ROW),
        wastes=longs_array(held),
        plies=ints_array(held),
        came_from=ints_array(held),
        moves=ints_array(held),
        worths=ints_array(held),
        kept=ints_array(width + 1),
        waiting=ints_array(WORTHS),
        before=ints_array(held),
        chosen=ints_array(width + 1),
        start_rows=bytes_array((width + 1) * ROW),
        start_wastes=longs_array(width + 1),
        start_plies=ints_array(width + 1),
        start_kept=ints_array(width + 1),
        counts=ints_array(WORTHS),
        kept_from=ints_array(kept),
        kept_moves=ints_array(kept),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
        held_limit=held,
        kept_limit=kept,
    )
    for i, value in enumerate(points):
        stage.points[i] = value
    for i in range(ROW):
        stage.rows[i] = row[i]
    stage.wastes[0] = waste
    stage.came_from[0] = -1
    stage.kept[0] = -1
    # The first position waits alone; drawing at once should be among the choices.
    stage.worths[0] = stage.state[BEST] = BASE
    stage.waiting[BASE] = 1
    stage.state[HELD] = stage.state[STARTS] = stage.state[NEXT_START] = 1
    return stage


def stage_bytes(width: int, share: int, final: int) -> int:
    """Return how much memory `new_stage` asks for, nearly."""
    held, kept, bits = _sizes(width, share, final)
    return held * (ROW + 8 + 5 * 4) + kept * 8 + width * (ROW + 20) + 12 * WORTHS + (8 << bits)


def _sizes(width: int, share: int, final: int) -> tuple[int, int, int]:
    held = max(width * (share * 8 + 1), 12 * final) + 256
    return held, width * 55 * 24 + 4096, (held * 4 // 3).bit_length()


def way_to_win(stage: Stage) -> list[int]:
    """Return the moves that led to the win."""
    moves, at = [], int(stage.state[WIN])
    while stage.came_from[at] >= 0:
        moves.append(int(stage.moves[at]))
        at = int(stage.came_from[at])
    at = int(stage.kept[at])
    while at >= 0:
        moves.append(int(stage.kept_moves[at]))
        at = int(stage.kept_from[at])
    return moves[::-1]
