"""Cards and their text."""

import pytest

from engine.cards import (
    FACE_DOWN,
    PACK,
    card_text,
    face_down,
    is_red,
    name_text,
    parse_card,
    parse_pile,
    pile_texts,
    rank,
    suit,
)
from engine.errors import UnknownCard


def test_a_new_pack_runs_from_the_ace_of_spades_to_the_king_of_clubs() -> None:
    texts = pile_texts(PACK)
    assert texts[:14] == ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AH"]
    assert (texts[26], texts[-1]) == ("AD", "KC")
    assert len(set(texts)) == 52


def test_every_card_is_read_back_from_its_text() -> None:
    assert parse_pile(pile_texts(PACK)) == PACK


def test_rank_suit_and_colour_are_those_of_the_text() -> None:
    for card in PACK:
        text = card_text(card)
        assert (rank(card), suit(card)) == ("A23456789TJQK".index(text[0]) + 1, "SHDC".index(text[1]))
        assert is_red(card) == (text[1] in "HD")


def test_a_card_that_lies_face_down_shows_nothing() -> None:
    assert set(pile_texts(face_down(PACK))) == {"##"}
    assert [name_text(card | FACE_DOWN) for card in PACK] == pile_texts(PACK)


@pytest.mark.parametrize("text", ["", "A", "10S", "as", "SA", "1S", "AX", "##", "AS ", "А♠", "A" * 1000])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(UnknownCard) as refusal:
        parse_card(text)
    assert refusal.value.code == "unknown_card"
    assert len(str(refusal.value)) < 60
