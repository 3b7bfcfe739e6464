"""What a ruleset must answer, and the history of one attempt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.cards import card_text
from engine.errors import EngineError, IllegalMove, InvalidMove, UnknownTakeBack
from engine.notation import SLIP_MARK, TAKE_BACK, Move, parse_move
from engine.table import Effects, Table, View, undoing

Family: TypeAlias = Literal["cruel", "clock", "alternations"]
Goal: TypeAlias = Literal["fewest_moves", "first_home"]
TakeBack: TypeAlias = Literal["counted", "off", "free"]

__all__ = ["TAKE_BACKS", "Family", "Goal", "History", "Move", "Ply", "Ruleset", "TakeBack", "replay"]

TAKE_BACKS: Final[tuple[TakeBack, ...]] = get_args(TakeBack)


@dataclass(frozen=True, kw_only=True)
class Ruleset(ABC):
    """The facts of one edition, and the questions that an attempt at it asks. All answers are for one table."""

    key: str
    version: int = 1
    name: str
    family: Family
    decks: int = 1
    default_goal: Goal = "fewest_moves"
    has_hidden_cards: bool = False
    redeal_limit: int | None = 0
    """None: as many as one likes."""
    fanned: bool = False
    """Shown with every pile spread out."""
    blocked_is_over: bool = False
    """A blocked table ends the attempt even where taking back is allowed, because nothing could go otherwise."""

    @property
    def cards_total(self) -> int:
        """Cards in the game, which is also the progress of a won table."""
        return 52 * self.decks

    @abstractmethod
    def deal(self, seed: bytes) -> Table:
        """Return the first table of a 32-byte seed; raise `BadSeed`."""

    @cached_property
    @abstractmethod
    def moves(self) -> Mapping[str, Move]:
        """Every move that could ever be allowed, by its text, with what it costs."""

    @abstractmethod
    def misfit(self, move: Move) -> IllegalMove:
        """Return why a readable move is not among `moves`."""

    @abstractmethod
    def effects(self, table: Table, move: Move) -> Effects:
        """Return what one of `moves` does to the table; raise `IllegalMove` when it is not allowed."""

    @abstractmethod
    def legal(self, table: Table) -> list[str]:
        """Return the text of every move that `effects` allows, sorted as text."""

    @abstractmethod
    def blocked(self, table: Table) -> bool:
        """Say whether the table is not won and nothing that can be played would change it."""

    @abstractmethod
    def progress(self, table: Table) -> int:
        """Return how many cards have arrived where they belong."""

    def won(self, table: Table) -> bool:
        """Say whether every card has arrived."""
        return self.progress(table) == self.cards_total

    def read(self, text: str) -> Move:
        """Return the move of this game that the text spells; raise `InvalidMove` or `IllegalMove`."""
        try:
            return self.moves[text]
        except KeyError:
            raise self.misfit(parse_move(text)) from None


@dataclass(slots=True)  # Not frozen for speed alone.
class Ply:
    """What became of an accepted move: its number in the log from 1, its text as logged, its effects."""

    number: int
    move: str
    effects: Effects
    slip: bool = False


class History:
    """One attempt at a deal: the table now, and the log of everything that was done to come here.

    >>> from engine.rulesets import find_ruleset
    >>> from engine.shuffle import seed_of_number
    >>> game = History(find_ruleset("cruel"), seed_of_number(1))
    >>> game.play("r").move, game.play("u").move, game.score, game.log
    ('r', 'u', 2, ('r', 'u'))
    """

    __slots__ = (
        "_cost",
        "_done",
        "_log",
        "_moves",
        "_standing",
        "_undone",
        "ruleset",
        "seed",
        "slips",
        "table",
        "take_back",
    )

    def __init__(self, ruleset: Ruleset, seed: bytes, take_back: TakeBack = "counted") -> None:
        if take_back not in TAKE_BACKS:
            raise UnknownTakeBack("unknown_take_back", policy=take_back)
        self.ruleset: Final = ruleset
        self.seed: Final = seed
        self.take_back: Final[TakeBack] = take_back
        self.table = ruleset.deal(seed)
        self.slips = 0
        self._moves = ruleset.moves
        self._log: list[str] = []
        # The plies that still stand, their effects, for taking back, and their cost; the score of those that do not.
        self._standing: list[Move] = []
        self._done: list[Effects] = []
        self._cost = 0
        self._undone = 0

    def play(self, text: str) -> Ply:
        """Do what the text asks for: a move, or `u`. Raise `InvalidMove` or `IllegalMove` and change nothing.

        A wrong hour in Clock is not raised but recorded, as a slip: `7?`, which is also how a log repeats it.
        """
        move = self._moves.get(text)
        if move is None:
            return self._play_other(text)
        try:
            effects = self.ruleset.effects(self.table, move)
        except IllegalMove as refusal:
            if refusal.code == "wrong_hour":
                return self._slip(text)
            raise
        self.table = self.table.after(effects)
        self._cost += move.cost
        self._standing.append(move)
        self._done.append(effects)
        self._log.append(text)
        return Ply(len(self._log), text, effects)

    def check(self, text: str) -> None:
        """Raise what `play` would raise, and a wrong hour too; change nothing."""
        if text == TAKE_BACK:
            self._refuse_take_back()
        elif text.endswith(SLIP_MARK):
            self._refuse_slip(text)
        else:
            self.ruleset.effects(self.table, self.ruleset.read(text))

    def _play_other(self, text: str) -> Ply:
        self.check(text)
        if text != TAKE_BACK:
            return self._slip(text.removesuffix(SLIP_MARK))
        effects = self._done.pop()
        cost = self._standing.pop().cost
        self._cost -= cost
        if self.take_back == "counted":
            self._undone += cost + 1
        back = undoing(effects)
        self.table = self.table.after(back)
        self._log.append(text)
        return Ply(len(self._log), text, back)

    def _slip(self, hour: str) -> Ply:
        self.slips += 1
        self._log.append(hour + SLIP_MARK)
        return Ply(len(self._log), hour + SLIP_MARK, (), slip=True)

    def _refuse_take_back(self) -> None:
        if self.take_back == "off":
            raise IllegalMove("take_back_off")
        if not self._standing:
            raise IllegalMove("nothing_to_take_back")

    def _refuse_slip(self, text: str) -> None:
        move = self._moves.get(text.removesuffix(SLIP_MARK))
        if move is None or move.kind != "hour":
            raise InvalidMove("unreadable", move=text)
        try:
            self.ruleset.effects(self.table, move)
        except IllegalMove as refusal:
            if refusal.code == "wrong_hour":
                return
            raise
        card = card_text(self.table[move.source][-1])
        raise IllegalMove("not_a_slip", move=text, hour=move.target, card=card)

    @property
    def log(self) -> tuple[str, ...]:
        """Every accepted move, take-backs and slips too; its length is the last ply's number."""
        return tuple(self._log)

    @property
    def plies(self) -> int:
        """The number of the newest ply: how long the log is."""
        return len(self._log)

    def view(self) -> View:
        """Return what the player sees."""
        return self.table.view()

    def legal(self) -> list[str]:
        """Return the text of every legal move, sorted as text; taking back is not among them."""
        return self.ruleset.legal(self.table)

    @property
    def may_take_back(self) -> bool:
        """Whether `u` is allowed now."""
        return self.take_back != "off" and bool(self._standing)

    @property
    def score(self) -> int:
        """Fewer is better: what the plies that stand cost, what the policy adds for the others, and the slips."""
        return self._cost + self._undone + self.slips

    @property
    def progress(self) -> int:
        """Cards that have arrived where they belong."""
        return self.ruleset.progress(self.table)

    @property
    def redeals(self) -> int:
        """Redeals that still stand."""
        return self.table.redeals

    @property
    def redeals_left(self) -> int | None:
        """Redeals that the ruleset still allows, None for any number."""
        limit = self.ruleset.redeal_limit
        return None if limit is None else limit - self.table.redeals

    @property
    def won(self) -> bool:
        """Whether every card has arrived."""
        return self.ruleset.won(self.table)

    @property
    def blocked(self) -> bool:
        """Whether the table is not won and nothing that can be played would change it."""
        return self.ruleset.blocked(self.table)

    @property
    def over(self) -> bool:
        """Whether the attempt has its result: won, or blocked with nothing to take back that could help."""
        return self.won or (self.blocked and (self.take_back == "off" or self.ruleset.blocked_is_over))

    def state(self) -> dict[str, Any]:
        """Return the facts that go with a view, as JSON values."""
        won, blocked = self.won, self.blocked  # looked up once: this is made for every ply
        return {
            "score": self.score,
            "progress": self.progress,
            "redeals": self.redeals,
            "redeals_left": self.redeals_left,
            "slips": self.slips,
            "won": won,
            "blocked": blocked,
            "over": won or (blocked and self.over),
            "may_take_back": self.may_take_back,
        }


def replay(ruleset: Ruleset, seed: bytes, log: Iterable[str], take_back: TakeBack = "counted") -> History:
    """Return the attempt with this log; raise the refusal of its first wrong move, with the ply's number.

    A log says what was accepted: a wrong hour must stand in it as the slip it was.
    """
    history = History(ruleset, seed, take_back)
    for number, text in enumerate(log, start=1):
        try:
            if history.play(text).move != text:
                raise IllegalMove("slip_unmarked", move=text, spelling=history.log[-1])
        except EngineError as error:
            error.ply = number
            raise
    return history
