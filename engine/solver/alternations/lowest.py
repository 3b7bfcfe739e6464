"""The lowest score: one attempt after the other, and the shortest of their wins; and a bound that no win lies below."""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from engine.building import Building
from engine.solver.alternations import least, plan
from engine.solver.alternations.rows import deal_of
from engine.solver.budget import Meter
from engine.solver.verdict import Answer
from engine.table import Table


@lru_cache(maxsize=1)
def prepare(ruleset: Building) -> None:
    """Have the kernels compiled that look for low scores, and those that decide."""
    plan.prepare(ruleset)
    deal, row, _ = deal_of(ruleset, ruleset.deal(bytes(32)))
    least.search(least.game_of(deal, row, 0, 1000), 10)


def lower(ruleset: Building, table: Table, meter: Meter) -> Answer:
    """Return the shortest win that attempts find until the budget is spent, and a score below which there is none."""
    bound = len(table["s"])
    moves: list[str] | None = None
    for attempt in count():
        answer = plan.attempt_at(ruleset, table, meter, attempt)
        if answer and answer[0] == "lost":
            return answer
        if answer and moves is None:
            # Only now: the first thing to spend on is a win.
            deal, row, _ = deal_of(ruleset, table)
            bound = least.least_cost(deal, row, meter)
        if answer and (moves is None or _cost(answer[1]) < _cost(moves)):
            moves = answer[1]
        if moves is not None and (meter.over or _cost(moves) == bound):
            return "won", moves, bound
        if meter.over:
            return "open", [], bound
    raise AssertionError("attempts never end")


def _cost(moves: list[str]) -> int:
    return sum(not text.endswith("-f") for text in moves)
