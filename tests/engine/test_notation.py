"""One spelling for every move, and a refusal for everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidMove
from engine.game import Ruleset
from engine.notation import Move, parse_move
from engine.rulesets import RULESETS


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7-f", Move("shift", "7", "f")),
        ("7-12", Move("shift", "7", "12")),
        ("3-5x4", Move("shift", "3", "5", 4)),
        ("3-5x13", Move("shift", "3", "5", 13)),
        ("w-3", Move("shift", "w", "3")),
        ("w-f", Move("shift", "w", "f")),
        ("f2-3", Move("shift", "f2", "3")),
        ("d", Move("draw", "s", "w")),
        ("r", Move("redeal")),
        ("6", Move("hour", "o", "6")),
    ],
)
def test_a_move_is_read_and_spelled(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert move.text == text


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_move_of_a_game_has_one_spelling(ruleset: Ruleset) -> None:
    for text, move in ruleset.moves.items():
        assert move.text == text
        assert parse_move(text) == move


@pytest.mark.parametrize(
    ("text", "spelling"),
    [("2-3x1", "2-3"), ("1-f3", "1-f"), ("w-f8", "w-f"), ("w-3x1", "w-3")],
)
def test_another_spelling_is_refused_with_the_right_one(text: str, spelling: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        parse_move(text)
    assert refusal.value.code == "other_spelling"
    assert refusal.value.params["spelling"] == spelling


UNREADABLE = [
    "", " ", "x", "0", "0-1", "1-0", "01-2", "1--2", "1-", "-1", "1-2-3", "1-2x", "1-2x0", "1-2x04", "3-fx2", "f1-f",
    "f1-f2", "f2-3x2", "w-3x2", "w", "f", "s-w", "D", "R", "u", "7?", "1-2 ", " 1-2", "1-2\n", "１-２", "²", "1-2x100",
    "100", "100-1", "1" * 100_000, "1-2\x00", "nan", "-", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_move_is_refused_with_a_short_sentence(text: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        parse_move(text)
    assert refusal.value.code == "unreadable"
    assert len(str(refusal.value)) < 80
    assert str(refusal.value).isprintable()


@given(st.text(max_size=12) | st.text(alphabet="0123456789-xfwdru?", max_size=8))
def test_whatever_is_read_is_spelled_the_same_way(text: str) -> None:
    try:
        move = parse_move(text)
    except InvalidMove:
        return
    assert move.text == text
