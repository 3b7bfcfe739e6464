"""What the searches of both families do with flat tables: tell known positions apart, and find who is good enough."""

from engine.solver.accelerate import Ints, compiled


@compiled
def is_new(seen: Ints, mask: int, key: int) -> bool:
    """Put the key into an open hash table of mask + 1 places, which must not be full; say whether it was not there."""
    place = key & mask
    while seen[place] != 0:
        if seen[place] == key:
            return False
        place = (place + 1) & mask
    seen[place] = key
    return True


@compiled
def least_worth(worths: Ints, held: int, width: int, counts: Ints) -> tuple[int, int]:
    """Return the least worth of the best `width` of more positions, and how many with just that worth are among them.

    Worths lie from 0 below the length of `counts`, which is room for a histogram.
    """
    for i in range(len(counts)):
        counts[i] = 0
    for i in range(held):
        counts[worths[i]] += 1
    least, better = len(counts) - 1, 0
    while better + counts[least] < width:
        better += counts[least]
        least -= 1
    return least, width - better
