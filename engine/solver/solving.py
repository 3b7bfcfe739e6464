"""The two doors to every search: `solve` and `lowest`."""

from __future__ import annotations

from engine.building import Building
from engine.clock import Clock
from engine.game import Ruleset
from engine.solver import clock
from engine.solver.budget import Budget, Meter
from engine.solver.verdict import Answer, Verdict, played
from engine.table import Table

# The plans are imported where they are needed, not above: only whoever searches pays for loading the kernels.


def prepare(ruleset: Ruleset) -> None:
    """Load and compile what deciding a ruleset needs: seconds the first time on a machine, not counted in budgets."""
    match ruleset:
        case Building(family="cruel"):
            from engine.solver.cruel import plan as cruel

            cruel.prepare(ruleset)
        case Building(family="alternations"):
            from engine.solver.alternations import plan as alternations

            alternations.prepare(ruleset)


def solve(ruleset: Ruleset, table: Table, budget: Budget | None = None) -> Verdict:
    """Say whether the position can be won, with all its cards known, and how. Without a budget, for ever.

    >>> from engine.rulesets import find_ruleset
    >>> from engine.shuffle import seed_of_number
    >>> ruleset = find_ruleset("cruel-when-stuck")
    >>> [solve(ruleset, ruleset.deal(seed_of_number(n))).outcome for n in (1, 2)]
    ['won', 'lost']
    """
    prepare(ruleset)
    meter = Meter(budget or Budget())
    match ruleset:
        case Clock():
            answer = clock.decide(ruleset, table, meter)
        case Building(family="cruel"):
            from engine.solver.cruel import plan as cruel

            answer = cruel.decide(ruleset, table, meter)
        case Building(family="alternations"):
            from engine.solver.alternations import plan as alternations

            answer = alternations.decide(ruleset, table, meter)
        case _:
            raise ValueError(f"the solver does not know {ruleset.key}")
    return _verdict(ruleset, table, answer, meter)


def lowest(ruleset: Ruleset, table: Table, budget: Budget) -> Verdict:
    """Return the win with the lowest score that the budget finds, and the bound that it proves.

    The search goes on until the budget is spent, unless score and bound meet.

    >>> from engine.rulesets import find_ruleset
    >>> from engine.shuffle import seed_of_number
    >>> ruleset = find_ruleset("cruel-when-stuck")
    >>> verdict = lowest(ruleset, ruleset.deal(seed_of_number(1)), Budget(nodes=20_000))
    >>> verdict.outcome, verdict.bound <= verdict.score
    ('won', True)
    """
    prepare(ruleset)
    match ruleset:
        case Building(family="cruel"):
            from engine.solver.cruel import lowest as cruel

            cruel.prepare(ruleset)
            meter = Meter(budget)
            answer = cruel.lower(ruleset, table, meter)
        case Building(family="alternations"):
            from engine.solver.alternations import lowest as alternations

            alternations.prepare(ruleset)
            meter = Meter(budget)
            answer = alternations.lower(ruleset, table, meter)
        case _:
            return solve(ruleset, table, budget)
    return _verdict(ruleset, table, answer, meter)


def _verdict(ruleset: Ruleset, table: Table, answer: Answer, meter: Meter) -> Verdict:
    outcome, moves, bound = answer
    # The rules have the last word: a log that they refuse is never an answer.
    score = played(ruleset, table, moves) if outcome == "won" else None
    return Verdict(outcome, tuple(moves), score, bound, meter.nodes, meter.seconds)
