"""Room for a beam search over layers, what it says and counts, and what all such searches do between two layers."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.cruel.rows import CARDS, MOST_MOVES, ROW
from engine.solver.cruel.steps import copy_row
from engine.solver.cruel.worth import WORTHS
from engine.solver.tables import least_worth

# What a sweep says when it returns.
PAUSED: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2

# Where things stand in `Beam.state`.
LAYER: Final = 0
CURSOR: Final = 1
"""The next position of the layer to be followed."""
HERE: Final = 2
"""Positions in the layer."""
AHEAD: Final = 3
"""Positions found for the next layer."""
NODES: Final = 4
"""Positions made, whether they were new or not."""
KEPT: Final = 5
"""Positions whose way is remembered."""
SEEN: Final = 6
FORGOT: Final = 7
"""Whether a position was dropped for want of room."""
WIN: Final = 8
"""The remembered position that is won."""
COMPLETE: Final = 9
"""No score below this wins: proved by layers that held every position that belongs there."""
PASSED_OVER: Final = 10
"""Whether a position of the next layer was dropped, or was not kept because no layer is looked at after it."""
STATE: Final = 11


WHOLE: Final = 0
"""In the place of a spread: room for a sweep that is of use only while nothing is forgotten."""


class Beam(NamedTuple):
    """Room for one sweep."""

    width: int
    noise: int
    """A mask for random bits added to a worth."""
    salt: int
    whole: int
    """Whether to end when something is forgotten."""
    last_layer: int
    """No layer after this one is looked at, as if it had been forgotten."""
    state: Ints
    rows: Ints
    """The layer's positions."""
    ways: Ints
    """Where the way to each position of the layer is remembered."""
    next_rows: Ints
    next_worths: Ints
    next_from: Ints
    next_moves: Ints
    kept_from: Ints
    kept_moves: Ints
    seen: Ints
    mask: int
    tops: Ints
    choices: Ints
    spare: Ints
    """Two rows: a position, and what it comes to when every card goes home that can."""
    homeward: Ints
    """The moves between the two."""
    counts: Ints
    here_limit: int
    ahead_limit: int
    kept_limit: int
    seen_limit: int


def new_beam(row: Ints, width: int, *, noise: int, salt: int, layers: int, spread: int = 12) -> Beam:
    """Return a beam that starts from the row and looks at so many layers after it.

    `spread` is how many positions of the next layer there is room for, for each that a layer may keep, or WHOLE.
    """
    here, ahead, kept, bits = _sizes(width, layers, spread)
    beam = Beam(
        width=width,
        noise=noise,
        salt=salt,
        whole=int(spread == WHOLE),
        last_layer=layers,
        state=longs_array(STATE),
        rows=bytes_array(here * ROW),
        ways=ints_array(here),
        next_rows=bytes_array(ahead * ROW),
        next_worths=ints_array(ahead),
        next_from=ints_array(ahead),
        next_moves=ints_array(ahead),
        # A win has its last moves put behind all that is kept.
        kept_from=ints_array(kept + CARDS),
        kept_moves=ints_array(kept + CARDS),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
        tops=ints_array(CARDS),
        choices=ints_array(MOST_MOVES),
        spare=bytes_array(2 * ROW),
        homeward=ints_array(CARDS),
        counts=ints_array(WORTHS),
        here_limit=here,
        ahead_limit=ahead,
        kept_limit=kept,
        seen_limit=(1 << bits) * 3 // 4,
    )
    for i in range(ROW):
        beam.rows[i] = row[i]
    beam.kept_from[0] = -1
    beam.state[HERE] = beam.state[KEPT] = 1
    return beam


def beam_bytes(width: int, layers: int, spread: int = 12) -> int:
    """Return how much memory `new_beam` asks for, nearly."""
    here, ahead, kept, bits = _sizes(width, layers, spread)
    return here * (ROW + 4) + ahead * (ROW + 12) + kept * 8 + (8 << bits)


def _sizes(width: int, layers: int, spread: int) -> tuple[int, int, int, int]:
    """Return how many positions there is room for: here, ahead, remembered; and the bits of the table of those seen."""
    if spread == WHOLE:
        # As measured in `cruel`, with something to spare; the table holds what is only looked at too.
        return 7 * width // 2, width, 9 * width // 2, (10 * width).bit_length()
    here = 3 * width + 64
    return (
        here,
        spread * width + 256,
        here * (layers + 1),
        max(14, (min(8, spread) * width * layers).bit_length()),
    )


def way_to_win(beam: Beam) -> list[int]:
    """Return the moves that led to the win."""
    moves, at = [], beam.state[WIN]
    while at > 0:
        moves.append(int(beam.kept_moves[at]) & 255)
        at = beam.kept_from[at]
    return moves[::-1]


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
def choose(beam: Beam) -> None:
    """Make the best of the next layer's positions the layer."""
    state = beam.state
    ahead = state[AHEAD]
    least, spare = 0, ahead
    if ahead > beam.width:
        state[FORGOT] = 1
        least, spare = least_worth(beam.next_worths, ahead, beam.width, beam.counts)
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
