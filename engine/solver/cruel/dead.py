"""Proofs of loss from the front of the layout: an easier game on its first cards that cannot be won.

Only what lies before a card decides where a packets redeal puts it, so the first cards of the layout can be watched
alone, if everything else is taken to behave as well as could be wished. In that easier game

- a card whose target is elsewhere may always leave for it, and one with no lower card of its suit among the watched may
  always go home;
- a card from elsewhere that fits on a watched top may come at any time, unless its suit is known to be home beyond it;
- what lies behind the last of the first cards is not there at all, and a redeal is always allowed.

Every real game is also a game of this kind. So when the first cards can never all leave here, nobody can win there: the
deal is lost, mostly because a king lies above what must go home before it. Four cards are enough for most lost deals.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.solver.accelerate import Ints, bytes_array, compiled, ints_array, longs_array
from engine.solver.cruel.rows import CARDS, ENDS, HOME, PILES, ROW, Rules
from engine.solver.cruel.steps import build, copy_row, find_tops, go_home, lay_again, row_key

LOST: Final = 1
HOPEFUL: Final = 2

FOUR_LIMIT: Final = 3000
"""Positions of the easier game that the first four cards get; the hardest four need fewer."""


class Watch(NamedTuple):
    """Room for the easier game."""

    stack: Ints
    seen: Ints
    mask: int
    filled: Ints
    """The places of `seen` that are in use, for clearing them."""
    tops: Ints
    spent: Ints
    """One number: positions looked at since the room was made."""
    limit: int


class Fours(NamedTuple):
    """What is known of each four cards in front: 0 for nothing yet, LOST or HOPEFUL."""

    verdicts: Ints
    watch: Watch


def room(limit: int) -> Watch:
    """Return room for an easier game of up to `limit` positions."""
    bits = (4 * limit).bit_length()
    # A position has at most three followers for each pile and one by redealing, and each is stacked once.
    return Watch(
        stack=bytes_array((limit + 3 * PILES + 2) * ROW),
        seen=longs_array(1 << bits),
        mask=(1 << bits) - 1,
        filled=ints_array(limit + 3 * PILES + 2),
        tops=ints_array(CARDS),
        spent=longs_array(1),
        limit=limit,
    )


def no_fours(*, small: bool = False) -> Fours:
    """Return the table of fours with nothing known, or a `small` one for editions in which nothing can be."""
    return Fours(verdicts=bytes_array(1 if small else CARDS**4), watch=room(1 if small else FOUR_LIMIT))


@compiled
def cut_off(rows: Ints, at: int, watched: int) -> None:
    """Take away what lies behind the last watched card."""
    end = rows[at + ENDS + PILES - 1]
    while end > 0 and (watched >> rows[at + end - 1]) & 1 == 0:
        end -= 1
    for pile in range(PILES):
        rows[at + ENDS + pile] = min(rows[at + ENDS + pile], end)


@compiled
def stack_new(rules: Rules, watch: Watch, watched: int, height: int, found: int) -> int:
    """Keep the row on top of the stack if it is a new position; return how many were found then."""
    cut_off(watch.stack, height * ROW, watched)
    key = row_key(rules, watch.stack, height * ROW)
    for suit in range(4):
        key ^= rules.keys[(suit * 13) * 64 + 50 + watch.stack[height * ROW + HOME + suit]]
    place = key & watch.mask
    while watch.seen[place] != 0:
        if watch.seen[place] == key:
            return found
        place = (place + 1) & watch.mask
    watch.seen[place] = key
    watch.filled[found] = place
    return found + 1


@compiled
def can_clear(rules: Rules, watch: Watch) -> int:
    """Play the easier game from the row that begins `watch.stack`: LOST when it cannot be won, HOPEFUL otherwise.

    The row holds the watched cards alone, in their piles, and of each suit how many cards are known to be home.
    """
    stack, tops = watch.stack, watch.tops
    watched = 0
    for i in range(stack[ENDS + PILES - 1]):
        watched |= 1 << stack[i]
    here = ROW * (watch.limit + 3 * PILES + 1)
    found = stack_new(rules, watch, watched, 0, 0)
    height = 1
    verdict = LOST
    while height > 0:
        height -= 1
        copy_row(stack, height * ROW, stack, here)
        cards = stack[here + ENDS + PILES - 1]
        if cards == 0 or found > watch.limit:
            verdict = HOPEFUL
            break
        among = 0
        for i in range(cards):
            among |= 1 << stack[here + i]
        find_tops(stack, here, tops)
        before = found
        if lay_again(rules, stack, here, stack, height * ROW):
            found = stack_new(rules, watch, watched, height, found)
            height += found - before
        for pile in range(PILES):
            end = stack[here + ENDS + pile]
            if end == (stack[here + ENDS + pile - 1] if pile > 0 else 0):
                continue
            card = stack[here + end - 1]
            suit = card // 13
            lower = card - 1
            if (
                card % 13 > 0
                and (among >> lower) & 1 == 0
                and lower % 13 >= stack[here + HOME + suit]
                and end < cards
            ):
                before = found
                copy_row(stack, here, stack, height * ROW)
                come(stack, height * ROW, pile, lower)
                found = stack_new(rules, watch, watched, height, found)
                height += found - before
            target = rules.targets[2 * card]
            if target >= 0:
                if (among >> target) & 1 == 0:
                    before = found
                    copy_row(stack, here, stack, height * ROW)
                    leave(stack, height * ROW, pile)
                    found = stack_new(rules, watch, watched, height, found)
                    height += found - before
                elif tops[target] >= 0:
                    before = found
                    copy_row(stack, here, stack, height * ROW)
                    build(stack, height * ROW, pile, tops[target])
                    found = stack_new(rules, watch, watched, height, found)
                    height += found - before
            if among & ((1 << card) - (1 << (suit * 13))) == 0:
                before = found
                copy_row(stack, here, stack, height * ROW)
                go_home(stack, height * ROW, pile)
                stack[height * ROW + HOME + suit] = card % 13 + 1
                found = stack_new(rules, watch, watched, height, found)
                height += found - before
    watch.spent[0] += found
    for i in range(found):
        watch.seen[watch.filled[i]] = 0
    return verdict


@compiled
def come(rows: Ints, at: int, pile: int, card: int) -> None:
    """Lay a card from elsewhere onto a pile."""
    place = rows[at + ENDS + pile]
    for i in range(rows[at + ENDS + PILES - 1], place, -1):
        rows[at + i] = rows[at + i - 1]
    rows[at + place] = card
    for other in range(pile, PILES):
        rows[at + ENDS + other] += 1


@compiled
def leave(rows: Ints, at: int, pile: int) -> None:
    """Take the top card of a pile away, to a pile elsewhere."""
    for i in range(rows[at + ENDS + pile] - 1, rows[at + ENDS + PILES - 1] - 1):
        rows[at + i] = rows[at + i + 1]
    for other in range(pile, PILES):
        rows[at + ENDS + other] -= 1


@compiled
def is_dead(rules: Rules, fours: Fours, rows: Ints, at: int) -> bool:
    """Say whether the first four cards prove the position lost. They say nothing when pile 1 is shorter."""
    if rules.packs_four == 0 or rows[at + ENDS] < 4:
        return False
    place = ((rows[at] * CARDS + rows[at + 1]) * CARDS + rows[at + 2]) * CARDS + rows[at + 3]
    if fours.verdicts[place] == 0:
        stack = fours.watch.stack
        for i in range(4):
            stack[i] = rows[at + i]
        for pile in range(PILES):
            stack[ENDS + pile] = 4
        for suit in range(4):
            stack[HOME + suit] = 1
        stack[ROW - 1] = 0
        fours.verdicts[place] = can_clear(rules, fours.watch)
    return bool(fours.verdicts[place] == LOST)


@compiled
def front_is_dead(rules: Rules, watch: Watch, rows: Ints, at: int, cards: int) -> bool:
    """Say whether the first `cards` cards prove the position lost, within the room there is."""
    copy_row(rows, at, watch.stack, 0)
    for pile in range(PILES):
        watch.stack[ENDS + pile] = min(rows[at + ENDS + pile], cards)
    return can_clear(rules, watch) == LOST
