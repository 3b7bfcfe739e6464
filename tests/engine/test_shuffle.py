"""Seeds, packs and commitments."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.cards import PACK
from engine.errors import BadSeed
from engine.shuffle import LARGEST_DEAL_NUMBER, commitment, pack_of_seed, seed_of_number


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
