"""A table as a player sees it, drawn with letters."""

from collections.abc import Iterable
from typing import Final

from engine.game import Ruleset
from engine.table import View

_RED: Final = "\x1b[31m"
_DIM: Final = "\x1b[2m"
_PLAIN: Final = "\x1b[0m"


def draw(ruleset: Ruleset, view: View, colour: bool = False) -> str:
    """Return the lines of a drawing: foundations, stock and waste in a line, then a line for each pile.

    >>> from engine.rulesets import find_ruleset
    >>> print(draw(find_ruleset("clock"), {"1": ["##"], "u1": ["AS"], "13": [], "u13": ["KD", "KC"], "o": ["2C"]}))
     o  2C
     1  ## | AS
    13  | KD KC
    """
    rows = (
        [_home(view, colour)] if ruleset.family != "clock" else [f" o  {_cards(view['o'], colour)}".rstrip()]
    )
    for name, cards in view.items():
        if name.isdigit():
            laid = ["|", *view["u" + name]] if "u" + name in view else []
            rows.append(f"{name:>2}  {_cards([*cards, *laid], colour)}".rstrip())
    return "\n".join(row for row in rows if row)


def _home(view: View, colour: bool) -> str:
    tops = [cards[-1] if cards else "--" for name, cards in view.items() if name.startswith("f")]
    row = f" f  {_cards(tops, colour)}"
    if "s" in view:
        row += f"   stock {len(view['s'])}   waste {_cards(view['w'][-1:] or ['--'], colour)}"
    return row


def _cards(texts: Iterable[str], colour: bool) -> str:
    return " ".join(_painted(text) if colour else text for text in texts)


def _painted(text: str) -> str:
    paint = _DIM if text in ("##", "--", "|") else _RED if text[-1] in "HD" else ""
    return f"{paint}{text}{_PLAIN}" if paint else text
