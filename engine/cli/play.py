"""Play in the terminal, one key a move."""

from collections.abc import Callable, Iterator
from typing import Final, TextIO

from engine.cards import RANKS
from engine.cli.draw import draw
from engine.errors import IllegalMove
from engine.game import History

QUIT: Final = ("x", "\x03", "\x04", "")
"""The letter, control-C, control-D, and the end of the input. Not escape: every arrow key begins with one."""

MORE: Final = " "
OWN_KEYS: Final = {"d": "d", "r": "r", "u": "u"}
"""Drawing, the redeal and taking back always have their own letter."""

LABELS: Final = [
    letter for letter in "abcefghijklmnopqstvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in OWN_KEYS
]


def play(history: History, key: Callable[[], str], out: TextIO, colour: bool = False) -> None:
    """Show the table and its moves, and play the move of each key until the game is over or the player quits.

    `key` waits for one key and returns it, "" when there will be none.
    """
    refusal = ""
    page = 0
    while True:
        pages = _pages(history)
        keys = pages[page % len(pages)]
        out.write(
            "\n" + _screen(history, keys, len(pages), colour) + (f"\n{refusal}" if refusal else "") + "\n"
        )
        out.flush()
        refusal = ""
        if history.over:
            return
        pressed = key()
        if pressed in QUIT:
            return
        if pressed == MORE:
            page += 1
            continue
        page = 0
        try:
            refusal = _press(history, keys.get(pressed) or OWN_KEYS.get(pressed), pressed)
        except IllegalMove as refused:
            refusal = str(refused)


def _press(history: History, move: str | None, pressed: str) -> str:
    if move is None:
        return f"The key “{pressed}” has no move." if pressed.isprintable() else "That key has no move."
    return "A slip: that is not the hour." if history.play(move).slip else ""


def _pages(history: History) -> list[dict[str, str]]:
    """Return the moves by their keys, as many pages of them as needed. In Clock every hour has a key, right or not."""
    if history.ruleset.family == "clock":
        return [{rank.lower(): str(hour) for hour, rank in enumerate(RANKS, start=1)}]
    moves = [move for move in history.legal() if move not in OWN_KEYS]
    return [
        dict(zip(LABELS, moves[first : first + len(LABELS)], strict=False))
        for first in range(0, max(len(moves), 1), len(LABELS))
    ]


def _screen(history: History, keys: dict[str, str], pages: int, colour: bool) -> str:
    state = f"ply {len(history.log)}   score {history.score}   cards home {history.progress}"
    return "\n".join(
        [
            draw(history.ruleset, history.view(), colour),
            state + (f"   redeals {history.redeals}" if history.redeals else ""),
            _end(history) or "   ".join(_help(history, keys, pages)),
        ]
    )


def _end(history: History) -> str:
    if history.won:
        return "Won."
    if history.over:
        return "Lost."
    return ""


def _help(history: History, keys: dict[str, str], pages: int) -> Iterator[str]:
    if history.blocked:
        yield "Blocked."
    if history.ruleset.family == "clock":
        yield "a 2 … 9 t j q k: lay the open card at the hour of that rank"
    else:
        yield from (f"{label}: {move}" for label, move in keys.items())
        legal = history.legal()
        yield from (f"{name}: {what}" for name, what in (("d", "draw"), ("r", "redeal")) if name in legal)
    if pages > 1:
        yield "space: more moves"
    if history.may_take_back:
        yield "u: take back"
    yield "x: quit"
