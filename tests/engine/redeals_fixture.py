"""Writes what the browser's preview of a redeal is held to: `python -m tests.engine.redeals_fixture`.

Redeals of every edition of the Cruel family, from won games and from random play, each as the way in which it lays, the
piles before it and the piles after it.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.building import Building
from engine.game import History
from engine.rulesets import RULESETS
from engine.shuffle import seed_of_number
from tests.engine.playing import choose, vectors

FIXTURE = Path(__file__).parents[1] / "js" / "fixtures" / "redeals.json"

MOST = 6
"""Redeals of one game that are kept."""


def text() -> str:
    """One case a line, so that a difference is a line."""
    keys = [key for key, ruleset in RULESETS.items() if isinstance(ruleset, Building) and ruleset.redeal]
    cases = [json.dumps(case, separators=(",", ":")) for key in keys for case in cases_of(key)]
    return "[\n" + ",\n".join(cases) + "\n]\n"


def cases_of(key: str) -> Iterator[dict[str, Any]]:
    game = vectors(key)["games"][-1]
    yield from redeals(History(RULESETS[key], seed_of_number(game["deal"])), iter(game["moves"]))
    chance = random.Random(key)
    history = History(RULESETS[key], seed_of_number(7))
    moves = (choose(history, chance.randrange(256)) for _ in range(200))
    yield from redeals(history, (move for move in moves if move is not None))


def redeals(history: History, moves: Iterator[str]) -> Iterator[dict[str, Any]]:
    ruleset = history.ruleset
    assert isinstance(ruleset, Building)
    assert ruleset.redeal
    found = 0
    for move in moves:
        before = history.view()
        history.play(move)
        if move == "r" and found < MOST:
            found += 1
            after = {name: cards for name, cards in history.view().items() if name.isdigit()}
            yield {"way": ruleset.redeal.__name__, "view": before, "after": after}


if __name__ == "__main__":
    FIXTURE.write_text(text(), encoding="utf-8")
