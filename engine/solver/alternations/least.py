"""A proof of what every win of Alternations costs at least: an easier game for each suit, played to its cheapest end.

Every stock card must be drawn, and no other ply draws. Beyond that, call a card *paid* if a ply that counts ever
moves it, from wherever it lies; any other card is *free*: it goes home once, from the place it has now (or from the
waste), and stays there. The easier game holds one suit's cards, in their columns and in the order of waste and stock,
and nothing else. In it

- drawing costs nothing;
- the top card of a column or of the waste may be paid for: it is gone, and for ever after as good as home;
- it may go free if as many cards of each lower rank are gone as cards of its own rank went free, and one more.

A win of the real game shows a way through the easier one that costs no more. Leave out the other suits, and let each
card go, free or paid, when it first leaves its place: what lay on it there has left before. When a free card goes
home, the free ones of its rank that went before lie home still, each foundation under them holds every lower rank,
and so does the one that it goes to; all these cards are gone. A card that is home already is taken for free; if a win
brings it back and so lets its twin in first, that ply counts, and stands for the twin's.

One ply may pay for several cards: those of a run, if it is the first ply that counts for each. Then they lie as they
lay at the start, face up, each on one a rank higher. Of such a row of cards, whatever their suits, only the topmost
costs anything here. So no ply is counted twice, and the costs of the four suits and the draws may be added.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, compiled, ints_array, longs_array, number_at
from engine.solver.alternations.rows import COLUMNS, DEEP, DOWN, LENGTHS, TURNED, Deal
from engine.solver.alternations.steps import mixed
from engine.solver.budget import Meter

RANKS: Final = 13
CARDS: Final = 26
"""Of a suit. A position is a bit for each in its place, then one for each whose twin went free, then the draws."""
IN_PLACE: Final = (1 << CARDS) - 1

MOST: Final = 1 << 20
"""Positions of the easier game that are looked at."""
BYTES: Final = 64
"""What each of them needs, nearly."""

PAUSED: Final = 0
ENDED: Final = 1

# Where things stand in `Game.state`.
COST: Final = 0
"""Nothing cheaper than this ends the game: proved, whether the search has ended or not."""
NODES: Final = 1
WAITING: Final = 2
DEARER: Final = 3
SEEN: Final = 4
STATE: Final = 5


class Game(NamedTuple):
    """The easier game of one suit, and room for looking at its positions from the cheapest on."""

    ranks: Ints
    twins: Ints
    """The other card of the same rank, -1 when that is home."""
    charged: Ints
    cards: int
    columns: Ints
    """Cards from the bottom up, room for CARDS each."""
    lengths: Ints
    first: int
    """The cards from here on are those of waste and stock, in their order."""
    out: Ints
    """Room: for each rank how many of its cards and of all lower ranks' are gone at least."""
    state: Ints
    waiting: Ints
    """Positions that cost what COST says."""
    dearer: Ints
    """Positions that cost one more."""
    seen: Ints
    mask: int


