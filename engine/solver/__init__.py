"""Searches that find winning logs, prove losses and look for low scores, from any position of any ruleset.

Nothing here is trusted: a winning log is an answer only after the rules have played it. Start reading at `solving.py`.
"""

from engine.solver.budget import Budget
from engine.solver.solving import lowest, prepare, solve
from engine.solver.verdict import Outcome, UnplayableLog, Verdict

__all__ = ["Budget", "Outcome", "UnplayableLog", "Verdict", "lowest", "prepare", "solve"]
