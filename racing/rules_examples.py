"""The worked examples of the rules pages, played by the engine: what a page shows is what the engine did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from engine.errors import IllegalMove
from engine.game import History, Ruleset
from engine.notation import Move
from engine.shuffle import seed_of_number
from engine.table import View

EXAMPLES: Final[Mapping[str, tuple[int, str]]] = {
    "cruel": (9, "1-f 7-10 r r 8-1"),
    "cruel-when-changed": (9, "1-f 7-10 r r! 8-1"),
    "cruel-when-stuck": (9, "8-2 8-f 9-6 r! 1-9 r 6-5"),
    "cruel-limited-3": (9, "8-2 8-f 9-6 r! 1-9 r 6-5"),
    "cruel-limited-5": (9, "8-2 8-f 9-6 r! 1-9 r 6-5"),
    "perseverance": (9, "8-2 8-f 9-6 r! 1-9 r 6-5"),
    "ripple-fan": (9, "8-2 8-f 9-6 r! 1-9 r 2-f"),
    "royal-family": (9, "2-5 8-6 8-f 8-12 r! 8-11 10-8! r 3-f"),
    "clock": (6, "11 4 12 1 9 11 13"),
    "alternations": (2, "3-4 4-1x2 1-f d w-3 3-6x2 f7-1"),
}
"""Deal number and moves of each worked example; `!` marks a move that the page shows being refused."""


@dataclass(frozen=True)
class ShownPile:
    """One pile in a picture: its name in the move notation, its cards bottom first."""

    name: str
    cards: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Step:
    """One move of a worked example, as the engine played or refused it."""

    number: int
    """Of the ply in the log; for a refused move of the ply it would have been."""
    move: str
    kind: str
    """to_foundation, to_pile, from_foundation, draw, redeal, hour, slip or refused."""
    refusal: str = ""
    """The code of the refusal."""
    card: str = ""
    """The lowest card that moved."""
    count: int = 1
    source: str = ""
    target: str = ""
    onto: str = ""
    """The card that it lies on now, empty on an empty place."""
    turned: str = ""
    """The card that was turned face up by it, but for the stock's, which is `card`."""
    changed: bool = True
    """Whether the table changed."""
    before: Sequence[ShownPile] = ()
    after: Sequence[ShownPile] = ()
    view: View
    score: int
    progress: int
    redeals_left: int | None


@dataclass(frozen=True)
class Example:
    """A worked example: a deal by number, the table at its start, and its steps."""

    number: int
    start: View
    steps: Sequence[Step]

    @property
    def end(self) -> View:
        """The table after the last step."""
        return self.steps[-1].view


@cache
def example_of(ruleset: Ruleset) -> Example:
    """Play the worked example and return it. Raise when a move is not accepted, or not refused, as marked."""
    number, moves = EXAMPLES[ruleset.key]
    history = History(ruleset, seed_of_number(number))
    start = history.view()
    return Example(number, start, [_step(history, move) for move in moves.split()])


def _step(history: History, text: str) -> Step:
    text, refused = text.removesuffix("!"), text.endswith("!")
    move, before = history.ruleset.read(text), history.view()
    facts: dict[str, Any] = {"card": before[move.source][-move.count]} if move.source else {}
    try:
        ply = history.play(text)
    except IllegalMove as refusal:
        if not refused:
            raise
        piles = _touched(move, move.target)
        facts |= {
            "number": len(history.log) + 1,
            "kind": "refused",
            "refusal": refusal.code,
            "changed": False,
        }
        facts |= {"before": _shown(history.ruleset, before, piles)}
        return _told(history, text, move, facts)
    if refused:
        raise ValueError(f"{text} was to be refused in {history.ruleset.key}")
    effects = [effect.wire() for effect in ply.effects]
    target = next((effect[2] for effect in effects if effect[0] == "shift"), move.target)
    piles = _touched(move, target)
    after = history.view()
    turned = next((effect[2] for effect in effects if effect[0] == "turn"), "")
    facts |= {
        "number": ply.number,
        "kind": "slip" if ply.slip else _kind(move),
        "changed": after != before,
        "before": _shown(history.ruleset, before, piles),
        "after": _shown(history.ruleset, after, piles),
    }
    if move.kind == "draw":
        facts["card"] = turned
    else:
        facts |= {"turned": turned, "onto": before[target][-1] if target and before[target] else ""}
    return _told(history, text, move, facts)


def _told(history: History, text: str, move: Move, facts: Mapping[str, Any]) -> Step:
    return Step(
        move=text,
        count=move.count,
        source=move.source,
        target=move.target,
        view=history.view(),
        score=history.score,
        progress=history.progress,
        redeals_left=history.redeals_left,
        **facts,
    )


def _kind(move: Move) -> str:
    if move.kind != "shift":
        return move.kind
    if move.target == "f":
        return "to_foundation"
    return "from_foundation" if move.source.startswith("f") else "to_pile"


def _touched(move: Move, target: str) -> list[str]:
    # A redeal touches all piles: the page shows the whole table instead.
    return [name for name in (move.source, target) if name and name != "f"]


def _shown(ruleset: Ruleset, view: View, names: Sequence[str]) -> list[ShownPile]:
    return [ShownPile(name.removeprefix("u"), _lying(ruleset, view, name)) for name in names]


def _lying(ruleset: Ruleset, view: View, name: str) -> list[str]:
    # At an hour of the clock the laid cards lie under those that still wait.
    hour = name.removeprefix("u")
    if ruleset.family == "clock" and hour in view:
        return view.get("u" + hour, []) + view[hour]
    return view[name]
