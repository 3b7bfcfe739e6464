"""Which searches a position of the Cruel family gets, one after the other, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import count
from typing import Final

from engine.building import Building
from engine.solver.accelerate import Ints
from engine.solver.budget import Meter
from engine.solver.cruel import beam, dead, depth
from engine.solver.cruel.rows import ENDS, PILES, Rules, move_text, row_of, rules_of
from engine.solver.verdict import Outcome
from engine.table import Table

Answer = tuple[Outcome, list[str], int]
"""Outcome, moves, and the score below which no win is possible."""

WIDTHS: Final = (50, 200, 1000, 4000, 16_000, 64_000)
LAYERS: Final = 160
"""A win takes 48 cards home and rarely joins more than 60."""

FRONTS: Final = (6, 8, 12, 16, 20, 24, 32)
"""How many of the first cards are watched; whatever four prove, the searches know already."""


@lru_cache(maxsize=8)
def tables_of(ruleset: Building) -> tuple[Rules, dead.Fours]:
    """Return what kernels need to know of an edition; what is learnt about fours is kept for the next search."""
    rules = rules_of(ruleset)
    return rules, dead.no_fours(small=rules.packs_four == 0)


def decide(ruleset: Building, table: Table, meter: Meter) -> Answer:
    """Return whether the position can be won."""
    rules, fours = tables_of(ruleset)
    row = row_of(ruleset, table)
    if row[ENDS + PILES - 1] == 0:
        return "won", [], 0
    if dead.is_dead(rules, fours, row, 0):
        return "lost", [], 0
    searches = _at_any_time if rules.only_when_stuck == 0 else _when_stuck
    for answer in searches(rules, fours, row, meter):
        if answer:
            return answer
        if meter.over:
            break
    return "open", [], 0


def _at_any_time(rules: Rules, fours: dead.Fours, row: Ints, meter: Meter) -> Iterator[Answer | None]:
    widths = [width for width in WIDTHS if beam.beam_bytes(width, LAYERS) <= meter.budget.memory] or [
        WIDTHS[0]
    ]
    for attempt in count():
        width = widths[min(attempt, len(widths) - 1)]
        # Later beams are as wide as they can be, and differ by chance: more and more of it.
        noise = 3 if attempt < len(widths) else 63
        yield _sweep(rules, fours, row, meter, width, noise, attempt)
        if attempt < len(widths):
            yield from _fronts(rules, row, meter, 20 * width)


def _sweep(
    rules: Rules, fours: dead.Fours, row: Ints, meter: Meter, width: int, noise: int, salt: int
) -> Answer | None:
    found = beam.new_beam(row, width, by_score=False, noise=noise, salt=salt << 20, layers=LAYERS)
    said = meter.run(partial(beam.sweep, rules, fours, found), lambda: found.state[beam.NODES])
    if said == beam.WON:
        return "won", [move_text(move) for move in beam.way_to_win(found)], 0
    if said == beam.EXHAUSTED and not found.state[beam.FORGOT]:
        return "lost", [], 0
    return None


def _fronts(rules: Rules, row: Ints, meter: Meter, limit: int) -> Iterator[Answer | None]:
    if not rules.packs_four:
        return
    watch = dead.room(limit)
    for cards in FRONTS:
        if meter.over or cards > row[ENDS + PILES - 1]:
            return
        before = int(watch.spent[0])
        lost = dead.front_is_dead(rules, watch, row, 0, cards)
        meter.nodes += int(watch.spent[0]) - before
        if lost:
            yield "lost", [], 0


def _when_stuck(rules: Rules, fours: dead.Fours, row: Ints, meter: Meter) -> Iterator[Answer | None]:
    most = meter.budget.memory
    for bits in range(14, 34, 2):
        if depth.shaft_bytes(1 << bits) > most:
            return
        shaft = depth.new_shaft(row, 1 << bits, DEPTH)
        said = meter.run(partial(depth.dig, rules, fours, shaft), lambda: shaft.state[depth.NODES])
        if said == depth.WON:
            yield "won", [move_text(move) for move in depth.way_down(shaft)], 0
        yield ("lost", [], 0) if said == depth.EXHAUSTED and not shaft.state[depth.CUT] else None


DEPTH: Final = 3000
"""Plies on the longest way that is followed; some editions allow long detours."""
