"""A move, and its one spelling in the notation of all games.

`7-f` top of pile 7 to its foundation · `7-12` pile to pile · `3-5x4` the top four cards of pile 3 · `w-3` from the
waste · `f2-3` from a foundation · `d` draw · `r` redeal · `6` in Clock: the open card to six o'clock · `u` take back.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from engine.errors import InvalidMove

Kind: TypeAlias = Literal["shift", "draw", "redeal", "hour"]

TAKE_BACK: Final = "u"
SLIP_MARK: Final = "?"
HOME: Final = "f"
"""The target of a move to a foundation: never which one, it is the first that fits."""

_NUMBER = "[1-9][0-9]?"
_SHIFT = re.compile(rf"({_NUMBER}|w|f{_NUMBER})-({_NUMBER}|f)(?:x({_NUMBER}))?")
_HOUR = re.compile(_NUMBER)
_NAMED_HOME = re.compile(rf"((?:{_NUMBER}|w)-f){_NUMBER}")


@dataclass(frozen=True, slots=True)
class Move:
    """What a player asks for. `source` and `target` are pile names, `target` may be "f", or for an hour "13"."""

    kind: Kind
    source: str = ""
    target: str = ""
    count: int = 1
    cost: int = field(default=1, compare=False, repr=False)
    """What the ply adds to the score, which a ruleset knows of its own moves."""
    plan: Any = field(default=None, compare=False, repr=False)
    """Whatever a ruleset knows of its own move before it sees a table."""

    @property
    def text(self) -> str:
        """The one spelling of the move.

        >>> Move("shift", "3", "5", 4).text, Move("hour", target="12").text, Move("redeal").text
        ('3-5x4', '12', 'r')
        """
        if self.kind == "shift":
            return f"{self.source}-{self.target}" + (f"x{self.count}" if self.count > 1 else "")
        return self.target if self.kind == "hour" else {"draw": "d", "redeal": "r"}[self.kind]


def parse_move(text: str) -> Move:
    """Return the move that the text spells in the notation of all games; raise `InvalidMove`.

    >>> parse_move("3-5x4")
    Move(kind='shift', source='3', target='5', count=4)
    """
    if text == "d":
        return Move("draw", "s", "w")
    if text == "r":
        return Move("redeal")
    if _HOUR.fullmatch(text):
        return Move("hour", "o", text)
    if found := _SHIFT.fullmatch(text):
        source, target, count = found.groups()
        if count == "1":
            raise InvalidMove("other_spelling", move=text, spelling=f"{source}-{target}")
        # Foundations take one card at a time, and give one back to a pile, not to each other.
        if not (count and (HOME in (source[0], target) or source == "w")) and not (
            source[0] == target == HOME
        ):
            return Move("shift", source, target, int(count or 1))
    if found := _NAMED_HOME.fullmatch(text):
        raise InvalidMove("other_spelling", move=text, spelling=found.group(1))
    raise InvalidMove("unreadable", move=text)