def game_of(deal: Deal, row: Ints, suit: int, positions: int) -> Game:
    """Return the easier game of a suit, with room for so many positions."""
    bits = (positions * 4 // 3).bit_length()
    game = Game(
        ranks=ints_array(CARDS),
        twins=ints_array(CARDS),
        charged=ints_array(CARDS),
        cards=0,
        columns=ints_array(COLUMNS * CARDS),
        lengths=ints_array(COLUMNS),
        first=0,
        out=ints_array(RANKS + 1),
        state=longs_array(STATE),
        waiting=longs_array(positions),
        dearer=longs_array(2 * positions),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
    )
    held = 0
    for column in range(COLUMNS):
        length = row[LENGTHS + column]
        lying = [int(row[column * DEEP + depth]) for depth in range(length)]
        for depth, card in enumerate(lying):
            if card % DOWN // RANKS != suit:
                continue
            above = lying[depth + 1] if depth + 1 < length else DOWN
            game.ranks[held] = card % DOWN % RANKS
            goes_along = max(card, above) < DOWN and card % RANKS == above % RANKS + 1
            game.charged[held] = 0 if goes_along else 1
            game.columns[column * CARDS + game.lengths[column]] = held
            game.lengths[column] += 1
            held += 1
    first, drawn = held, 0
    for place in range(deal.cards):
        if deal.stock[place] // RANKS == suit:
            game.ranks[held] = deal.stock[place] % RANKS
            game.charged[held] = 1
            drawn += int(place < row[TURNED])
            held += 1
    for card in range(held):
        others = [other for other in range(held) if other != card and game.ranks[other] == game.ranks[card]]
        game.twins[card] = others[0] if others else -1
    game.waiting[0] = (1 << held) - 1 | drawn << 2 * CARDS
    game.state[WAITING] = 1
    return game._replace(cards=held, first=first)


@compiled
def is_new(seen: Ints, mask: int, position: int) -> bool:
    """Put the position into the table, which must not be full; say whether it was not there."""
    place = mixed(position) & mask
    while seen[place] != 0:
        if seen[place] == position:
            return False
        place = (place + 1) & mask
    seen[place] = position
    return True


@compiled
def go(game: Game, position: int, card: int) -> int:
    """Say how a card on top may go: 1 if paid, 3 if paid or free, 4 if at no cost and with nothing lost by it."""
    if game.charged[card] == 0:
        return 4
    rank, twin = game.ranks[card], game.twins[card]
    twin_waits = twin >= 0 and (position >> twin) & 1 == 1
    went_free = 1 if twin < 0 else (position >> (CARDS + card)) & 1
    if game.out[rank] <= went_free:
        return 1
    return 3 if twin_waits and game.out[rank] < 2 else 4


@compiled
def push(game: Game, position: int, costs: bool) -> bool:
    """Let a position wait; say whether there was room."""
    state = game.state
    if costs:
        if state[DEARER] >= len(game.dearer):
            return False
        game.dearer[state[DEARER]] = position
        state[DEARER] += 1
        return True
    if state[SEEN] >= len(game.waiting):
        return False
    if not is_new(game.seen, game.mask, position):
        return True
    state[SEEN] += 1
    game.waiting[state[WAITING]] = position
    state[WAITING] += 1
    return True


@compiled
def follow(game: Game, position: int) -> bool:
    """Let all positions wait that a position leads to; say whether there was room."""
    out = game.out
    for rank in range(RANKS + 1):
        out[rank] = 2
    for card in range(game.cards):
        if (position >> card) & 1 == 1:
            out[game.ranks[card] + 1] -= 1
    # What counts for a rank are the ranks below it.
    for rank in range(1, RANKS + 1):
        out[rank] = min(out[rank], out[rank - 1])
    drawn = position >> (2 * CARDS)
    for attempt in range(2):
        for source in range(COLUMNS + 1):
            card = -1
            if source < COLUMNS:
                for depth in range(game.lengths[source]):
                    lower = game.columns[source * CARDS + depth]
                    if (position >> lower) & 1 == 1:
                        card = lower
            else:
                for place in range(game.first, game.first + drawn):
                    if (position >> place) & 1 == 1:
                        card = place
            if card < 0:
                continue
            ways = go(game, position, card)
            gone = position - (1 << card)
            if (gone >> (CARDS + card)) & 1 == 1:
                gone -= 1 << (CARDS + card)
            if attempt == 0:
                if ways == 4:
                    return push(game, gone, False)
                continue
            if ways & 2 == 2 and not push(game, gone | (1 << (CARDS + game.twins[card])), False):
                return False
            if ways & 1 == 1 and not push(game, gone, True):
                return False
    if game.first + drawn < game.cards:
        return push(game, position + (1 << (2 * CARDS)), False)
    return True


@compiled
def search(game: Game, until: int) -> int:
    """Look on until `until` positions: PAUSED, or ENDED at the cheapest end, or where there is no more room."""
    state = game.state
    while state[NODES] < until:
        if state[WAITING] == 0:
            state[COST] += 1
            dearer = state[DEARER]
            state[DEARER] = 0
            for i in range(dearer):
                if not push(game, game.dearer[i], False):
                    return ENDED
        state[WAITING] -= 1
        position = game.waiting[state[WAITING]]
        if position & IN_PLACE == 0:
            return ENDED
        state[NODES] += 1
        if not follow(game, position):
            return ENDED
    return PAUSED


def least_cost(deal: Deal, row: Ints, meter: Meter) -> int:
    """Return a number of plies that count, draws and all, without which nobody wins from the row."""
    positions = min(MOST, meter.budget.memory // BYTES)
    least = deal.cards - int(row[TURNED])
    for suit in range(4):
        game = game_of(deal, row, suit, positions)
        meter.run(partial(search, game), partial(number_at, game.state, NODES))
        least += number_at(game.state, COST)
    return least
