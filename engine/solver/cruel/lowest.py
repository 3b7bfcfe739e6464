"""The lowest score: beams whose layers are scores, and the layers that no beam had to cut, which prove a bound."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import count
from typing import Final, NamedTuple

from engine.building import Building
from engine.solver.accelerate import Ints, ints_array, number_at
from engine.solver.budget import Meter
from engine.solver.cruel import layers, plan, scores
from engine.solver.cruel.dead import Fours
from engine.solver.cruel.plan import decide, tables_of
from engine.solver.cruel.rows import CARDS, ENDS, PILES, WORTHS_BY_SCORE, Rules, move_text, row_of, worths_of
from engine.solver.cruel.steps import send_home
from engine.solver.verdict import Answer
from engine.table import Table

WIDTHS: Final = (300, 3000, 20_000)
"""Of the beams that come first: each finds a lower score, so that the next one needs fewer layers."""
SPREAD: Final = 6
"""A layer is about four times as large as the one before it, and some are larger."""
WHOLE_WIDTHS: Final = (1_100_000, 540_000, 270_000, 130_000, 60_000, 20_000)
"""Of the sweep that proves most: the widest that there is memory for, in 512 MB the first."""
LAST_WIDTHS: Final = (200_000, 60_000, 20_000, 3000)
"""Of the beams that come when that was not wide enough; they differ by chance."""
MOST: Final = 60
"""Scores that are looked at when no win is known."""


@lru_cache(maxsize=8)
def prepare(ruleset: Building) -> None:
    """Have the kernels compiled that look for low scores, and those that decide."""
    plan.prepare(ruleset)
    rules, fours = tables_of(ruleset)
    row = row_of(ruleset, ruleset.deal(bytes(32)))
    scores.sweep(rules, fours, layers.new_beam(row, 2, noise=3, salt=0, layers=4), 100)
    send_home(row, 0, ints_array(CARDS), 0)


def lower(ruleset: Building, table: Table, meter: Meter) -> Answer:
    """Return the cheapest win that the budget finds, and the score below which there is none."""
    rules, fours = tables_of(ruleset)
    if rules.packs_four:
        rules = rules._replace(worths=worths_of(WORTHS_BY_SCORE))
    row = row_of(ruleset, table)
    free = ints_array(CARDS)
    sent = send_home(row, 0, free, 0)
    if row[ENDS + PILES - 1] == 0:
        return "won", [move_text(free[i]) for i in range(sent)], 0
    row = row_of(ruleset, table)
    moves: list[str] | None = None
    least, bound = MOST + 1, 1
    for attempt in count():
        beam = _beam(attempt, row, least, meter.budget.memory)
        swept = _sweep(rules, fours, beam, meter)
        del beam
        bound = max(bound, swept.bound)
        if swept.moves:
            moves, least = swept.moves, swept.score
        elif swept.saw_everything:
            return ("lost", [], 0) if moves is None else ("won", moves, least)
        if moves is None and attempt == len(WIDTHS) and not meter.over:
            outcome, other, _ = decide(ruleset, table, meter)
            if outcome == "lost":
                return outcome, [], 0
            if outcome == "won":
                moves, least = other, sum(not text.endswith("-f") for text in other)
        if moves is not None and (bound >= least or meter.over):
            return "won", moves, min(bound, least)
        if meter.over:
            return "open", [], bound
    raise AssertionError("attempts never end")


class _Swept(NamedTuple):
    moves: list[str]
    """Of the win, if there is one."""
    score: int
    bound: int
    saw_everything: bool


def _beam(attempt: int, row: Ints, least: int, memory: int) -> layers.Beam:
    """Return room for an attempt at a score below `least`."""
    if attempt < len(WIDTHS):
        widths, spread = WIDTHS[attempt::-1], SPREAD
    elif attempt == len(WIDTHS):
        widths, spread = WHOLE_WIDTHS, layers.WHOLE
    else:
        widths, spread = LAST_WIDTHS, SPREAD
    # A beam must end below the best score so far to be of use, so it needs no more layers.
    fitting = [width for width in widths if layers.beam_bytes(width, least, spread) <= memory]
    return layers.new_beam(
        row,
        (fitting or widths[-1:])[0],
        noise=3 if attempt <= len(WIDTHS) else 63,
        salt=attempt << 20,
        layers=least - 1,
        spread=spread,
    )


def _sweep(rules: Rules, fours: Fours, beam: layers.Beam, meter: Meter) -> _Swept:
    said = meter.run(partial(scores.sweep, rules, fours, beam), partial(number_at, beam.state, layers.NODES))
    return _Swept(
        [move_text(move) for move in layers.way_to_win(beam)] if said == layers.WON else [],
        number_at(beam.state, layers.LAYER) + 1,
        number_at(beam.state, layers.COMPLETE),
        said == layers.EXHAUSTED and not beam.state[layers.FORGOT],
    )
