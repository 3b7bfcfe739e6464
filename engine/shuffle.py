"""From a seed to the order of the pack: one shuffle for all games, the same on every machine."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from engine.cards import PACK, Card
from engine.errors import BadSeed

SHUFFLE_VERSION: Final = 1
"""Stored with every race: another algorithm would be another version, and old logs would keep this one."""

SEED_SIZE: Final = 32
LARGEST_DEAL_NUMBER: Final = 2**63 - 1
_WORDS: Final = 2**32


def seed_of_number(number: int) -> bytes:
    """Return the 32-byte seed of a numbered deal, 1 to 2^63-1; raise `BadSeed` for other numbers.

    >>> seed_of_number(1).hex()[:8]
    'ad9cd982'
    """
    if not 1 <= number <= LARGEST_DEAL_NUMBER:
        raise BadSeed("bad_deal_number", largest=LARGEST_DEAL_NUMBER)
    return sha256(b"patience-deal:%d" % number).digest()


def pack_of_seed(seed: bytes, decks: int = 1) -> tuple[Card, ...]:
    """Return the shuffled pack of 52 * decks cards, first card first; raise `BadSeed` unless the seed is 32 bytes.

    >>> from engine.cards import card_text
    >>> [card_text(card) for card in pack_of_seed(seed_of_number(1))[:4]]
    ['KD', 'AH', 'JH', '3H']
    """
    if len(seed) != SEED_SIZE:
        raise BadSeed("bad_seed", size=SEED_SIZE)
    words = _words(seed)
    pack = list(PACK * decks)
    for last in range(len(pack) - 1, 0, -1):
        chosen = _below(last + 1, words)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(pack)


def commitment(code: str, ruleset_key: str, seed: bytes) -> str:
    """Return the hex digest that binds a race to its seed before the first move.

    >>> len(commitment("AB12", "cruel", seed_of_number(1)))
    64
    """
    return sha256(f"patience-race-v1|{code}|{ruleset_key}|{seed.hex()}".encode()).hexdigest()


def _below(bound: int, words: Iterator[int]) -> int:
    # A plain remainder would favour small numbers a little: words from the uneven end are thrown away.
    even_end = _WORDS - _WORDS % bound
    while (word := next(words)) >= even_end:
        pass
    return word % bound


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
