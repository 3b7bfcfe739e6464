"""Whether a run looks like one that hands and eyes could have played. Pure: it reads a log and flags nobody.

Whatever is found is for a moderator to look at, with the replay; it says "look", never "guilty".
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from engine.notation import SLIP_MARK, TAKE_BACK

REDEAL = "r"

# Decisions in a row of which the time is taken. One short gap is a double click, or two messages that came together
# after the network held one up; eight in a row are a pace. A won game of Cruel has twenty or so.
PACE_PLIES = 8
# Fingers tap six or seven times a second at best, on one spot and without a thought. A card that is laid on another
# pile is aimed at twice, and after a redeal the whole table is a new one to read.
HAND_MS = 150
# The next card of Clock is seen only after the last is laid, and one of thirteen hours is to be found for it: people
# need three tenths of a second and more for such a choice, whoever is trained comes near two.
CHOICE_MS = 200
# What is the same in two logs of so many moves is no accident, in a game that leaves a choice.
COPIED_PLIES = 20


class Timed(NamedTuple):
    """An accepted move, and when it was: milliseconds from the beginning."""

    move: str
    at_ms: int


class Pace(NamedTuple):
    """How fast the hand was: stretches of PACE_PLIES, how many of them too fast, the median gap, and the limit."""

    stretches: int
    too_fast: int
    median_ms: float
    limit_ms: int


def pace_of(log: Sequence[Timed], *, clock: bool) -> Pace:
    """Return the pace of what a hand has to do.

    A decision is a move to a pile, or a redeal. Moves to a foundation are left out: they may go by themselves. So are
    cards from the stock and further redeals, for which a key can be held down, and in Clock an hour that was found by
    trying others.
    """
    if clock:
        gaps = [
            ply.at_ms - before.at_ms
            for before, ply in pairwise(log)
            if not before.move.endswith(SLIP_MARK) and not ply.move.endswith(SLIP_MARK)
        ]
    else:
        gaps = [later - earlier for earlier, later in pairwise(_decisions(log))]
    limit = CHOICE_MS if clock else HAND_MS
    stretches = [
        gaps[start : start + PACE_PLIES] for start in range(0, len(gaps) - PACE_PLIES + 1, PACE_PLIES)
    ]
    fast = sum(sum(stretch) < limit * PACE_PLIES for stretch in stretches)
    return Pace(len(stretches), fast, median(gaps) if gaps else 0.0, limit)


def _decisions(log: Sequence[Timed]) -> list[int]:
    """Return when a hand had decided something."""
    times, last = [], ""
    for move, at_ms in log:
        if ("-" in move and not move.endswith("-f")) or (move == REDEAL and last != REDEAL):
            times.append(at_ms)
        last = move
    return times


def is_too_fast(pace: Pace) -> bool:
    """Whether a pace is faster than hands: in half of all stretches, two at least, so that no hiccup makes it so."""
    return pace.too_fast >= 2 and 2 * pace.too_fast >= pace.stretches


def standing_moves(log: Iterable[str]) -> list[str]:
    """Return the moves that were not taken back, without slips.

    >>> standing_moves(["7-3", "r", "u", "2-f"])
    ['7-3', '2-f']
    """
    standing: list[str] = []
    for move in log:
        if move == TAKE_BACK:
            standing.pop()
        elif not move.endswith(SLIP_MARK):
            standing.append(move)
    return standing


def is_copied(log: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two logs of moves that stand are the same, and long enough for that to be no accident."""
    return len(log) >= COPIED_PLIES and list(log) == list(other)
