"""What the solver says of a position, and the check that no winning log passes unplayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.game import Ruleset
from engine.table import Table

Outcome: TypeAlias = Literal["won", "lost", "open"]

Answer: TypeAlias = tuple[Outcome, list[str], int]
"""What a plan says: the outcome, the moves if it is won, and the score below which no win was found to be possible."""


class UnplayableLog(Exception):
    """A search gave a log that the rules do not accept, or that does not win: a fault in the search."""


@dataclass(frozen=True)
class Verdict:
    """The answer about one position."""

    outcome: Outcome
    """won: `moves` wins from here. lost: proved that nothing does. open: the budget did not tell."""
    moves: tuple[str, ...] = ()
    score: int | None = None
    """What the moves add to the score."""
    bound: int = 0
    """No way to win from here adds less to the score: proved."""
    nodes: int = 0
    seconds: float = 0.0


def played(ruleset: Ruleset, table: Table, moves: Sequence[str]) -> int:
    """Return what winning moves cost, played by the rules; raise what the rules raise, or `UnplayableLog`."""
    cost = 0
    for text in moves:
        move = ruleset.read(text)
        table = table.after(ruleset.effects(table, move))
        cost += move.cost
    if not ruleset.won(table):
        raise UnplayableLog(f"{ruleset.key}: the moves do not win: {' '.join(moves)}")
    return cost
