"""Alternations, each rule shown on a table drawn for it."""

import pytest

from engine.cards import FACE_DOWN, parse_card
from engine.errors import IllegalMove
from engine.game import History
from engine.table import Table
from tests.engine.playing import after_vector, new_game


def laid(columns: list[str], homes: str = "0 0 0 0 0 0 0 0", stock: str = "", waste: str = "") -> History:
    """An attempt at these columns, cards in brackets face down, the foundations up to these ranks."""
    history = new_game("alternations")
    tops = [0 if top == "0" else "A23456789TJQK".index(top) + 1 for top in homes.split()]
    foundations = [
        bytes(number // 2 << 4 | rank for rank in range(1, top + 1)) for number, top in enumerate(tops)
    ]
    tableau = [pile(column) for column in columns] + [b""] * (7 - len(columns))
    history.table = Table((*tableau, *foundations, pile(stock), pile(waste)), history.table.places)
    return history


def pile(cards: str) -> bytes:
    return bytes(
        parse_card(card.strip("()")) | (FACE_DOWN if card[0] == "(" else 0) for card in cards.split()
    )


def refusal(history: History, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        history.play(move)
    return refused.value


FULL = ["KS", "KH", "KD", "KC"]
"""Columns on which only queens can be laid, so that no empty pile is in the way."""


def test_every_second_row_lies_face_down_and_the_rest_is_the_stock() -> None:
    view = new_game("alternations").view()
    for number in range(1, 8):
        assert [card == "##" for card in view[str(number)]] == [False, True, False, True, False, True, False]
    assert (view["s"], view["w"]) == (["##"] * 55, [])
    assert all(view[f"f{number}"] == [] for number in range(1, 9))


def test_any_suit_builds_down() -> None:
    history = laid([*FULL, "5C", "6S", "6C"])
    assert history.legal() == ["5-6", "5-7"]
    assert refusal(history, "6-5").params["wanted"] == "7S 7H 7D 7C"


def test_any_tail_of_a_run_moves_and_nothing_else() -> None:
    history = laid([*FULL, "9S 7C 6D 5D", "8C", "6H"])
    assert history.legal() == ["5-6x3", "5-7"]
    error = refusal(history, "5-6x4")
    assert (error.code, error.params["run"]) == ("not_a_run", "3")
    assert refusal(history, "5-6x5").code == "too_few_cards"
    assert history.play("5-6x3").effects[0].wire() == ["shift", "5", "6", 3]
    assert history.view()["6"] == ["8C", "7C", "6D", "5D"]


def test_no_run_is_longer_than_thirteen_cards() -> None:
    assert refusal(new_game("alternations"), "1-2x13").code == "too_few_cards"
    assert refusal(new_game("alternations"), "1-2x14").code == "not_in_this_game"


def test_a_face_down_card_ends_a_run_even_when_it_would_be_the_next() -> None:
    history = laid([*FULL, "(8C) 7C", "9H", "8S"])
    assert history.legal() == ["5-7", "7-6"]
    assert refusal(history, "5-6x2").code == "not_a_run"


def test_an_uncovered_card_turns_by_itself_and_back_when_the_move_is_taken_back() -> None:
    history = laid([*FULL, "(8C) 7C", "2H", "8S"])
    assert [effect.wire() for effect in history.play("5-7").effects] == [
        ["shift", "5", "7", 1],
        ["turn", "5", "8C"],
    ]
    assert [effect.wire() for effect in history.play("u").effects] == [
        ["turn", "5", "##"],
        ["shift", "7", "5", 1],
    ]
    assert history.view()["5"] == ["##", "7C"]


def test_an_empty_pile_takes_any_card_from_anywhere() -> None:
    history = laid([*FULL, "3S 2S", "9D"], "A 0 0 0 0 0 0 0", waste="7C")
    assert [move for move in history.legal() if move.endswith("-7") or "-7x" in move] == [
        "1-7", "2-7", "3-7", "4-7", "5-7", "5-7x2", "6-7", "f1-7", "w-7",
    ]  # fmt: skip


def test_the_stock_is_gone_through_once() -> None:
    history = laid([*FULL, "9S", "9H", "9D"], stock="(3C) (5H)")
    assert [effect.wire() for effect in history.play("d").effects] == [
        ["shift", "s", "w", 1],
        ["turn", "w", "5H"],
    ]
    history.play("d")
    assert history.view()["w"] == ["5H", "3C"]
    assert refusal(history, "d").code == "stock_empty"
    assert refusal(history, "r").code == "not_in_this_game"
    assert history.blocked


def test_the_stock_is_drawn_from_even_when_no_card_can_move() -> None:
    history = laid([*FULL, "9S", "9H", "9D"], stock="(3C)")
    assert history.legal() == ["d"]
    assert not history.blocked


def test_a_move_home_takes_the_first_foundation_that_fits() -> None:
    history = laid([*FULL, "2H", "2H", "4H"], "0 0 A A 0 0 0 0")
    assert [history.play(move).effects[0].wire()[2] for move in ("5-f", "6-f")] == ["f3", "f4"]
    assert refusal(history, "7-f").code == "not_next"


def test_of_two_foundations_with_the_same_top_only_the_first_gives_back() -> None:
    history = laid([*FULL, "3C", "9H", "9D"], "0 0 2 2 0 0 0 0")
    assert [move for move in history.legal() if move[0] == "f"] == ["f3-5"]
    error = refusal(history, "f4-5")
    assert (error.code, error.params["spelling"]) == ("twin_foundation", "f3-5")
    history.play("f3-5")
    assert history.view()["5"] == ["3C", "2H"]
    assert [move for move in history.legal() if move[0] == "f"] == ["f3-5"], "now the ace under it"
    assert history.progress == 3


def test_even_an_ace_comes_back() -> None:
    history = laid([*FULL, "2C", "9H", "9D"], "A 0 0 0 0 0 0 0")
    history.play("f1-5")
    assert (history.view()["5"], history.progress, history.score) == (["2C", "AS"], 0, 1)
    assert refusal(history, "f1-5").code == "empty_pile"


def test_every_ply_but_a_move_home_counts() -> None:
    history = laid([*FULL, "2C", "9H", "AS"], stock="(3C)")
    scores = [(history.play(move).move, history.score) for move in ("d", "7-f", "5-7", "f1-7")]
    assert scores == [("d", 1), ("7-f", 1), ("5-7", 2), ("f1-7", 3)]


def test_a_won_game_could_still_give_cards_back_and_is_over() -> None:
    history = after_vector("alternations", 3, 10_000)
    assert (history.won, history.over, history.blocked, history.progress) == (True, True, False, 104)
    history.play("f1-1")
    assert (history.won, history.progress) == (False, 103)


def test_of_two_foundations_the_higher_one_below_a_card_is_named_as_waiting() -> None:
    history = laid(["5S", "9S"], homes="3 7 0 0 0 0 0 0")
    assert [refusal(history, move).params["wanted"] for move in ("1-f", "2-f")] == ["4S", "8S"]
