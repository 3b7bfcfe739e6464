"""What happens to a row: kernels for the moves of the Cruel family, and the key that a position is known by."""

from engine.solver.accelerate import Ints, compiled
from engine.solver.cruel.rows import (
    CARDS,
    ENDS,
    GO_HOME,
    HOME,
    PILES,
    REDEAL,
    REDEALS,
    ROW,
    Rules,
)


@compiled
def copy_row(source: Ints, at: int, target: Ints, to: int) -> None:
    """Copy the row at index `at` of one array to index `to` of another."""
    for i in range(ROW):
        target[to + i] = source[at + i]


@compiled
def row_key(rules: Rules, rows: Ints, at: int) -> int:
    """Return the 62-bit key of the position: what each card lies on, and the redeals used."""
    key = rules.keys[CARDS * 64 + rows[at + REDEALS]]
    i = 0
    for pile in range(PILES):
        under = CARDS + pile
        while i < rows[at + ENDS + pile]:
            card = rows[at + i]
            key ^= rules.keys[card * 64 + under]
            under = card
            i += 1
    return key


@compiled
def under_top(rows: Ints, at: int, pile: int) -> int:
    """Return what the top card of a pile lies on, as keys count it."""
    end = rows[at + ENDS + pile]
    start = rows[at + ENDS + pile - 1] if pile > 0 else 0
    if end - start == 1:
        return CARDS + pile
    return rows[at + end - 2]


@compiled
def go_home(rows: Ints, at: int, pile: int) -> None:
    """Take the top card of a pile to its foundation, unchecked."""
    last = rows[at + ENDS + pile] - 1
    rows[at + HOME + rows[at + last] // 13] += 1
    for i in range(last, rows[at + ENDS + PILES - 1] - 1):
        rows[at + i] = rows[at + i + 1]
    for other in range(pile, PILES):
        rows[at + ENDS + other] -= 1


@compiled
def build(rows: Ints, at: int, source: int, target: int) -> None:
    """Lay the top card of one pile onto another, unchecked."""
    last = rows[at + ENDS + source] - 1
    card = rows[at + last]
    if target > source:
        place = rows[at + ENDS + target] - 1
        for i in range(last, place):
            rows[at + i] = rows[at + i + 1]
        for pile in range(source, target):
            rows[at + ENDS + pile] -= 1
    else:
        place = rows[at + ENDS + target]
        for i in range(last, place, -1):
            rows[at + i] = rows[at + i - 1]
        for pile in range(target, source):
            rows[at + ENDS + pile] += 1
    rows[at + place] = card


@compiled
def lay_again(rules: Rules, rows: Ints, at: int, out: Ints, to: int) -> bool:
    """Write the position after a redeal to `out`, another place; say whether it is another layout."""
    copy_row(rows, at, out, to)
    cards = rows[at + ENDS + PILES - 1]
    changed = False
    if rules.ripples == 0:
        for pile in range(PILES):
            end = min(4 * pile + 4, cards)
            if rows[at + ENDS + pile] != end:
                changed = True
                out[to + ENDS + pile] = end
    else:
        used = (cards + 3) // 4
        filled = 0
        for pile in range(PILES):
            if pile < used:
                for i in range(pile, cards, used):
                    if out[to + filled] != rows[at + i]:
                        changed = True
                        out[to + filled] = rows[at + i]
                    filled += 1
            if rows[at + ENDS + pile] != filled:
                changed = True
                out[to + ENDS + pile] = filled
    if rules.limit >= 0:
        out[to + REDEALS] += 1
    return changed


@compiled
def send_home(rows: Ints, at: int, moves: Ints, start: int) -> int:
    """Send home whatever can go; write the moves from `moves[start]` on and return where they end."""
    end = start
    again = True
    while again:
        again = False
        first = 0
        for pile in range(PILES):
            last = rows[at + ENDS + pile]
            while last > first:
                card = rows[at + last - 1]
                if rows[at + HOME + card // 13] != card % 13:
                    break
                go_home(rows, at, pile)
                moves[end] = pile * 16 + GO_HOME
                end += 1
                last -= 1
                again = True
            first = last
    return end


@compiled
def find_tops(rows: Ints, at: int, tops: Ints) -> None:
    """Write for each card the pile that it is the top of, or -1."""
    for card in range(CARDS):
        tops[card] = -1
    start = 0
    for pile in range(PILES):
        end = rows[at + ENDS + pile]
        if end > start:
            tops[rows[at + end - 1]] = pile
        start = end


@compiled
def find_moves(rules: Rules, rows: Ints, at: int, tops: Ints, moves: Ints, start: int) -> int:
    """Write the position's moves from `moves[start]` on, cards home first and the redeal last; return where they end.

    `tops` is room for a number a card. It must hold zeros, and does again afterwards. A redeal may change nothing.
    """
    end = start
    first = 0
    for pile in range(PILES):
        last = rows[at + ENDS + pile]
        if last > first:
            card = rows[at + last - 1]
            tops[card] = pile + 1
            if rows[at + HOME + card // 13] == card % 13:
                moves[end] = pile * 16 + GO_HOME
                end += 1
        first = last
    first = 0
    for pile in range(PILES):
        last = rows[at + ENDS + pile]
        if last > first:
            card = rows[at + last - 1]
            for k in range(2 * card, 2 * card + 2):
                onto = rules.targets[k]
                if onto >= 0 and tops[onto] > 0:
                    moves[end] = pile * 16 + tops[onto] - 1
                    end += 1
        first = last
    first = 0
    for pile in range(PILES):
        last = rows[at + ENDS + pile]
        if last > first:
            tops[rows[at + last - 1]] = 0
        first = last
    may_redeal = rules.limit < 0 or rows[at + REDEALS] < rules.limit
    if may_redeal and (end == start or rules.only_when_stuck == 0):
        moves[end] = REDEAL
        end += 1
    return end


@compiled
def moved_key(rules: Rules, rows: Ints, at: int, key: int, move: int) -> int:
    """Return the key after a move that is not a redeal, from the position's own."""
    source, target = move >> 4, move & 15
    card = rows[at + rows[at + ENDS + source] - 1]
    key ^= rules.keys[card * 64 + under_top(rows, at, source)]
    if target != GO_HOME:
        key ^= rules.keys[card * 64 + rows[at + rows[at + ENDS + target] - 1]]
    return key


@compiled
def make_move(rows: Ints, at: int, move: int, out: Ints, to: int) -> None:
    """Write the position after a move that is not a redeal to `out`, another place."""
    copy_row(rows, at, out, to)
    if move & 15 == GO_HOME:
        go_home(out, to, move >> 4)
    else:
        build(out, to, move >> 4, move & 15)
