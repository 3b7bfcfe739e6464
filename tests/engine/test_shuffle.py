"""Seeds, packs and commitments."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.cards import PACK, card_text
from engine.errors import BadSeed
from engine.shuffle import LARGEST_DEAL_NUMBER, _below, commitment, pack_of_seed, seed_of_number

UNEVEN = "KD 6S TC 6D QD 5C 8D 3C 5D 5S"
"""The first ten cards of two packs in the deal of `test_a_word_from_the_uneven_end_is_thrown_away`."""


def test_the_seed_of_a_number_is_the_digest_of_its_text() -> None:
    assert seed_of_number(1) == sha256(b"patience-deal:1").digest()
    assert seed_of_number(LARGEST_DEAL_NUMBER) == sha256(b"patience-deal:9223372036854775807").digest()


@pytest.mark.parametrize("number", [0, -1, LARGEST_DEAL_NUMBER + 1])
def test_other_numbers_have_no_deal(number: int) -> None:
    with pytest.raises(BadSeed):
        seed_of_number(number)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(BadSeed):
        pack_of_seed(bytes(size))


@pytest.mark.parametrize("decks", [1, 2])
def test_every_card_of_every_pack_is_in_it(decks: int) -> None:
    assert Counter(pack_of_seed(bytes(32), decks)) == Counter(PACK * decks)


def test_a_word_from_the_uneven_end_is_thrown_away() -> None:
    # The one deal among the first million and a half where that happens: its 95th word is 0xfffffffb, for a draw of 10.
    assert [card_text(card) for card in pack_of_seed(seed_of_number(1591553), 2)[:10]] == UNEVEN.split()
    # 2^32 mod 10 is 6: the last word that is taken, and the first that is not.
    assert _below(10, iter([2**32 - 7])) == 9
    assert _below(10, iter([2**32 - 6, 2**32 - 1, 3])) == 3


def test_every_card_comes_to_every_place_about_as_often() -> None:
    deals = 2600
    firsts = Counter(pack_of_seed(seed_of_number(number))[0] for number in range(1, deals + 1))
    # 50 expected each; chi squared with 51 degrees of freedom passes 100 once in 20,000 times.
    assert sum((firsts[card] - deals / 52) ** 2 / (deals / 52) for card in PACK) < 100


def test_a_commitment_binds_code_ruleset_and_seed() -> None:
    seed = seed_of_number(7)
    text = f"patience-race-v1|AB12|cruel|{seed.hex()}"
    assert commitment("AB12", "cruel", seed) == sha256(text.encode()).hexdigest()
    others = [("AB13", "cruel", seed), ("AB12", "clock", seed), ("AB12", "cruel", seed_of_number(8))]
    assert commitment("AB12", "cruel", seed) not in {commitment(*other) for other in others}
