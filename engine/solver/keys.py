"""Random numbers that are the same every time, for telling positions apart."""

from engine.solver.accelerate import Ints, longs_array


def random_keys(count: int, salt: int) -> Ints:
    """Return numbers of 62 random bits (splitmix64)."""
    keys, state, mask = longs_array(count), salt, (1 << 64) - 1
    for at in range(count):
        state = (state + 0x9E3779B97F4A7C15) & mask
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        keys[at] = (mixed ^ mixed >> 31) >> 2
    return keys
