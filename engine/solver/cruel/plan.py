"""Which searches a position of the Cruel family gets, one after the other, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import count
from typing import Final

from engine.building import Building
from engine.solver.accelerate import Ints, number_at
from engine.solver.budget import Meter
from engine.solver.cruel import beam, best, dead, depth, layers
from engine.solver.cruel.rows import ENDS, PILES, Rules, move_text, row_of, rules_of
from engine.solver.verdict import Answer
from engine.table import Table

WIDTHS: Final = (50, 200, 1000, 4000, 16_000, 64_000)
SPARE_WIDTH: Final = 4000
"""Of beams that take turns with best-first searches."""
LAYERS: Final = 160
"""A win takes 48 cards home and rarely joins more than 60."""

FRONTS: Final = (6, 8, 12, 16, 20, 24, 32)
"""How many of the first cards are watched; whatever four prove, the searches know already."""

DEPTH: Final = 3000
"""Plies on the longest way that is followed; some editions allow long detours."""

QUEUES: Final = (20_000, 20_000, 60_000, 200_000)
"""Positions of the best-first searches that come before the search to the bottom."""


@lru_cache(maxsize=8)
def tables_of(ruleset: Building) -> tuple[Rules, dead.Fours]:
    """Return what kernels need to know of an edition; what is learnt about fours is kept for the next search."""
    rules = rules_of(ruleset)
    return rules, dead.no_fours(small=rules.packs_four == 0)


@lru_cache(maxsize=8)
def prepare(ruleset: Building) -> None:
    """Have the kernels compiled that decide this edition: seconds the first time on a machine."""
    rules, fours = tables_of(ruleset)
    row = row_of(ruleset, ruleset.deal(bytes(32)))
    dead.is_dead(rules, fours, row, 0)
    if _only_digs(rules) or _can_see_all(rules):
        depth.dig(rules, fours, depth.new_shaft(row, 100, 100), 10)
    if _only_digs(rules):
        return
    beam.sweep(rules, fours, layers.new_beam(row, 2, noise=3, salt=0, layers=4), 100)
    if _can_see_all(rules) or not rules.packs_four:
        best.search(rules, fours, best.new_queue(row, 100, 3, 0), 10)
    else:
        dead.front_is_dead(rules, dead.room(10), row, 0, 4)


def _can_see_all(rules: Rules) -> bool:
    """Whether there are few enough positions for a search to the bottom."""
    return rules.only_when_stuck == 1 or rules.limit >= 0


def _only_digs(rules: Rules) -> bool:
    """Whether a search to the bottom is quicker than anything before it."""
    return rules.only_when_stuck == 1 and bool(rules.packs_four or rules.limit >= 0 or rules.ripples)


def decide(ruleset: Building, table: Table, meter: Meter) -> Answer:
    """Return whether the position can be won."""
    rules, fours = tables_of(ruleset)
    row = row_of(ruleset, table)
    if row[ENDS + PILES - 1] == 0:
        return "won", [], 0
    if dead.is_dead(rules, fours, row, 0):
        return "lost", [], 0
    if _only_digs(rules):
        searches = _to_the_bottom(rules, fours, row, meter)
    elif _can_see_all(rules) or not rules.packs_four:
        searches = _best_first(rules, fours, row, meter, to_the_bottom=_can_see_all(rules))
    else:
        searches = _in_beams(rules, fours, row, meter)
    for answer in searches:
        if answer:
            return answer
        if meter.over:
            break
    return "open", [], 0


def _in_beams(rules: Rules, fours: dead.Fours, row: Ints, meter: Meter) -> Iterator[Answer | None]:
    widths = [width for width in WIDTHS if layers.beam_bytes(width, LAYERS) <= meter.budget.memory]
    widths = widths or [WIDTHS[0]]
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
    found = layers.new_beam(row, width, noise=noise, salt=salt << 20, layers=LAYERS)
    said = meter.run(partial(beam.sweep, rules, fours, found), partial(number_at, found.state, layers.NODES))
    if said == layers.WON:
        return "won", [move_text(move) for move in layers.way_to_win(found)], 0
    if said == layers.EXHAUSTED and not found.state[layers.FORGOT]:
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


def _best_first(
    rules: Rules, fours: dead.Fours, row: Ints, meter: Meter, *, to_the_bottom: bool
) -> Iterator[Answer | None]:
    sizes = [size for size in QUEUES if best.queue_bytes(size) <= meter.budget.memory] or [QUEUES[0]]
    for attempt, positions in enumerate(sizes):
        yield _queue(rules, fours, row, meter, positions, attempt)
    if to_the_bottom:
        yield from _to_the_bottom(rules, fours, row, meter, first=18)
    # What neither decides is left to chance: queues and beams see different positions.
    for attempt in count(len(sizes)):
        yield _queue(rules, fours, row, meter, sizes[-1], attempt)
        if layers.beam_bytes(SPARE_WIDTH, LAYERS) <= meter.budget.memory:
            yield _sweep(rules, fours, row, meter, SPARE_WIDTH, 63, attempt)


def _queue(
    rules: Rules, fours: dead.Fours, row: Ints, meter: Meter, positions: int, attempt: int
) -> Answer | None:
    queue = best.new_queue(row, positions, noise=63 if attempt else 3, salt=attempt << 20)
    said = meter.run(partial(best.search, rules, fours, queue), partial(number_at, queue.state, best.NODES))
    if said == best.WON:
        return "won", [move_text(move) for move in best.way_to(queue)], 0
    return ("lost", [], 0) if said == best.EXHAUSTED else None


def _to_the_bottom(
    rules: Rules, fours: dead.Fours, row: Ints, meter: Meter, first: int = 14
) -> Iterator[Answer | None]:
    for bits in range(first, 34, 2):
        if depth.shaft_bytes(1 << bits) > meter.budget.memory:
            return
        yield _dig(rules, fours, row, meter, 1 << bits)


def _dig(rules: Rules, fours: dead.Fours, row: Ints, meter: Meter, positions: int) -> Answer | None:
    shaft = depth.new_shaft(row, positions, DEPTH)
    said = meter.run(partial(depth.dig, rules, fours, shaft), partial(number_at, shaft.state, depth.NODES))
    if said == depth.WON:
        return "won", [move_text(move) for move in depth.way_down(shaft)], 0
    return ("lost", [], 0) if said == depth.EXHAUSTED and not shaft.state[depth.CUT] else None
