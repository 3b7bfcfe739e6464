"""What happens to a row: kernels for the moves of Alternations, and the key that a position is known by."""

from engine.solver.accelerate import Ints, compiled
from engine.solver.alternations.rows import (
    COLUMNS,
    DEEP,
    DOWN,
    HOME,
    LENGTHS,
    MASK,
    ROW,
    TURNED,
    Deal,
)


@compiled
def copy_row(source: Ints, at: int, target: Ints, to: int) -> None:
    """Copy the row at index `at` of one array to index `to` of another."""
    for i in range(LENGTHS, ROW):
        target[to + i] = source[at + i]
    for column in range(COLUMNS):
        first = column * DEEP
        for i in range(first, first + source[at + LENGTHS + column]):
            target[to + i] = source[at + i]


@compiled
def mixed(value: int) -> int:
    """Return 62 bits in which every bit of 62 has had its say, without ever needing more than 63."""
    value ^= value >> 29
    value = ((value & 0xFFFFFFFFFFFFF) * 731 + (value >> 52)) & MASK
    value ^= value >> 31
    return ((value & 0xFFFFFFFFFFFFF) * 613 + (value >> 52)) & MASK


@compiled
def row_key(deal: Deal, rows: Ints, at: int, waste: int) -> int:
    """Return the 62-bit key of the position, the same for columns in any order."""
    key = (deal.keys[2 * DOWN + rows[at + TURNED]] + mixed(waste)) & MASK
    for column in range(COLUMNS):
        first = at + column * DEEP
        chain = 0
        for i in range(first, first + rows[at + LENGTHS + column]):
            chain = ((chain & 0xFFFFFFFFFFFFF) * 487 + (chain >> 52) + deal.keys[rows[i]]) & MASK
        key = (key + mixed(chain)) & MASK
    return key


@compiled
def run_length(rows: Ints, at: int, column: int) -> int:
    """Return how many cards on top of a column form a run; 0 for an empty column."""
    length = rows[at + LENGTHS + column]
    if length == 0:
        return 0
    first = at + column * DEEP
    run = 1
    while run < length:
        under, over = rows[first + length - run - 1], rows[first + length - run]
        # Kings of one suit and aces of the next stand side by side, so ranks are compared, not cards.
        if under >= DOWN or under % 13 != over % 13 + 1:
            break
        run += 1
    return run


@compiled
def take_home(rows: Ints, at: int, card: int) -> None:
    """Put a card, unchecked, on a foundation of its suit that it fits."""
    longer = at + HOME + 2 * (card // 13)
    if rows[longer] == card % 13:
        rows[longer] += 1
    else:
        rows[longer + 1] += 1


@compiled
def goes_home(rows: Ints, at: int, card: int) -> bool:
    """Say whether a foundation waits for the card."""
    longer = at + HOME + 2 * (card // 13)
    return bool(rows[longer] == card % 13 or rows[longer + 1] == card % 13)


@compiled
def give_back(rows: Ints, at: int, place: int) -> int:
    """Take the top card of foundation `place`, 2 * suit for the longer; return the card."""
    longer = at + HOME + place - (place & 1)
    rows[at + HOME + place] -= 1
    card = (place >> 1) * 13 + rows[at + HOME + place]
    if rows[longer] < rows[longer + 1]:
        rows[longer], rows[longer + 1] = rows[longer + 1], rows[longer]
    return card


@compiled
def lift(rows: Ints, at: int, column: int, count: int) -> None:
    """Take the top cards of a column away; what lies there then turns face up."""
    length = rows[at + LENGTHS + column] - count
    rows[at + LENGTHS + column] = length
    if length > 0:
        top = at + column * DEEP + length - 1
        if rows[top] >= DOWN:
            rows[top] -= DOWN


@compiled
def lay(rows: Ints, at: int, column: int, card: int) -> None:
    """Lay a card onto a column, unchecked."""
    length = rows[at + LENGTHS + column]
    rows[at + column * DEEP + length] = card
    rows[at + LENGTHS + column] = length + 1


@compiled
def carry(rows: Ints, at: int, source: int, target: int, count: int) -> None:
    """Carry the top cards of one column to another, unchecked."""
    first = at + source * DEEP + rows[at + LENGTHS + source] - count
    for i in range(first, first + count):
        lay(rows, at, target, rows[i])
    lift(rows, at, source, count)


@compiled
def last_bit(waste: int) -> int:
    """Return the place of the highest bit, -1 when there is none: where the waste's top was in the stock."""
    if waste == 0:
        return -1
    place = 0
    step = 32
    while step > 0:
        if waste >> step > 0:
            waste >>= step
            place += step
        step >>= 1
    return place
