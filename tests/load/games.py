"""Real logs to play: won games of the vectors, and how one goes on for as long as somebody asks."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

VECTORS = Path(__file__).resolve().parent.parent / "engine" / "vectors"


@cache
def won_game(ruleset: str) -> tuple[int, tuple[str, ...]]:
    """Return a deal number and the moves that win it."""
    games = json.loads((VECTORS / f"{ruleset}.json").read_text())["games"]
    game = next(game for game in games if list(game["positions"].values())[-1]["won"])
    return game["deal"], tuple(game["moves"])


def endless(moves: tuple[str, ...], ply: int) -> str:
    """Return the move to play as ply number `ply`: the game but for its last move, all taken back, and again.

    >>> [endless(("10-f", "8-9", "8-6"), ply) for ply in range(1, 7)]
    ['10-f', '8-9', 'u', 'u', '10-f', '8-9']
    """
    there = len(moves) - 1
    at = (ply - 1) % (2 * there)
    return moves[at] if at < there else "u"
