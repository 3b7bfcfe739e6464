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

_ROWS: Final = 128
"""Rows remembered for one source and one kind of tails: there are a thousand such pairs in Alternations."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Piles: TypeAlias = tuple[Pile, ...]


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

    def __call__(self, piles: Piles) -> list[str]:
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


class Tails:
    """What a pile offers to move: the wants of its top card, of its top two cards, … and the moves remembered of them.

    `rows` are, for every source, the moves by what the piles show. What no tail wants is first blanked out of that by
    `mask`, so that few rows are ever made.
    """

    __slots__ = ("_wants", "mask", "rows")

    def __init__(self, wants: bytes, texts: list[list[list[str]]], fills_empty: bool) -> None:
        self._wants = wants
        wanted = {*wants, NOTHING} if wants and fills_empty else {*wants}
        self.mask = bytes(kind if kind in wanted else _SHOWS_NOTHING_WANTED for kind in range(256))
        self.rows = [Memory(partial(self._row, by_target), _ROWS) for by_target in texts]

    def _row(self, texts: list[list[str]], shown: bytes) -> list[str]:
        moves = []
        for target, kind in enumerate(shown):
            if kind == NOTHING:
                moves += texts[target][1 : len(self._wants) + 1]
            elif kind != _SHOWS_NOTHING_WANTED:
                moves.append(texts[target][self._wants.index(kind) + 1])
        return moves


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
        self._fit, self._together, self._has_waste = fit, together, has_waste
        self._end, self._homes_end = len(tableau), len(tableau) + len(foundations)
        # By source, target and number of cards; the number 0 is not used. After the tableau come waste and foundations.
        texts = [
            [
                [f"{source}-{target}" + (f"x{count}" if count > 1 else "") for count in range(len(RANKS) + 1)]
                for target in tableau
            ]
            for source in [*tableau, "w", *foundations]
        ]
        self._home_texts = [f"{source}-f" for source in tableau]
        self._waste = self._end
        self._back = range(self._waste + 1, len(texts) if gives_back else self._waste + 1)
        self._waiting = Waiting(len(foundations))
        self._between = Memory(self._list_between)
        self._at_home = Memory(self._look_home)
        self._tails = Memory(self._cut_tails)
        self._tails_of: Memory[bytes, Tails] = Memory(lambda wants: Tails(wants, texts, fills_empty))
        self._tails_of_one = {card: self._tails_of[bytes([fit.wants[card]])] for card in PACK}

    def __call__(self, piles: Piles) -> list[str]:
        """Return the text of every legal move that shifts cards, in no order."""
        tops, shown, between = self._between[piles[: self._end]]
        waiting, back = self._at_home[piles[self._end : self._homes_end]]
        legal = between.copy()
        source = -1
        for top in tops.translate(None, waiting):
            source = tops.find(top, source + 1)
            legal.append(self._home_texts[source])
        if self._has_waste and (waste := piles[-1]):
            tails = self._tails_of_one[waste[-1]]
            legal += tails.rows[self._waste][shown.translate(tails.mask)]
            if waste[-1] not in waiting:
                legal.append("w-f")
        for tails, row in back:
            legal += row[shown.translate(tails.mask)]
        return legal

    def _list_between(self, tableau: Piles) -> tuple[bytes, bytes, list[str]]:
        """Return the top cards, what they show, and the moves from pile to pile."""
        tops = bytes([pile[-1] if pile else NOTHING for pile in tableau])
        shown = tops.translate(self._fit.shows)
        legal: list[str] = []
        for source, pile in enumerate(tableau):
            tails = self._tails[pile]
            legal += tails.rows[source][shown.translate(tails.mask)]
        return tops, shown, legal

    def _cut_tails(self, pile: Pile) -> Tails:
        longest = self._together(pile) if pile else 0
        return self._tails_of[pile[: -longest - 1 : -1].translate(self._fit.wants)]

    def _look_home(self, foundations: Piles) -> tuple[bytes, list[tuple[Tails, Memory[bytes, list[str]]]]]:
        """Return the cards that do not go home, and the rows of those that may come back: of twins, the first."""
        back: dict[Card, tuple[Tails, Memory[bytes, list[str]]]] = {}
        for source, pile in zip(self._back, foundations, strict=False):
            if pile:
                tails = self._tails_of_one[pile[-1]]
                back.setdefault(pile[-1], (tails, tails.rows[source]))
        return self._waiting(foundations), [*back.values()]
