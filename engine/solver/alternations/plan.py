"""Which attempts a position of Alternations gets, one after the other."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Final, NamedTuple

from engine.building import Building
from engine.solver.accelerate import Ints
from engine.solver.alternations import room, stages
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
"""Attempts differ by chance too; the last is repeated."""

POINTS: Final = ((25, -51, -22, -12, 8, -2, -12, -7),)
"""What positions are worth, from measurements; attempts take turns."""


def decide(ruleset: Building, table: Table, meter: Meter) -> Answer:
    """Return whether the position can be won by somebody who knows every card."""
    if ruleset.won(table):
        return "won", [], 0
    deal, row, waste = deal_of(ruleset, table)
    for attempt in count():
        if meter.over:
            return "open", [], 0
        effort = EFFORTS[min(attempt, len(EFFORTS) - 1)]
        stage = _stage(row, waste, effort, attempt)
        said = _advance(deal, stage, meter)
        if said == room.WON:
            return "won", move_texts(ruleset, table, room.way_to_win(stage)), 0
        if said == room.EXHAUSTED and not stage.state[room.FORGOT]:
            if stage.gives_back:
                return "lost", [], 0
            # Everything was seen but what needs a card back from a foundation: look again with all moves.
            stage = _stage(row, waste, effort, attempt, gives_back=True)
            if _advance(deal, stage, meter) == room.EXHAUSTED and not stage.state[room.FORGOT]:
                return "lost", [], 0
    raise AssertionError("attempts never end")


def _stage(
    row: Ints, waste: int, effort: Effort, attempt: int, *, gives_back: bool | None = None
) -> room.Stage:
    return room.new_stage(
        row,
        waste,
        POINTS[attempt % len(POINTS)],
        width=effort.width,
        share=effort.share,
        final=effort.final,
        gives_back=attempt % 2 == 1 if gives_back is None else gives_back,
        noise=(3, 15, 31, 63)[attempt % 4],
        salt=attempt << 20,
    )


def _advance(deal: Deal, stage: room.Stage, meter: Meter) -> int:
    return meter.run(partial(stages.advance, deal, stage), lambda: stage.state[room.NODES])
