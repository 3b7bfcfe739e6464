"""Games of building on piles and foundations: a ruleset is a set of fields, whose values stand in `rules.py`.

The Cruel family and Alternations are all `Building`s. What differs between two of them stands in `rulesets.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from engine.cards import FACE_DOWN, PACK, RANK_BITS, SUITS, Card, Pile, card_text, face_down, rank, suit
from engine.errors import IllegalMove
from engine.game import Ruleset
from engine.listing import Fit, RunListing, TopListing
from engine.notation import HOME, Move
from engine.rules import Layout, RedealRule, at_any_time, top_card
from engine.shuffle import pack_of_seed
from engine.table import Effects, Lay, Places, Shift, Table, shift, shift_and_turn

Plan: TypeAlias = tuple[int, int | None, int, tuple[Shift], int | None]
"""What is known of a shift before any table is seen. A plain tuple, because Python takes no other apart so fast.

The places of the source and of the target, None for a foundation; how many cards; the effects; and the place of the
foundation that goes before the source when both have the same top.
"""


@dataclass(frozen=True, kw_only=True)
class Building(Ruleset):
    """A game in which cards move between piles and to foundations built up by suit."""

    piles: int
    foundations_start_with_aces: bool = True
    foundations_give_back: bool = False
    tableau_cards: int = 48
    """Cards dealt to the tableau; any others become the stock, the next card on its top."""
    layout: Callable[[Pile, int], Layout]
    fits: Callable[[Card, Card], bool]
    together: Callable[[Pile], int] = top_card
    fills_empty: bool = False
    redeal: Callable[[Layout], Layout] | None = None
    redeal_allowed: RedealRule = at_any_time

    def deal(self, seed: bytes) -> Table:
        """Deal the shuffled pack."""
        pack = bytes(pack_of_seed(seed, self.decks))
        start: dict[Card, Pile] = {}
        if self.foundations_start_with_aces:
            start = {card: bytes([card]) for card in PACK if rank(card) == 1}
            pack = bytes(card for card in pack if card not in start)
        piles = [*self.layout(pack[: self.tableau_cards], self.piles)]
        piles += [start.get(ace, b"") for ace in PACK if rank(ace) == 1 for _ in range(self.decks)]
        if self.has_stock:
            piles += [face_down(pack[self.tableau_cards :][::-1]), b""]
        return Table(tuple(piles), self._places)

    def effects(self, table: Table, move: Move) -> Effects:
        """Check the move and say what it does."""
        plan: Plan | None = move.plan
        if plan is None:
            return self._draw(table) if move.kind == "draw" else self._redeal(table)
        source, target, count, shifted, twin = plan
        piles = table.piles
        pile = piles[source]
        if not pile:
            raise IllegalMove("empty_pile", pile=move.source)
        if count > 1:
            self._check_together(move.source, pile, count)
        card = pile[-count]
        if target is None:
            shifted = shift(move.source, self._home(table, card), 1)
        elif onto := piles[target]:
            if self._wants[card] != self._shows[onto[-1]]:
                raise self._misfitting(card, onto[-1])
        elif not self.fills_empty:
            raise IllegalMove("only_redeal_fills", target=move.target)
        if twin is not None and len(piles[twin]) == len(pile):
            raise self._twin(move)
        if self.has_hidden_cards and count < len(pile) and (under := pile[-count - 1]) & FACE_DOWN:
            return shift_and_turn(*shifted, move.source, under ^ FACE_DOWN)
        return shifted

    def _home(self, table: Table, card: Card) -> str:
        names = self._homes[card]
        for name in names:
            if len(table[name]) + 1 == card & RANK_BITS:
                return name
        nexts = {card - (card & RANK_BITS) + len(table[name]) + 1 for name in names}
        lower = sorted(waiting for waiting in nexts if waiting < card)
        raise IllegalMove("not_next", card=card_text(card), wanted=card_text(lower[-1]))

    def _check_together(self, source: str, pile: Pile, count: int) -> None:
        if count > len(pile):
            raise IllegalMove("too_few_cards", pile=source, held=len(pile), count=count)
        if count > (run := self.together(pile)):
            raise IllegalMove("not_a_run", pile=source, count=count, run=run)

    def _misfitting(self, card: Card, onto: Card) -> IllegalMove:
        wanted = [card_text(other) for other in PACK if self.fits(card, other)]
        code = "does_not_fit" if wanted else "fits_nowhere"
        return IllegalMove(code, card=card_text(card), onto=card_text(onto), wanted=" ".join(wanted))

    def _twin(self, move: Move) -> IllegalMove:
        first = self._twins[move.source]
        spelling = Move("shift", first, move.target).text
        return IllegalMove("twin_foundation", pile=move.source, twin=first, spelling=spelling)

    def _draw(self, table: Table) -> Effects:
        stock = table["s"]
        if not stock:
            raise IllegalMove("stock_empty")
        return shift_and_turn(self._drawing, "w", stock[-1] ^ FACE_DOWN)

    def _redeal(self, table: Table) -> Effects:
        layout = table.piles[: self.piles]
        if not any(layout):
            raise IllegalMove("game_won")
        if refusal := self._refuse_redeal(table):
            raise refusal
        assert self.redeal is not None  # or `moves` would hold no redeal
        return (Lay(self.redeal(layout), layout),)

    def _refuse_redeal(self, table: Table) -> IllegalMove | None:
        if self.redeal_limit is not None and table.redeals >= self.redeal_limit:
            return IllegalMove("redeals_used", limit=self.redeal_limit)
        return self.redeal_allowed(self, table)

    def redeal_changes(self, table: Table) -> bool:
        """Say whether a redeal would lay any card elsewhere, whether it is allowed or not."""
        layout = table.piles[: self.piles]
        return self.redeal is not None and self.redeal(layout) != layout

    def legal(self, table: Table) -> list[str]:
        """List what `effects` allows."""
        legal = self._list_card_moves(table.piles)
        if self._stock and table.piles[self._stock]:
            legal.append("d")
        if self.redeal and (legal or not self.won(table)) and not self._refuse_redeal(table):
            legal.append("r")
        legal.sort()
        return legal

    def card_moves(self, table: Table) -> list[str]:
        """Return the text of every legal move that shifts cards, in no order."""
        return self._list_card_moves(table.piles)

    def blocked(self, table: Table) -> bool:
        """Say whether the game is stuck for good."""
        if self.won(table) or (self._stock and table.piles[self._stock]) or self.card_moves(table):
            return False
        return not self.redeal or self._refuse_redeal(table) is not None or not self.redeal_changes(table)

    def won(self, table: Table) -> bool:
        """Say whether every card has arrived."""
        return not any(table.piles[: self.piles]) and not (self.has_stock and (table["s"] or table["w"]))

    def progress(self, table: Table) -> int:
        """Count the cards that have arrived."""
        return sum(len(table[name]) for name in self.foundations)

    def misfit(self, move: Move) -> IllegalMove:
        """Say what this game lacks that the move needs."""
        known = {*self.tableau, HOME, *(["w"] if self.has_stock else [])}
        known |= {*self.foundations} if self.foundations_give_back else set()
        if move.kind != "shift":
            return IllegalMove("not_in_this_game", move=move.text, ruleset=self.name)
        for pile in (move.source, move.target):
            if pile not in known:
                return IllegalMove("no_such_pile", move=move.text, pile=pile, ruleset=self.name)
        if move.source == move.target:
            return IllegalMove("same_pile", move=move.text, pile=move.source)
        if self.together is top_card:
            return IllegalMove("one_card_only", ruleset=self.name, count=move.count)
        return IllegalMove("not_in_this_game", move=move.text, ruleset=self.name)

    @cached_property
    def tableau(self) -> tuple[str, ...]:
        """The names of the tableau piles."""
        return tuple(str(number) for number in range(1, self.piles + 1))

    @cached_property
    def foundations(self) -> tuple[str, ...]:
        """The names of the foundations: as many for each suit as there are packs."""
        return tuple(f"f{number}" for number in range(1, len(SUITS) * self.decks + 1))

    @cached_property
    def has_stock(self) -> bool:
        """Whether cards are left over for a stock."""
        return 52 * self.decks - 4 * self.foundations_start_with_aces > self.tableau_cards

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """Every move of this game."""
        tableau, most = self.tableau, 1 if self.together is top_card else 13
        sources = [*tableau, *(["w"] if self.has_stock else [])]
        moves = [Move("shift", source, HOME, cost=0) for source in sources]
        moves += [
            Move("shift", source, target) for source in sources for target in tableau if source != target
        ]
        moves += [
            Move("shift", source, target, count)
            for source in tableau
            for target in tableau
            if source != target
            for count in range(2, most + 1)
        ]
        if self.foundations_give_back:
            moves += [Move("shift", source, target) for source in self.foundations for target in tableau]
        moves += [Move("draw", "s", "w")] if self.has_stock else []
        moves += [Move("redeal")] if self.redeal else []
        return {move.text: self._planned(move) for move in moves}

    def _planned(self, move: Move) -> Move:
        """Return the move with what can be known of it before any table: where its piles are, and its effects."""
        if move.kind != "shift":
            return move
        twin = self._twins.get(move.source)
        plan: Plan = (
            self._places[move.source],
            None if move.target == HOME else self._places[move.target],
            move.count,
            shift(move.source, move.target, move.count),
            None if twin is None else self._places[twin],
        )
        return replace(move, plan=plan)

    @cached_property
    def _homes(self) -> dict[Card, tuple[str, ...]]:
        decks = self.decks
        return {card: self.foundations[suit(card) * decks : (suit(card) + 1) * decks] for card in PACK}

    @cached_property
    def _twins(self) -> dict[str, str]:
        return {second: first for first, *others in self._homes.values() for second in others}

    @cached_property
    def _places(self) -> Places:
        names = [*self.tableau, *self.foundations, *(["s", "w"] if self.has_stock else [])]
        return {name: place for place, name in enumerate(names)}

    @cached_property
    def _stock(self) -> int | None:
        return self._places.get("s")

    @cached_property
    def _fit(self) -> Fit:
        return Fit.of(self.fits)

    @cached_property
    def _drawing(self) -> Shift:
        return Shift("s", "w", 1)

    @cached_property
    def _wants(self) -> bytes:
        return self._fit.wants

    @cached_property
    def _shows(self) -> bytes:
        return self._fit.shows

    @cached_property
    def _list_card_moves(self) -> Callable[[tuple[Pile, ...]], list[str]]:
        if self.together is top_card and not (
            self.fills_empty or self.foundations_give_back or self.has_stock
        ):
            return TopListing(self.tableau, self.foundations, self._fit).list_moves
        return RunListing(
            tableau=self.tableau,
            foundations=self.foundations,
            fit=self._fit,
            together=self.together,
            fills_empty=self.fills_empty,
            gives_back=self.foundations_give_back,
            has_waste=self.has_stock,
        ).list_moves
