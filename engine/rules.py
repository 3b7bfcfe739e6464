"""The small named functions that the fields of a `Building` take: what fits, what moves together, how to deal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.cards import FACE_DOWN, RANK_BITS, Card, Pile, is_red, rank, suit
from engine.errors import IllegalMove
from engine.table import Table

if TYPE_CHECKING:
    from engine.building import Building

Layout: TypeAlias = tuple[Pile, ...]
"""The tableau piles in their order."""

# What fits: may this card be laid on that one?


def same_suit_one_higher(card: Card, onto: Card) -> bool:
    """5C goes on 6C."""
    return suit(onto) == suit(card) and rank(onto) == rank(card) + 1


def other_colour_one_lower(card: Card, onto: Card) -> bool:
    """5C goes on 4H and 4D: piles build up."""
    return is_red(onto) != is_red(card) and rank(onto) == rank(card) - 1


def any_suit_one_higher(card: Card, onto: Card) -> bool:
    """5C goes on any six."""
    return rank(onto) == rank(card) + 1


# What moves together: how many cards of the pile, at most?

_RANK_AND_SIDE: Final = RANK_BITS | FACE_DOWN


def top_card(pile: Pile) -> int:
    """One card at a time."""
    return 1


def run_of_ranks(pile: Pile) -> int:
    """Any tail of a run: face-up cards, each one rank lower than the one under it, whatever the suits."""
    top = pile[-1] & RANK_BITS
    for wanted, under in enumerate(pile[-2::-1], start=top + 1):
        # A card that lies face down has a bit more than its rank, so it is never the one wanted.
        if under & _RANK_AND_SIDE != wanted:
            return wanted - top
    return len(pile)


# How a pack is dealt: the tableau, and the foundations and stock if they start with cards.


def whole_piles(cards: Pile, piles: int) -> Layout:
    """Pile 1 whole, bottom first, then pile 2, …"""
    size = len(cards) // piles
    return tuple(cards[size * pile : size * (pile + 1)] for pile in range(piles))


def one_at_a_time(cards: Pile, piles: int) -> Layout:
    """Card i, from 0, to pile i mod piles + 1."""
    return tuple(cards[pile::piles] for pile in range(piles))


def every_second_row_down(cards: Pile, piles: int) -> Layout:
    """One at a time, rows 2, 4, 6 … face down."""
    return tuple(
        bytes(card | FACE_DOWN if row % 2 else card for row, card in enumerate(pile))
        for pile in one_at_a_time(cards, piles)
    )


# How a redeal lays the cards again.


def packets(layout: Layout) -> Layout:
    """Read the piles in order, each bottom to top, and lay four cards to a pile in the same order."""
    cards = b"".join(layout)
    return _cuts(len(cards), len(layout)).unpack(cards)


def ripple(layout: Layout) -> Layout:
    """Read the piles in order, and deal the cards round and round over as many piles as hold four each."""
    return _ripple(b"".join(layout), len(layout))


@cache
def _cuts(cards: int, piles: int) -> Struct:
    """Return what cuts so many cards in fours: a `Struct`, which cuts all at once, because redeals are many."""
    return Struct("".join(f"{min(4, max(0, cards - first))}s" for first in range(0, 4 * piles, 4)))


# Remembered, because whether a redeal changes anything is asked after every ply.
@lru_cache(maxsize=4096)
def _ripple(cards: Pile, piles: int) -> Layout:
    used = -(-len(cards) // 4)
    return tuple([cards[pile::used] if pile < used else b"" for pile in range(piles)])


# When a redeal is allowed: the refusal, or None.

RedealRule: TypeAlias = "Callable[[Building, Table], IllegalMove | None]"


def at_any_time(rules: Building, table: Table) -> IllegalMove | None:
    """While the game is not won, even when it changes nothing."""
    return None


def when_changed(rules: Building, table: Table) -> IllegalMove | None:
    """Whenever it changes the layout."""
    return None if rules.redeal_changes(table) else IllegalMove("redeal_changes_nothing")


def when_stuck(rules: Building, table: Table) -> IllegalMove | None:
    """Only when no card can move, and it changes the layout."""
    if legal := rules.card_moves(table):
        return IllegalMove("redeal_not_yet", legal=min(legal))
    return when_changed(rules, table)
