"""The list of legal card moves, found from the top cards.

This is only a faster way to ask `Building.effects` about every move there is: a test holds that both say the same.
`fits` becomes two tables of bytes, so that what all top cards show is looked up at once; every text is spelled once;
and what was found is remembered, because positions come again (a redeal may change nothing), and because most plies
leave the foundations or the tableau as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import getitem
from typing import Final, TypeAlias, TypeVar

from engine.cards import PACK, RANKS, Card, Pile

NOTHING: Final = 0
"""The top of an empty pile, and what it shows."""

_SHOWS_NOTHING_WANTED: Final = 0xFF
_WANTS_NOTHING_SHOWN: Final = 0xFE
_WANTS: Final = bytes([*range(1, len(PACK) + 1), _WANTS_NOTHING_SHOWN])
"""Whatever a card may want."""

_EVERYTHING: Final = bytes([NOTHING, *PACK])
"""Whatever can be the top of a pile."""

_REMEMBERED: Final = 1024
"""Answers that a memory holds before it starts anew: more would find a little more, and wait longer for the memory."""

_FACES: Final = 128
"""Piles remembered for one place of the tableau."""

_HOME_SLOTS: Final = max(PACK)
"""The slots of foundations: the one that waits for a card has the card's own number."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Piles: TypeAlias = tuple[Pile, ...]
Offer: TypeAlias = tuple[int, tuple[str, ...]]
"""The slots that would take what a pile offers, and the text of the move to each slot."""

Face: TypeAlias = tuple[int, int, tuple[str, ...]]
"""The slots that a pile is, and its `Offer`."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A rule of fitting as two tables: a card fits on another where it `wants` what the other `shows`."""

    wants: bytes
    shows: bytes
    kinds: int
    """What is shown and wanted is a number from 1 to this; an empty pile shows `NOTHING`."""

    shown_once: bool
    """Whether no two cards of a pack show the same."""

    @classmethod
    def of(cls, fits: Callable[[Card, Card], bool]) -> Fit:
        """Return the tables of a rule in which cards that take any card in common take the very same ones."""
        takes = {onto: frozenset(card for card in PACK if fits(card, onto)) for onto in PACK}
        kinds = [kind for kind in dict.fromkeys(takes.values()) if kind]
        assert sum(map(len, kinds)) == len(frozenset().union(*kinds)), "the rule is no match of two tables"
        wants, shows = bytearray([_WANTS_NOTHING_SHOWN] * 256), bytearray([_SHOWS_NOTHING_WANTED] * 256)
        shows[NOTHING] = NOTHING
        for number, kind in enumerate(kinds, start=1):
            for card in kind:
                wants[card] = number
            for onto in PACK:
                if takes[onto] == kind:
                    shows[onto] = number
        shown_once = sum(map(bool, takes.values())) == len(kinds)
        return cls(bytes(wants), bytes(shows), len(kinds), shown_once)


class Memory(dict[Asked, Answer]):
    """Remembers the answers of a function: leaner than `lru_cache`, which also keeps the order of use."""

    def __init__(self, answer: Callable[[Asked], Answer], size: int = _REMEMBERED) -> None:
        super().__init__()
        self._answer, self._size = answer, size

    def __missing__(self, asked: Asked) -> Answer:
        if len(self) >= self._size:
            self.clear()
        answer = self[asked] = self._answer(asked)
        return answer


class TopListing:
    """Lists the card moves of a game in which only top cards move, between filled piles and to foundations."""

    def __init__(self, tableau: tuple[str, ...], foundations: tuple[str, ...], fit: Fit) -> None:
        self._wants, self._shows, self._shown_once = fit.wants, fit.shows, fit.shown_once
        self._end = len(tableau)
        self._between_texts = [[f"{source}-{target}" for target in tableau] for source in tableau]
        self._home_texts = [f"{source}-f" for source in tableau]
        self._waiting = Memory(Waiting(len(foundations)))
        self._lists = Memory(self._list)

    def list_moves(self, piles: Piles) -> list[str]:
        """Return the text of every legal move that shifts a card, in no order."""
        return self._lists[piles].copy()

    def _list(self, piles: Piles) -> list[str]:
        end = self._end
        tops = bytes([pile[-1] if pile else NOTHING for pile in piles[:end]])
        shown = tops.translate(self._shows)
        wanted = tops.translate(self._wants)
        legal = []
        source = -1
        # What is not shown is deleted from what is wanted. The rest is met, in the order of the piles.
        for want in wanted.translate(None, _WANTS.translate(None, shown)):
            source = wanted.find(want, source + 1)
            texts = self._between_texts[source]
            target = shown.find(want)
            legal.append(texts[target])
            if self._shown_once:
                continue
            while (target := shown.find(want, target + 1)) >= 0:
                legal.append(texts[target])
        source = -1
        for top in tops.translate(None, self._waiting[piles[end:]]):
            source = tops.find(top, source + 1)
            legal.append(self._home_texts[source])
        return legal


