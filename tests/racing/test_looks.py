"""Names that look alike, and words that no name holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from racing.looks import skeleton
from racing.names import clean_name, told_apart
from racing.refusals import Refused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "Ana"),
        ("Ana", "Аnа"),
        ("BOBA", "ВОВА"),
        ("HANNA", "ΗΑΝΝΑ"),
        ("Ilona", "llona"),
        ("ILONA", "1l0na"),
        ("Bernd", "Bemd"),
        ("Savva", "Sawa"),
        ("Oleg", "0leg"),
        ("Ваня", "ваня"),
        ("O’Neil", "O'Neil"),
        ("ﬁona", "fiona"),
        ("Jose\u0301", "José"),
        ("ꓮꓠꓮ", "ana"),
        ("❤\ufe0f❤\ufe0f", "❤❤"),
        ("ana\u034f", "ana"),
        ("ana\u2800", "ana"),
    ],
)
def test_names_that_people_take_for_one_another_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "anna"),
        ("Müller", "Muller"),
        ("Борис", "Boris"),
        ("ana b", "anab"),
        ("李四", "李西"),
        ("Hanna", "Nanna"),
        ("Vera", "Nera"),
    ],
)
def test_names_that_look_different_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_skeleton_always_fits_its_column() -> None:
    # 24 characters that each become as many as one can.
    assert len(skeleton("ΐ" * 24)) <= 96


@pytest.mark.parametrize("name", ["Анa", "Βoris", "Бοрис", "李Ana", "ана-ana", "anaא", "٣ana"])
def test_a_name_keeps_to_one_alphabet(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == "name_mixed_scripts"


@pytest.mark.parametrize(
    "name",
    [
        "Анна 2",
        "Ζωή_7",
        "さくら花",
        "カード",
        "佐々木",
        "김민준",
        "Дар’я",
        "Дарʼя",
        "محمد ٣",
        "ana ♥",
        "Nguyễn",
    ],
)
def test_digits_signs_and_scripts_that_belong_together_are_no_mixture(name: str) -> None:
    assert clean_name(name) == name


def test_marks_are_not_heaped_up() -> None:
    assert clean_name("Z\u0301\u0323a") == "Ẓ\u0301a"
    with pytest.raises(Refused) as refused:
        clean_name("ana" + "\u0316" * 3)
    assert refused.value.code == "name_bad_character"


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "The Admin",
        "админ",
        "4dm1n",
        "Shit happens",
        "s h i t",
        "shiiiit",
        "xXfuckXx",
        "СУКА",
        "Scheiße",
        "Puta",
        "f-u-c-k",
    ],
)
def test_words_of_the_list_are_no_names(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == "name_refused_word"


@pytest.mark.parametrize(
    "name", ["Sebahattin", "Sebat", "Shitake", "Dimitri", "Cassandra", "Hurel", "Oliver"]
)
def test_a_word_inside_another_is_no_harm(name: str) -> None:
    assert clean_name(name) == name


def test_an_operator_adds_words_of_their_own(settings: Settings, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("# ours\nGranny   # who opened the site\n*patience*\n")
    assert clean_name("Granny") == "Granny"
    settings.NAME_WORDS = [str(mine)]
    for name in ("Granny", "gr4nny", "impatiences"):
        with pytest.raises(Refused):
            clean_name(name)
    assert clean_name("Grannys") == "Grannys"


def test_in_one_race_no_two_are_called_alike() -> None:
    assert told_apart(["ana", "Ana", "boris", "аnа", "ana (2)"]) == [
        "ana",
        "Ana (2)",
        "boris",
        "аnа (3)",
        "ana (2) (2)",
    ]
    assert told_apart([]) == []


@given(st.text(min_size=1, max_size=30))
def test_a_clean_name_is_clean_and_its_skeleton_fits_its_column(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused:
        return
    assert clean_name(name) == name
    assert 0 < len(skeleton(name)) <= 96
