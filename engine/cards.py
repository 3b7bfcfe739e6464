"""Cards, packs and piles of them, and their text: rank then suit, `AS TH 9D KC`.

A card is a small integer, suit * 16 + rank, so that the next card of a suit is one more. A pile is a `bytes` object,
bottom card first: it cannot change, it compares and slices at the speed of C, and its last byte is the top. A card
lying face down carries one more bit, so what lies hidden and how it lies are one fact that cannot come apart.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from engine.errors import UnknownCard

Card: TypeAlias = int
Pile: TypeAlias = bytes

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
RANK_BITS: Final = 0x0F
FACE_DOWN: Final = 0x40
HIDDEN: Final = "##"

PACK: Final[Pile] = bytes(suit << 4 | rank for suit in range(4) for rank in range(1, 14))
"""One pack in the order of new cards: A to K of spades, hearts, diamonds, clubs."""

# Indexed by any byte that can lie in a pile; bytes that are no card show as nothing.
_NAMES: Final = tuple(
    RANKS[(byte & RANK_BITS) - 1] + SUITS[byte >> 4 & 3] if byte & ~FACE_DOWN in PACK else ""
    for byte in range(FACE_DOWN * 2)
)
_FACES: Final = tuple(HIDDEN if name and byte & FACE_DOWN else name for byte, name in enumerate(_NAMES))
_CARDS: Final = {_NAMES[card]: card for card in PACK}


def rank(card: Card) -> int:
    """Return 1 for an ace, 11, 12, 13 for jack, queen, king.

    >>> rank(parse_card("TH"))
    10
    """
    return card & RANK_BITS


def suit(card: Card) -> int:
    """Return 0, 1, 2, 3 for spades, hearts, diamonds, clubs.

    >>> suit(parse_card("TH"))
    1
    """
    return card >> 4 & 3


def is_red(card: Card) -> bool:
    """Say whether the card is a heart or a diamond.

    >>> is_red(parse_card("TH")), is_red(parse_card("TC"))
    (True, False)
    """
    return suit(card) in (1, 2)


def card_text(card: Card) -> str:
    """Return the card as a player sees it: `TH`, or `##` when it lies face down.

    >>> card_text(parse_card("TH")), card_text(parse_card("TH") | FACE_DOWN)
    ('TH', '##')
    """
    return _FACES[card]


def name_text(card: Card) -> str:
    """Return the card's name even when it lies face down. Never for a player's eyes.

    >>> name_text(parse_card("TH") | FACE_DOWN)
    'TH'
    """
    return _NAMES[card]


def parse_card(text: str) -> Card:
    """Return the card that the text names; raise `UnknownCard` for anything else.

    >>> card_text(parse_card("QS"))
    'QS'
    """
    try:
        return _CARDS[text]
    except KeyError:
        raise UnknownCard("unknown_card", card=text) from None


def pile_texts(pile: Pile) -> list[str]:
    """Return the cards of a pile as a player sees them, bottom first.

    >>> pile_texts(bytes([parse_card("5C") | FACE_DOWN, parse_card("9H")]))
    ['##', '9H']
    """
    return [_FACES[card] for card in pile]


def parse_pile(texts: Iterable[str]) -> Pile:
    """Return the pile of face-up cards that the texts name, bottom first.

    >>> pile_texts(parse_pile("5C 9H".split()))
    ['5C', '9H']
    """
    return bytes(map(parse_card, texts))


def face_down(pile: Pile) -> Pile:
    """Return the same cards, all lying face down.

    >>> pile_texts(face_down(parse_pile(["5C"])))
    ['##']
    """
    return bytes(card | FACE_DOWN for card in pile)
