"""Which attempts a position of Alternations gets, one after the other."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import count
from typing import Final, NamedTuple

from engine.building import Building
from engine.solver.accelerate import Ints, number_at
from engine.solver.alternations import room, shorter, stages
from engine.solver.alternations.rows import Deal, deal_of, move_texts
from engine.solver.budget import Meter
from engine.solver.verdict import Answer
from engine.table import Table


class Effort(NamedTuple):
    """How wide the beam is, how many positions it follows for each, and how many at the end."""

    width: int
    share: int
    final: int


EFFORTS: Final = (
    Effort(6, 30, 2000),
    Effort(6, 30, 2000),
    Effort(16, 40, 6000),
    Effort(16, 40, 6000),
    Effort(40, 60, 20_000),
    Effort(40, 60, 20_000),
    Effort(100, 100, 60_000),
    Effort(300, 150, 200_000),
)
"""Attempts differ by chance too; the last that there is memory for is repeated."""

POINTS: Final = ((25, -51, -22, -12, 8, -2, -12, -7), (29, -26, -15, -14, 11, 0, -11, -4))
"""What positions are worth, from measurements; attempts take turns."""


@lru_cache(maxsize=1)
def prepare(ruleset: Building) -> None:
    """Have every kernel compiled, which takes some seconds the first time on a machine."""
    deal, row, waste = deal_of(ruleset, ruleset.deal(bytes(32)))
    stages.advance(deal, _stage(row, waste, Effort(2, 2, 2), 0, gives_back=True), 100_000)
    shorter.shorter(deal, row, waste, [])


def decide(ruleset: Building, table: Table, meter: Meter) -> Answer:
    """Return whether the position can be won by somebody who knows every card."""
    for attempt in count():
        if answer := attempt_at(ruleset, table, meter, attempt):
            return answer
        if meter.over:
            return "open", [], 0
    raise AssertionError("attempts never end")


def attempt_at(ruleset: Building, table: Table, meter: Meter, attempt: int) -> Answer | None:
    """Return what an attempt says, None when it says nothing; attempts count from 0."""
    if ruleset.won(table):
        return "won", [], 0
    deal, row, waste = deal_of(ruleset, table)
    efforts = [effort for effort in EFFORTS if room.stage_bytes(*effort) <= meter.budget.memory]
    effort = (efforts or EFFORTS)[min(attempt, max(0, len(efforts) - 1))]
    # Everything may be seen but what needs a card back from a foundation: then look again with all moves.
    for gives_back in (False, True) if attempt % 2 == 0 else (True,):
        said, moves = _search(deal, row, waste, effort, attempt, meter, gives_back=gives_back)
        if said == room.WON:
            return "won", move_texts(ruleset, table, shorter.shorter(deal, row, waste, moves)), 0
        if said != room.EXHAUSTED:
            return None
    return "lost", [], 0


def _search(
    deal: Deal, row: Ints, waste: int, effort: Effort, attempt: int, meter: Meter, *, gives_back: bool
) -> tuple[int, list[int]]:
    """Return what one attempt says, EXHAUSTED only if it saw everything, and its moves. Its room is free again then."""
    stage = _stage(row, waste, effort, attempt, gives_back=gives_back)
    said = meter.run(partial(stages.advance, deal, stage), partial(number_at, stage.state, room.NODES))
    if said == room.EXHAUSTED and stage.state[room.FORGOT]:
        said = room.PAUSED
    return said, room.way_to_win(stage) if said == room.WON else []


def _stage(row: Ints, waste: int, effort: Effort, attempt: int, *, gives_back: bool) -> room.Stage:
    return room.new_stage(
        row,
        waste,
        POINTS[attempt % len(POINTS)],
        width=effort.width,
        share=effort.share,
        final=effort.final,
        gives_back=gives_back,
        noise=(3, 15, 31, 63)[attempt % 4],
        salt=attempt << 20,
    )
