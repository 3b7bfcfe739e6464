"""What a solver process is asked, and what it answers: plain values, a JSON line each way."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

Outcome: TypeAlias = Literal["won", "lost", "open"]


@dataclass(frozen=True, kw_only=True)
class Search:
    """A position, given by its deal and log, and how long to look for a win from it."""

    ruleset: str
    seed: str | None = None
    """The deal, as hex. None: whichever random deal can be won; the log is empty then."""
    log: tuple[str, ...] = ()
    take_back: Literal["off", "counted", "free"] = "free"
    seconds: float = 1.0
    shortest: bool = False
    """Use all of the time to find the lowest score, and to prove how low it can be."""

    def line(self) -> str:
        """Return the search as one line of text."""
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, content: dict[str, Any]) -> Search:
        """Return the search that `line` wrote, read as JSON."""
        return cls(**{**content, "log": tuple(content["log"])})


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search came to. `moves` win from the position; the engine has played them."""

    outcome: Outcome
    moves: tuple[str, ...] = ()
    score: int | None = None
    """What the moves add to the score."""
    bound: int = 0
    """No win from the position adds less: proved."""
    nodes: int = 0
    seconds: float = 0.0
    seed: str = ""
    """The deal, as hex."""

    @classmethod
    def of(cls, content: dict[str, Any]) -> Found:
        """Return the answer that a solver process wrote, read as JSON."""
        return cls(**{**content, "moves": tuple(content["moves"])})
