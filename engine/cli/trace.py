"""For tests, on the operator's own machine: positions with their hidden cards, and counts of positions."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, TextIO

from engine.cards import SUITS, card_text
from engine.clock import HOURS, OPEN
from engine.errors import EngineError
from engine.game import Family, History, Ruleset
from engine.table import Table, open_text


def trace(history: History, moves: TextIO, out: TextIO) -> None:
    """Write a JSON line for the position before any move and after each, or the code of a refusal.

    A wrong hour in Clock is refused like any other wrong move; written as the slip it is, `7?`, it is a ply.
    """
    _write(out, position(history))
    for text in _words(moves):
        try:
            history.check(text)
            history.play(text)
        except EngineError as refusal:
            _write(out, {"refused": refusal.code})
        else:
            _write(out, position(history))


def position(history: History) -> dict[str, Any]:
    """Return everything about the table, hidden cards in brackets, as JSON values."""
    return {
        **_PILES[history.ruleset.family](history.table),
        "legal": history.legal(),
        "won": history.won,
        "blocked": history.blocked,
        "progress": history.progress,
        **({"redeals": history.redeals} if history.ruleset.family == "cruel" else {}),
        "score": history.score,
        "ply": len(history.log),
    }


def perft(ruleset: Ruleset, table: Table, depth: int) -> int:
    """Return how many move sequences of this length there are."""
    if depth == 0:
        return 1
    legal = ruleset.legal(table)
    if depth == 1:
        return len(legal)
    return sum(
        perft(ruleset, table.after(ruleset.effects(table, ruleset.moves[text])), depth - 1) for text in legal
    )


def _cruel(table: Table) -> dict[str, Any]:
    return {
        "foundations": {suit: len(table[f"f{number}"]) for number, suit in enumerate(SUITS, start=1)},
        "piles": _tableau(table),
    }


def _alternations(table: Table) -> dict[str, Any]:
    return {
        "foundations": {
            suit: [len(table[f"f{number}"]), len(table[f"f{number + 1}"])]
            for number, suit in zip(range(1, 9, 2), SUITS, strict=True)
        },
        "columns": _tableau(table),
        "stock": len(table["s"]),
        "waste": open_text(table["w"]),
    }


def _clock(table: Table) -> dict[str, Any]:
    return {
        "current": card_text(table[OPEN][0]) if table[OPEN] else None,
        "down": [len(table[hour]) for hour in HOURS],
        "up": [open_text(table["u" + hour]) for hour in HOURS],
    }


_PILES: Final[dict[Family, Callable[[Table], dict[str, Any]]]] = {
    "cruel": _cruel,
    "alternations": _alternations,
    "clock": _clock,
}


def _tableau(table: Table) -> list[str]:
    return [open_text(table[name]) for name in table.places if name.isdigit()]


def _words(stream: TextIO) -> Iterator[str]:
    return (word for line in stream for word in line.split())


def _write(out: TextIO, value: dict[str, Any]) -> None:
    # Flushed at once: whoever writes the moves may be waiting for the answer.
    out.write(json.dumps(value) + "\n")
    out.flush()
