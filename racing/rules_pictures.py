"""The small pictures of the rules pages: what fits on what, and what a redeal does. The engine decides both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.building import Building
from engine.cards import PACK, Pile, parse_pile, pile_texts, rank, suit
from engine.game import History, Ruleset
from engine.notation import Move
from engine.rules import ripple, when_stuck
from engine.shuffle import seed_of_number
from engine.table import Table
from racing.rules_examples import EXAMPLES, ShownPile

FITS: Final[Mapping[str, tuple[str, str, str]]] = {
    "same_suit_one_higher": ("7H", "8H", "8D"),
    "other_colour_one_lower": ("8S", "7H", "7C"),
    "any_suit_one_higher": ("7H", "8C", "9H"),
}
"""For each building rule a card, one that it goes on, and one that it does not go on."""

FIRST_PILES: Final = ("5C 9H 2D", "KD 3S 8C 5D 4D")
"""Where one may redeal with moves left: the first piles of a table whose other piles hold four cards each."""

LAST_PILES: Final = ("JS KH QS", "TC QH KC", "KD QC KS JC")
"""Where the cards run round: all that is left on a table on which no card can move."""


@dataclass(frozen=True)
class Fit:
    """What a building rule allows and refuses."""

    card: str
    onto: str
    not_onto: str

    @property
    def allowed(self) -> Sequence[str]:
        """The card on one that takes it."""
        return self.onto, self.card

    @property
    def refused(self) -> Sequence[str]:
        """The card on one that does not take it."""
        return self.not_onto, self.card


@dataclass(frozen=True)
class Redealt:
    """A redeal of neighbouring piles: before, the row that they are read as, after."""

    before: Sequence[ShownPile]
    row: Sequence[str]
    after: Sequence[ShownPile]

    @property
    def moved(self) -> str:
        """The card that closes the gap of the first pile."""
        return self.after[0].cards[len(self.before[0].cards)]


def fit_of(ruleset: Ruleset) -> Fit | None:
    """Return an example of the building rule; None where nothing is built."""
    return Fit(*FITS[ruleset.fits.__name__]) if isinstance(ruleset, Building) else None


@cache
def redealt_of(ruleset: Ruleset) -> Redealt | None:
    """Redeal a table and return the piles from the first that changes; None where there is no redeal.

    Of packets these are the fewest neighbours that change cards only among themselves, else all that are left.
    """
    if not isinstance(ruleset, Building) or ruleset.redeal is None:
        return None
    table = table_before_redeal(ruleset)
    laid = table.after(ruleset.effects(table, Move("redeal")))
    old, new = ([one[name] for name in ruleset.tableau] for one in (table, laid))
    first = next(place for place, pile in enumerate(old) if pile != new[place])
    last = next(
        place
        for place in range(first + 1, len(old) + 1)
        if sorted(b"".join(old[first:place])) == sorted(b"".join(new[first:place]))
    )
    row = pile_texts(b"".join(old[first:last]))
    return Redealt(_shown(old[first:last], first), row, _shown(new[first:last], first))


def _shown(piles: Sequence[Pile], first: int) -> list[ShownPile]:
    return [ShownPile(str(number), pile_texts(pile)) for number, pile in enumerate(piles, start=first + 1)]


def table_before_redeal(ruleset: Building) -> Table:
    """Return the table on which the edition's redeal is shown, one that allows it."""
    if ruleset.redeal is ripple:
        return _table(ruleset, LAST_PILES)
    if ruleset.redeal_allowed is not when_stuck:
        return _table(ruleset, FIRST_PILES)
    number, moves = EXAMPLES[ruleset.key]
    history = History(ruleset, seed_of_number(number))
    for text in moves[: moves.index(" r ")].split():
        if not text.endswith("!"):
            history.play(text)
    return history.table


def _table(ruleset: Building, piles: Sequence[str]) -> Table:
    """Return a table with these first piles; the other cards are home, or four to a pile where they cannot be."""
    start = ruleset.deal(seed_of_number(1))
    tableau = [parse_pile(texts.split()) for texts in piles]
    others = bytes(card for card in PACK if card not in b"".join(tableau))
    homes = [bytes(card for card in others if suit(card) == number) for number in range(4)]
    if any(rank(home[-1]) != len(home) for home in homes):
        homes = [home[:1] for home in homes]
        waiting = bytes(card for card in others if rank(card) > 1)
        tableau += [waiting[place : place + 4] for place in range(0, len(waiting), 4)]
    tableau += [b""] * (ruleset.piles - len(tableau))
    return Table((*tableau, *homes), start.places)