class Waiting:
    """Tells from the foundations which cards would not go home now: all but those that come next."""

    def __init__(self, foundations: int) -> None:
        self._firsts = [(number * 4 // foundations) << 4 | 1 for number in range(foundations)]

    def __call__(self, foundations: Piles) -> bytes:
        """Return every card, and `NOTHING`, that no foundation takes."""
        ready = bytes([first + len(pile) for first, pile in zip(self._firsts, foundations, strict=True)])
        return _EVERYTHING.translate(None, ready)


class RunListing:
    """Lists the card moves of any `Building`: runs, empty piles, a waste, foundations that give cards back.

    A *slot* is a place for cards, and a bit of a number: a pile that shows something, an empty pile for so many cards,
    a foundation that waits for some card. `shown` has the slots that there are now, `wanted` those that would take what
    a pile offers. What is in both is a move, and its text is found by the slot: its number is the bit's, from 1.
    """

    def __init__(
        self,
        *,
        tableau: tuple[str, ...],
        foundations: tuple[str, ...],
        fit: Fit,
        together: Callable[[Pile], int],
        fills_empty: bool,
        gives_back: bool,
        has_waste: bool,
    ) -> None:
        self._wants, self._kinds, self._together = fit.wants, fit.kinds, together
        self._fills_empty, self._gives_back, self._has_waste = fills_empty, gives_back, has_waste
        self._tableau, self._end = tableau, len(tableau)
        self._homes = slice(self._end, self._end + len(foundations))
        self._width = fit.kinds + len(RANKS) + 1
        self._bits = tuple(1 << slot >> 1 for slot in range(_HOME_SLOTS + self._width * self._end + 1))
        self._shown = [
            {card: self._bit(place, fit.shows[card]) for card in PACK if fit.shows[card] <= fit.kinds}
            for place in range(self._end)
        ]
        self._waiting = Waiting(len(foundations))
        self._at_home = Memory(self._look_home)
        self._faces = [Memory(partial(self._look, place), _FACES) for place in range(self._end)]
        self._at_waste = Memory(self._look_at_waste)
        self._offers = [Memory(partial(self._offer, source)) for source in [*tableau, *foundations, "w"]]

    def list_moves(self, piles: Piles) -> list[str]:
        """Return the text of every legal move that shifts cards, in no order."""
        shown, back = self._at_home[piles[self._homes]]
        faces = [*map(getitem, self._faces, piles)]
        for slots, _, _ in faces:
            shown |= slots
        faces += back
        if self._has_waste and (waste := piles[-1]):
            faces.append(self._at_waste[waste[-1]])
        bits = self._bits
        legal = []
        for _, wanted, texts in faces:
            met = shown & wanted
            while met:
                slot = met.bit_length()
                legal.append(texts[slot])
                met ^= bits[slot]
        return legal

    def _look(self, place: int, pile: Pile) -> Face:
        """Return what a tableau pile shows and offers."""
        if not pile:
            takes = range(self._kinds + 1, self._width) if self._fills_empty else ()
            return sum(self._bit(place, kind) for kind in takes), 0, ()
        card = pile[-1]
        run = pile[: -self._together(pile) - 1 : -1]
        wanted, texts = self._offers[place][run.translate(self._wants)]
        return self._shown[place].get(card, 0), wanted | self._bits[card], texts

    def _look_at_waste(self, card: Card) -> Face:
        wanted, texts = self._offers[-1][self._wants[card : card + 1]]
        return 0, wanted | self._bits[card], texts

    def _look_home(self, foundations: Piles) -> tuple[int, list[Face]]:
        """Return the slots of the cards that go home, and what the foundations may give back: of twins, the first."""
        shown = sum(self._bits[card] for card in PACK.translate(None, self._waiting(foundations)))
        back: dict[Card, Face] = {}
        for place, pile in enumerate(foundations if self._gives_back else (), start=self._end):
            if pile:
                back.setdefault(pile[-1], (0, *self._offers[place][self._wants[pile[-1] : pile[-1] + 1]]))
        return shown, [*back.values()]

    def _offer(self, source: str, wants: bytes) -> Offer:
        """Return the slots for the top card, the top two cards, … which want this, and the moves to them."""
        wanted = 0
        texts = [f"{source}-f"] * (_HOME_SLOTS + 1) + [""] * (self._width * self._end)
        for place, target in enumerate(self._tableau):
            for count, kind in enumerate(wants if target != source else b"", start=1):
                for shown in (kind, self._kinds + count):
                    if shown < self._width:
                        wanted |= self._bit(place, shown)
                        texts[self._slot(place, shown)] = f"{source}-{target}" + (
                            f"x{count}" if count > 1 else ""
                        )
        return wanted, tuple(texts)

    def _slot(self, place: int, kind: int) -> int:
        """Return the slot of a tableau pile that shows this, or, by a number above all kinds, takes so many cards.

        The highest bit of a number is found first, and should be the first pile's, so that little is left to sort.
        """
        return _HOME_SLOTS + (self._end - place) * self._width - kind

    def _bit(self, place: int, kind: int) -> int:
        return self._bits[self._slot(place, kind)]
