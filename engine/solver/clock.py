"""Clock leaves nothing to choose: the solver plays it to its end."""

from engine.clock import Clock
from engine.solver.budget import Meter
from engine.solver.verdict import Answer
from engine.table import Table


def decide(ruleset: Clock, table: Table, meter: Meter) -> Answer:
    """Return whether the position is won by laying every card at its hour."""
    moves: list[str] = []
    while legal := ruleset.legal(table):
        table = table.after(ruleset.effects(table, ruleset.read(legal[0])))
        moves += legal
        meter.nodes += 1
    return ("won", moves, 0) if ruleset.won(table) else ("lost", [], 0)
