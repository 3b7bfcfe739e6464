"""A table: named piles of cards, the three effects that change them, and the one redactor.

Pile names are those of the move notation: tableau "1", "2" …, foundations "f1" …, stock "s", waste "w"; Clock adds
"u1" … for the laid cards and "o" for the open card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeAlias

from engine.cards import FACE_DOWN, HIDDEN, PACK, Card, Pile, card_text, name_text, pile_texts

View: TypeAlias = dict[str, list[str]]
"""What a player sees: pile name to card texts, bottom first, `##` for every card that lies face down."""

WireEffect: TypeAlias = list[Any]
"""An effect as JSON: `["shift","3","f1",2]`, `["turn","w","5C"]`, `["turn","w","##"]`, `["lay",{"1":["KD"],…}]`."""

_SINGLE: Final = {card: bytes([card]) for card in PACK}

Places: TypeAlias = Mapping[str, int]
"""Where each named pile stands among a table's piles."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The top `count` cards go from one pile to another, their order kept."""

    source: str
    target: str
    count: int
    redeals: ClassVar[int] = 0

    def change(self, piles: list[Pile], places: Places) -> None:
        """Do it to a table's piles, unchecked."""
        source, count = places[self.source], self.count
        pile = piles[source]
        piles[places[self.target]] += pile[-count:]
        piles[source] = pile[:-count]

    def inverse(self) -> Shift:
        """Return the effect that undoes this one."""
        return Shift(self.target, self.source, self.count)

    def wire(self) -> WireEffect:
        """Return the effect as JSON values."""
        return ["shift", self.source, self.target, self.count]


@dataclass(frozen=True, slots=True)
class Turn:
    """The top card of a pile turns face up and shows itself, or, with no card named, turns face down."""

    pile: str
    card: Card | None
    redeals: ClassVar[int] = 0

    def change(self, piles: list[Pile], places: Places) -> None:
        """Do it to a table's piles, unchecked."""
        place = places[self.pile]
        pile = piles[place]
        piles[place] = pile[:-1] + (_SINGLE[self.card] if self.card else bytes([pile[-1] | FACE_DOWN]))

    def inverse(self) -> Turn:
        """Return the effect that undoes this one, which must have turned a card face up."""
        return Turn(self.pile, None)

    def wire(self) -> WireEffect:
        """Return the effect as JSON values."""
        return ["turn", self.pile, HIDDEN if self.card is None else card_text(self.card)]


@dataclass(slots=True)  # Freezing it would double the time of making it, and redeals are many.
class Lay:
    """The tableau piles, 1 to the last, are laid anew. It knows what lay `before`, so that it can be undone."""

    piles: tuple[Pile, ...]
    before: tuple[Pile, ...]
    redeals: int = 1
    """How many redeals this adds to the table's count: -1 when one is taken back."""

    def change(self, piles: list[Pile], places: Places) -> None:
        """Do it to a table's piles, unchecked."""
        piles[: len(self.piles)] = self.piles

    def inverse(self) -> Lay:
        """Return the effect that undoes this one."""
        return Lay(self.before, self.piles, -self.redeals)

    def wire(self) -> WireEffect:
        """Return the effect as JSON values."""
        return ["lay", {str(number): pile_texts(pile) for number, pile in enumerate(self.piles, start=1)}]


Effect: TypeAlias = Shift | Turn | Lay
Effects: TypeAlias = tuple[Effect, ...]


# Few effects exist, and live tables remember many: they are shared.
@lru_cache(maxsize=4096)
def shift(source: str, target: str, count: int) -> tuple[Shift]:
    """Return the effects of a move that turns nothing."""
    return (Shift(source, target, count),)


@lru_cache(maxsize=4096)
def shift_and_turn(shifted: Shift, pile: str, card: Card) -> Effects:
    """Return the effects of a move after which the top card of the pile shows itself."""
    return shifted, Turn(pile, card)


def undoing(effects: Effects) -> Effects:
    """Return the effects that take these back.

    >>> undoing(shift_and_turn(Shift("s", "w", 1), "w", 0x15))
    (Turn(pile='w', card=None), Shift(source='w', target='s', count=1))
    """
    return tuple(effect.inverse() for effect in reversed(effects))


@dataclass(slots=True, unsafe_hash=True)  # Not frozen for speed alone: nobody changes a table.
class Table:
    """A position. It never changes: `after` gives the next one."""

    piles: tuple[Pile, ...]
    """The tableau piles come first, in their order."""
    places: Places = field(compare=False, repr=False)
    """Where a named pile stands in `piles`: the same for every table of a ruleset."""
    redeals: int = 0
    """Redeals made to come here: a part of the position, because some rulesets limit them."""

    def __getitem__(self, name: str) -> Pile:
        return self.piles[self.places[name]]

    def after(self, effects: Effects) -> Table:
        """Return the table with these effects done, unchecked: the checked door is `Ruleset.effects`."""
        piles = list(self.piles)
        redeals = self.redeals
        for effect in effects:
            effect.change(piles, self.places)
            redeals += effect.redeals
        return Table(tuple(piles), self.places, redeals)

    def view(self) -> View:
        """Return what a player may see: the one place where face-down cards are left out."""
        return {name: pile_texts(self.piles[place]) for name, place in self.places.items()}

    def drawing(self) -> str:
        """Return every pile on its own line, hidden cards in brackets: for tests, never for a player."""
        return "\n".join(f"{name:>3}: {open_text(self[name])}" for name in self.places)


def open_text(pile: Pile) -> str:
    """Return the cards of a pile with the hidden ones named in brackets. Never for a player's eyes.

    >>> open_text(bytes([0x15 | FACE_DOWN, 0x26]))
    '(5H) 6D'
    """
    return " ".join(f"({name_text(card)})" if card & FACE_DOWN else name_text(card) for card in pile)


def apply_effects(view: View, effects: Iterable[Effect | WireEffect]) -> View:
    """Return the view after the effects, given as they are or as JSON; the old view stays as it was.

    >>> apply_effects({"s": ["##", "##"], "w": []}, [["shift", "s", "w", 1], ["turn", "w", "5C"]])
    {'s': ['##'], 'w': ['5C']}
    """
    view = {name: list(cards) for name, cards in view.items()}
    for effect in effects:
        match effect if isinstance(effect, list) else effect.wire():
            case ["shift", source, target, count]:
                view[source], moved = view[source][:-count], view[source][-count:]
                view[target] = view[target] + moved
            case ["turn", pile, card]:
                view[pile] = [*view[pile][:-1], card]
            case ["lay", piles]:
                view |= {name: list(cards) for name, cards in piles.items()}
            case unknown:
                raise ValueError(f"no such effect: {unknown}")
    return view
