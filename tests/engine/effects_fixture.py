"""Writes what the JavaScript twin of `apply_effects` is held to: `python -m tests.engine.effects_fixture`.

Some plies of every ruleset, each as the view before, its effects, and the view after: random play with take-backs and
slips, and the last plies of a won game.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.game import History
from engine.rulesets import RULESETS
from engine.shuffle import seed_of_number
from tests.engine.playing import choose, vectors

FIXTURE = Path(__file__).parents[1] / "js" / "fixtures" / "effects.json"

RANDOM_PLIES = 24
LAST_PLIES = 8


def text() -> str:
    """One case a line, so that a difference is a line."""
    cases = [json.dumps(case, separators=(",", ":")) for ruleset in RULESETS for case in cases_of(ruleset)]
    return "[\n" + ",\n".join(cases) + "\n]\n"


def cases_of(key: str) -> Iterator[dict[str, Any]]:
    chance = random.Random(key)
    history = History(RULESETS[key], seed_of_number(1))
    for _ in range(RANDOM_PLIES):
        if (move := choose(history, chance.randrange(256))) is not None:
            yield case(history, move)
    game = vectors(key)["games"][-1]
    history = History(RULESETS[key], seed_of_number(game["deal"]))
    for move in game["moves"][:-LAST_PLIES]:
        history.play(move)
    for move in [*game["moves"][-LAST_PLIES:], *["u"] * LAST_PLIES]:
        yield case(history, move)


def case(history: History, move: str) -> dict[str, Any]:
    view = history.view()
    effects = [effect.wire() for effect in history.play(move).effects]
    return {"view": view, "effects": effects, "after": history.view()}


if __name__ == "__main__":
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_text(text(), encoding="utf-8")
