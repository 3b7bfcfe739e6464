"""What cards and piles are called aloud, in the languages of the site: the words behind the pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import HIDDEN, RANKS, SUITS
from engine.clock import CENTRE, OPEN

SUIT_SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))


@dataclass(frozen=True, kw_only=True)
class CardWords:
    """The words of one language; patterns take a rank and a suit, a suit, a pile's number, a count."""

    ranks: str
    """Ace to king, separated by spaces."""
    suits: str
    """In the order of the engine, as `card` and `foundation` need them."""
    card: str
    face_down: str
    face_down_count: str
    empty: str
    pile: str
    foundation: str
    stock: str
    waste: str
    hour: str
    centre: str
    open_card: str

    def name(self, card: str) -> str:
        """Return the card as one says it, `##` as lying face down."""
        if card == HIDDEN:
            return self.face_down
        rank, suit = self.ranks.split()[RANKS.index(card[0])], self.suits.split()[SUITS.index(card[1])]
        return self.card.format(rank=rank, suit=suit)

    def names(self, cards: Sequence[str]) -> str:
        """Return the cards of a pile as one says them, bottom first."""
        return ", ".join(map(self.name, cards)) or self.empty

    def closed(self, count: int) -> str:
        """Return how one says that so many cards lie face down."""
        return self.face_down_count.format(count=count)

    def pile_name(self, name: str, family: str, decks: int) -> str:
        """Return how one says the name that a pile has in the move notation of a family of games."""
        if found := {"s": self.stock, "w": self.waste, OPEN: self.open_card}.get(name):
            return found
        if name.startswith("f"):
            return self.foundation.format(suit=self.suits.split()[suit_of_foundation(name, decks)])
        if family == "clock":
            return self.centre if name == CENTRE else self.hour.format(name=name)
        return self.pile.format(name=name)


def suit_of_foundation(name: str, decks: int) -> int:
    """Return the number of the suit that a foundation takes.

    >>> suit_of_foundation("f3", 1), suit_of_foundation("f3", 2)
    (2, 1)
    """
    return (int(name[1:]) - 1) // decks


WORDS: Final = {
    "en": CardWords(
        ranks="ace two three four five six seven eight nine ten jack queen king",
        suits="spades hearts diamonds clubs",
        card="{rank} of {suit}",
        face_down="a card face down",
        face_down_count="cards face down: {count}",
        empty="empty",
        pile="Pile {name}",
        foundation="Foundation of {suit}",
        stock="Stock",
        waste="Waste",
        hour="{name} o’clock",
        centre="Centre",
        open_card="The open card",
    ),
    "ru": CardWords(
        ranks="туз двойка тройка четвёрка пятёрка шестёрка семёрка "
        "восьмёрка девятка десятка валет дама король",
        suits="пик червей бубён треф",
        card="{rank} {suit}",
        face_down="карта рубашкой вверх",
        face_down_count="карт рубашкой вверх: {count}",
        empty="пусто",
        pile="Стопка {name}",
        foundation="База {suit}",
        stock="Запас",
        waste="Сброс",
        hour="Час {name}",
        centre="Середина",
        open_card="Открытая карта",
    ),
    "pt-br": CardWords(
        ranks="ás dois três quatro cinco seis sete oito nove dez valete dama rei",
        suits="espadas copas ouros paus",
        card="{rank} de {suit}",
        face_down="uma carta fechada",
        face_down_count="cartas fechadas: {count}",
        empty="vazia",
        pile="Pilha {name}",
        foundation="Fundação de {suit}",
        stock="Monte",
        waste="Descarte",
        hour="Hora {name}",
        centre="Centro",
        open_card="A carta aberta",
    ),
    "de": CardWords(
        ranks="Ass Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König",
        suits="Pik Herz Karo Kreuz",
        card="{suit}-{rank}",
        face_down="eine verdeckte Karte",
        face_down_count="verdeckte Karten: {count}",
        empty="leer",
        pile="Stapel {name}",
        foundation="Grundstapel {suit}",
        stock="Talon",
        waste="Ablage",
        hour="{name} Uhr",
        centre="Mitte",
        open_card="Die offene Karte",
    ),
}


def written(card: str) -> str:
    """Return the card as running text has it.

    >>> written("TH"), written("QS")
    ('10♥', 'Q♠')
    """
    return ("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[card[1]]
