"""A record's text, written."""

from textwrap import fill
from typing import Final

from engine.record.attempt import Record
from engine.record.headers import UNKNOWN, VALUES

LINE_WIDTH: Final = 80
NUMBERED: Final = 10
"""Every tenth ply is numbered, to find one's way."""


def write(record: Record) -> str:
    """Return the text of a record, ending with a line break. Texts of several may simply follow each other.

    Raise `ValueError` for a value that no reader would take, such as a player's name of two lines.
    """
    deal = ("Deal", record.deal) if record.deal is not None else ("Seed", record.seed.hex())
    headers = [
        ("Ruleset", record.ruleset), ("Version", record.version), ("Shuffle", record.shuffle), deal,
        ("Player", record.player or UNKNOWN), ("Date", record.date or UNKNOWN), ("Goal", record.goal),
        ("TakeBack", record.take_back), ("Result", record.result), ("Score", record.score),
    ]  # fmt: skip
    for name, value in headers:
        if not VALUES[name](str(value)):
            raise ValueError(f"{value!r} is no value of {name}")
    lines = [f'[{name} "{_escaped(str(value))}"]' for name, value in headers]
    words = [
        f"{number}. {move}" if number % NUMBERED == 1 else move
        for number, move in enumerate(record.moves, start=1)
    ]
    # Number and move stay together: the space between them becomes one only after the lines are cut.
    moves = fill(" ".join(word.replace(" ", "\0") for word in words), LINE_WIDTH, break_on_hyphens=False)
    return "\n".join([*lines, "", *([moves.replace("\0", " ")] if moves else []), record.result, ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
