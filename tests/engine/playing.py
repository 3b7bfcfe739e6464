"""What the engine's tests share: the vectors, and random play that reaches every corner of a game."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from engine.game import TAKE_BACKS, History, Ply, Ruleset, TakeBack
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import LARGEST_DEAL_NUMBER, seed_of_number

VECTORS = Path(__file__).parent / "vectors"

TAKE_BACK_BYTES = range(240, 256)
"""Choices that take back, or in Clock slip, rather than play a legal move."""


@cache
def vectors(key: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((VECTORS / f"{key}.json").read_text(encoding="utf-8"))
    return read


def new_game(key: str, number: int = 1, take_back: TakeBack = "counted") -> History:
    return History(find_ruleset(key), seed_of_number(number), take_back)


def played(key: str, moves: str, number: int = 1, take_back: TakeBack = "counted") -> History:
    history = new_game(key, number, take_back)
    for move in moves.split():
        history.play(move)
    return history


def after_vector(key: str, game: int, plies: int, take_back: TakeBack = "counted") -> History:
    """The attempt of a vector's game after so many of its moves."""
    chosen = vectors(key)["games"][game]
    return played(key, " ".join(chosen["moves"][:plies]), chosen["deal"], take_back)


def choose(history: History, choice: int) -> str | None:
    """Turn a byte into the text of the next ply, or None when there is none."""
    legal = history.legal()
    if choice in TAKE_BACK_BYTES:
        if history.ruleset.family == "clock" and legal and choice % 2:
            return f"{int(legal[0]) % 13 + 1}?"
        if history.may_take_back:
            return "u"
    return legal[choice % len(legal)] if legal else None


def play_on(history: History, choices: bytes) -> Iterator[Ply]:
    """Play what the bytes choose, giving each ply after it was played."""
    for choice in choices:
        text = choose(history, choice)
        if text is None:
            return
        yield history.play(text)


@st.composite
def histories(draw: st.DrawFn, ruleset: Ruleset | None = None, take_back: TakeBack | None = None) -> History:
    """Any attempt at any deal, from the first table on or from somewhere in a game that was won."""
    chosen = ruleset or draw(st.sampled_from(list(RULESETS.values())))
    policy = draw(st.sampled_from(TAKE_BACKS)) if take_back is None else take_back
    if draw(st.booleans()):
        games = vectors(chosen.key)["games"]
        game = draw(st.integers(0, len(games) - 1))
        history = after_vector(chosen.key, game, draw(st.integers(0, len(games[game]["moves"]))), policy)
    else:
        history = History(chosen, seed_of_number(draw(st.integers(1, LARGEST_DEAL_NUMBER))), policy)
    for _ in play_on(history, draw(st.binary(max_size=60))):
        pass
    return history
