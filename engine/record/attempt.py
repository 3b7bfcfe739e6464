"""A record as values: made from an attempt, and played again to see that it holds what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from engine.errors import EngineError, IllegalMove, UnknownRuleset
from engine.game import Goal, History, Ruleset, TakeBack
from engine.record.errors import RecordError
from engine.rulesets import find_ruleset
from engine.shuffle import SHUFFLE_VERSION

Result: TypeAlias = Literal["won", "lost", "unfinished"]
RESULTS: Final[tuple[Result, ...]] = get_args(Result)

Place: TypeAlias = tuple[int, int]
"""Line and column in a text, both from 1."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """An attempt as it was written down. `seed` has 32 bytes; `deal` is its number if it has one."""

    ruleset: str
    version: int
    seed: bytes
    deal: int | None = None
    shuffle: int = SHUFFLE_VERSION
    player: str | None = None
    date: str | None = None
    """ISO, as `2026-05-01`."""
    goal: Goal
    take_back: TakeBack
    result: Result
    score: int
    moves: tuple[str, ...]
    places: dict[str | int, Place] = field(default_factory=dict, compare=False, repr=False)
    """Line and column of each header, by its name, and of each move, by its ply number, in the text that was read."""

    def place(self, of: str | int) -> Place:
        """Return where a header or a ply stands; for a record that was never text, where the text would begin."""
        return self.places.get(of, (1, 1))


def result_of(history: History) -> Result:
    """Return what an attempt has come to: a blocked table is lost, whatever might still be taken back."""
    return "won" if history.won else "lost" if history.blocked else "unfinished"


def record_of(
    history: History, *, deal: int | None = None, player: str | None = None, date: str | None = None,
    goal: Goal | None = None,
) -> Record:  # fmt: skip
    """Return the record of an attempt; the goal is the ruleset's own unless another is given."""
    return Record(
        ruleset=history.ruleset.key,
        version=history.ruleset.version,
        seed=history.seed,
        deal=deal,
        player=player,
        date=date,
        goal=goal or history.ruleset.default_goal,
        take_back=history.take_back,
        result=result_of(history),
        score=history.score,
        moves=history.log,
    )


def verify(record: Record) -> History:
    """Return the attempt played again; raise `RecordError` where it is not what the record says."""
    ruleset = _known_ruleset(record)
    history = History(ruleset, record.seed, record.take_back)
    for number, move in enumerate(record.moves, start=1):
        try:
            if history.play(move).move != move:
                raise IllegalMove("slip_unmarked", move=move, spelling=history.log[-1])
        except EngineError as refusal:
            raise RecordError("move", record.place(number), ply=number, why=str(refusal)) from refusal
    if (result := result_of(history)) != record.result:
        raise RecordError("result_wrong", record.place("Result"), said=record.result, found=result)
    if history.score != record.score:
        raise RecordError("score_wrong", record.place("Score"), said=record.score, found=history.score)
    return history


def _known_ruleset(record: Record) -> Ruleset:
    try:
        ruleset = find_ruleset(record.ruleset)
    except UnknownRuleset:
        raise RecordError(
            "header_value", record.place("Ruleset"), name="Ruleset", value=record.ruleset
        ) from None
    if record.version != ruleset.version:
        raise _unknown_version(record, "Version", record.version, ruleset.version)
    if record.shuffle != SHUFFLE_VERSION:
        raise _unknown_version(record, "Shuffle", record.shuffle, SHUFFLE_VERSION)
    return ruleset


def _unknown_version(record: Record, name: str, said: int, known: int) -> RecordError:
    return RecordError("version_unknown", record.place(name), name=name, value=str(said), known=str(known))
