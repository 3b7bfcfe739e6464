"""The list of legal card moves, found from the top cards.

This is only a faster way to ask `Building.effects` about every move there is: a test holds that both say the same.
`fits` becomes two tables of bytes, so that what all top cards show is looked up at once; every text is spelled once;
and what depends on the foundations alone, or on the tableau alone, is remembered, because most plies leave one of
them as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat
from operator import and_, getitem
from typing import Final, TypeAlias

from engine.cards import PACK, Card, Pile

NOTHING: Final = 0
"""The top of an empty pile, and what it shows."""

_SHOWS_NOTHING_WANTED: Final = 0xFF
_WANTS_NOTHING_SHOWN: Final = 0xFE
_WANTS: Final = bytes([*range(1, len(PACK) + 1), _WANTS_NOTHING_SHOWN])
"""Whatever a card may want."""

_REMEMBERED: Final = 4096
"""Tableaux, foundations or rows that a listing remembers: a few hundred kilobytes for each ruleset."""

Piles: TypeAlias = tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """A rule of fitting as two tables: a card fits on another where it `wants` what the other `shows`."""

    wants: bytes
    shows: bytes
    kinds: int
    """What is shown and wanted is a number from 1 to this; an empty pile shows `NOTHING`."""

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
        return cls(bytes(wants), bytes(shows), len(kinds))


class TopListing:
    """Lists the card moves of a game in which only top cards move, between filled piles and to foundations."""

    def __init__(self, tableau: tuple[str, ...], foundations: tuple[str, ...], fit: Fit) -> None:
        self._fit = fit
        self._end = len(tableau)
        self._between = [[f"{source}-{target}" for target in tableau] for source in tableau]
        self._home = [f"{source}-f" for source in tableau]
        self._waiting = lru_cache(_REMEMBERED)(Waiting(len(foundations)))

    def __call__(self, piles: Piles) -> list[str]:
        """Return the text of every legal move that shifts a card, in no order."""
        tops = bytes([pile[-1] if pile else NOTHING for pile in piles[: self._end]])
        shown = tops.translate(self._fit.shows)
        wanted = tops.translate(self._fit.wants)
        legal = []
        source = -1
        # What is not shown is deleted from what is wanted. The rest is met, in the order of the piles.
        for want in wanted.translate(None, _WANTS.translate(None, shown)):
            source = wanted.find(want, source + 1)
            target = shown.find(want)
            legal.append(self._between[source][target])
            while (target := shown.find(want, target + 1)) >= 0:
                legal.append(self._between[source][target])
        source = -1
        for top in tops.translate(None, self._waiting(piles[self._end :])):
            source = tops.find(top, source + 1)
            legal.append(self._home[source])
        return legal


class Waiting:
    """Tells from the foundations which cards would not go home now: all but those that come next."""

    def __init__(self, foundations: int) -> None:
        self._firsts = [(number * 4 // foundations) << 4 | 1 for number in range(foundations)]

    def __call__(self, foundations: Piles) -> bytes:
        """Return every card, and `NOTHING`, that no foundation takes."""
        ready = bytes(first + len(pile) for first, pile in zip(self._firsts, foundations, strict=True))
        return bytes([NOTHING, *PACK]).translate(None, ready)


class Bits:
    """What the piles show, and what a source could be laid on, as the bits of one number.

    What a pile shows is one bit: the bit of its kind in the pile's byte, in as many strips of bytes as the kinds need.
    A reach has the bits of all kinds wanted, at every pile, and above them the number of its tails: the wants of the
    top card, of the top two cards, … So reach & shown says which moves there are, and is a key to remember them by.
    """

    def __init__(self, piles: int, fit: Fit, fills_empty: bool) -> None:
        self._piles, self._fills_empty = piles, fills_empty
        self._strips = [
            bytes(1 << kind % 8 if kind // 8 == strip else 0 for kind in fit.shows)
            for strip in range(fit.kinds // 8 + 1)
        ]
        self.size = 8 * piles * len(self._strips)
        self.tails: list[bytes] = []
        self.reach = lru_cache(None)(self._number)

    def shown(self, tops: bytes) -> int:
        """Return the bits of what the tops show, and all bits above them."""
        return (
            int.from_bytes(b"".join([tops.translate(strip) for strip in self._strips]), "little")
            | -1 << self.size
        )

    def counts(self, tails: bytes) -> dict[int, tuple[int, list[int]]]:
        """Return, by its bit, each pile and the numbers of cards that could be laid on it when it shows that bit."""
        longest = len(tails)
        kinds = {kind: [count] for count, kind in enumerate(tails, start=1) if kind != _WANTS_NOTHING_SHOWN}
        if self._fills_empty and tails:
            kinds[NOTHING] = [*range(1, longest + 1)]
        return {
            1 << 8 * (kind // 8 * self._piles + pile) + kind % 8: (pile, counts)
            for kind, counts in kinds.items()
            for pile in range(self._piles)
        }

    def _number(self, tails: bytes) -> int:
        """Return what the tails want, the shortest tail first."""
        self.tails.append(tails)
        return len(self.tails) - 1 << self.size | sum(self.counts(tails))


class Row(dict[int, list[str]]):
    """The moves from one source, by the bits of what it reaches among what is shown."""

    def __init__(self, source: str, tableau: tuple[str, ...], bits: Bits) -> None:
        super().__init__()
        self._source, self._tableau, self._bits = source, tableau, bits
        self._texts = lru_cache(None)(self._spell)

    def __missing__(self, reach: int) -> list[str]:
        if len(self) >= _REMEMBERED:
            self.clear()
        number = reach >> self._bits.size
        texts, met = self._texts(number), reach ^ number << self._bits.size
        moves = self[reach] = []
        while met:
            bit = met & -met
            moves += texts[bit]
            met ^= bit
        return moves

    def _spell(self, number: int) -> dict[int, list[str]]:
        return {
            bit: [
                f"{self._source}-{self._tableau[pile]}" + (f"x{count}" if count > 1 else "")
                for count in counts
            ]
            for bit, (pile, counts) in self._bits.counts(self._bits.tails[number]).items()
        }


class RunListing:
    """Lists the card moves of any `Building`: runs, empty piles, a waste, foundations that give cards back."""

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
        self._wants, self._together, self._has_waste = fit.wants, together, has_waste
        self._end, self._homes_end = len(tableau), len(tableau) + len(foundations)
        self._bits = Bits(len(tableau), fit, fills_empty)
        self._reach_of_one = {card: self._bits.reach(bytes([fit.wants[card]])) for card in PACK}
        self._rows = [Row(source, tableau, self._bits) for source in tableau]
        self._back = [Row(source, tableau, self._bits) for source in foundations if gives_back]
        self._from_waste = Row("w", tableau, self._bits)
        self._home = [f"{source}-f" for source in tableau]
        self._waiting = Waiting(len(foundations))
        self._between = lru_cache(_REMEMBERED)(self._list_between)
        self._at_home = lru_cache(_REMEMBERED)(self._look_home)
        self._reach = lru_cache(_REMEMBERED)(self._find_reach)

    def __call__(self, piles: Piles) -> list[str]:
        """Return the text of every legal move that shifts cards, in no order."""
        tops, shown, between = self._between(piles[: self._end])
        waiting, back = self._at_home(piles[self._end : self._homes_end])
        legal = between.copy()
        if ready := tops.translate(None, waiting):
            legal += [text for text, top in zip(self._home, tops, strict=True) if top in ready]
        for row, reach in back:
            legal += row[reach & shown]
        if self._has_waste and (waste := piles[-1]):
            legal += self._from_waste[self._reach_of_one[waste[-1]] & shown]
            if waste[-1] not in waiting:
                legal.append("w-f")
        return legal

    def _list_between(self, tableau: Piles) -> tuple[bytes, int, list[str]]:
        """Return the top cards, what they show, and the moves from pile to pile."""
        tops = bytes([pile[-1] if pile else NOTHING for pile in tableau])
        shown = self._bits.shown(tops)
        met = map(and_, map(self._reach, tableau), repeat(shown))
        return tops, shown, [*chain.from_iterable(map(getitem, self._rows, met))]

    def _find_reach(self, pile: Pile) -> int:
        longest = self._together(pile) if pile else 0
        return self._bits.reach(pile[: -longest - 1 : -1].translate(self._wants))

    def _look_home(self, foundations: Piles) -> tuple[bytes, list[tuple[Row, int]]]:
        """Return the cards that do not go home, and the rows of cards that may come back: of twins, the first."""
        back: dict[Card, tuple[Row, int]] = {}
        for row, pile in zip(self._back, foundations, strict=False):
            if pile:
                back.setdefault(pile[-1], (row, self._reach_of_one[pile[-1]]))
        return self._waiting(foundations), [*back.values()]
