"""The one door to every search."""

from __future__ import annotations

from engine.building import Building
from engine.clock import Clock
from engine.game import Ruleset
from engine.solver import clock
from engine.solver.budget import Budget, Meter
from engine.solver.verdict import Verdict, played
from engine.table import Table


def solve(ruleset: Ruleset, table: Table, budget: Budget | None = None) -> Verdict:
    """Say whether the position can be won, with all its cards known, and how. Without a budget, for ever.

    >>> from engine.rulesets import find_ruleset
    >>> from engine.shuffle import seed_of_number
    >>> ruleset = find_ruleset("cruel-when-stuck")
    >>> [solve(ruleset, ruleset.deal(seed_of_number(n))).outcome for n in (1, 2)]
    ['won', 'lost']
    """
    meter = Meter(budget or Budget())
    if isinstance(ruleset, Clock):
        answer = clock.decide(ruleset, table, meter)
    elif isinstance(ruleset, Building) and ruleset.family == "cruel":
        # Here and not above: only whoever searches pays for loading the kernels.
        from engine.solver.cruel import plan

        answer = plan.decide(ruleset, table, meter)
    elif isinstance(ruleset, Building) and ruleset.family == "alternations":
        from engine.solver.alternations import plan as alternations

        answer = alternations.decide(ruleset, table, meter)
    else:
        raise ValueError(f"the solver does not know {ruleset.key}")
    outcome, moves, bound = answer
    # The rules have the last word: a log that they refuse is never an answer.
    score = played(ruleset, table, moves) if outcome == "won" else None
    return Verdict(outcome, tuple(moves), score, bound, meter.nodes, meter.seconds)
