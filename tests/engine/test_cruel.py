"""How the editions of Cruel differ: each rule shown on a table drawn for it."""

import pytest

from engine.building import Building
from engine.cards import parse_pile, pile_texts
from engine.errors import IllegalMove
from engine.game import History
from engine.rules import packets, ripple
from engine.rulesets import RULESETS, find_ruleset
from engine.table import Table
from tests.engine.playing import after_vector, new_game, played

CRUELS = [key for key, ruleset in RULESETS.items() if ruleset.family == "cruel"]


def laid(key: str, piles: list[str], homes: str = "A A A A", redeals: int = 0) -> History:
    """An attempt at these piles, the rest empty, the foundations up to these ranks of S H D C."""
    history = new_game(key)
    tableau = [parse_pile(pile.split()) for pile in piles] + [b""] * (12 - len(piles))
    foundations = [
        bytes(suit << 4 | rank for rank in range(1, "A23456789TJQK".index(top) + 2))
        for suit, top in enumerate(homes.split())
    ]
    history.table = Table((*tableau, *foundations), history.table.places, redeals)
    return history


def refusal(history: History, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        history.play(move)
    return refused.value


@pytest.mark.parametrize("key", CRUELS)
def test_the_aces_wait_and_the_other_cards_lie_in_twelve_fours(key: str) -> None:
    view = new_game(key).view()
    assert [view[f"f{number}"] for number in range(1, 5)] == [["AS"], ["AH"], ["AD"], ["AC"]]
    assert [len(view[str(number)]) for number in range(1, 13)] == [4] * 12


def test_cruel_deals_pile_by_pile_and_its_siblings_one_card_at_a_time() -> None:
    order = [card for pile in range(1, 13) for card in new_game("cruel").view()[str(pile)]]
    rounds = new_game("cruel-when-stuck").view()
    assert [rounds[str(number % 12 + 1)][number // 12] for number in range(48)] == order


def test_the_worked_example_of_packets() -> None:
    after = packets((parse_pile(["5C", "9H", "2D"]), parse_pile(["KD", "3S", "8C", "5D", "4D"])))
    assert [pile_texts(pile) for pile in after] == [["5C", "9H", "2D", "KD"], ["3S", "8C", "5D", "4D"]]


def test_packets_leave_the_last_piles_empty() -> None:
    after = packets((parse_pile(["5C"]), b"", parse_pile(["KD", "3S", "8C", "4D", "2H"])))
    assert [pile_texts(pile) for pile in after] == [["5C", "KD", "3S", "8C"], ["4D", "2H"], []]


def test_a_ripple_deals_round_over_as_many_piles_as_hold_fours() -> None:
    after = ripple((parse_pile(["5C", "9H"]), parse_pile(["KD", "3S", "8C", "4D", "2H"]), b""))
    assert [pile_texts(pile) for pile in after] == [["5C", "KD", "8C", "2H"], ["9H", "3S", "4D"], []]


def test_only_the_next_rank_of_the_suit_takes_a_card() -> None:
    history = laid("cruel", ["5C", "6C", "6S", "4C"])
    assert history.legal() == ["1-2", "4-1", "r"]
    error = refusal(history, "1-3")
    assert (error.code, error.params["card"], error.params["onto"], error.params["wanted"]) == (
        "does_not_fit", "5C", "6S", "6C",
    )  # fmt: skip
    assert str(refusal(laid("cruel", ["KC", "6C"]), "1-2")) == "KC does not fit on 6C: no card takes it."


def test_royal_family_builds_up_in_the_other_colour() -> None:
    history = laid("royal-family", ["5C", "4H", "4D", "4S", "6H"])
    assert history.legal() == ["1-2", "1-3", "5-1"]
    assert refusal(history, "1-4").params["wanted"] == "4H 4D"


def test_an_empty_pile_takes_no_card() -> None:
    assert refusal(laid("cruel", ["5C", ""]), "1-2").code == "only_redeal_fills"
    assert refusal(laid("cruel", ["5C", ""]), "2-1").code == "empty_pile"


def test_a_card_goes_home_only_in_its_turn() -> None:
    history = laid("cruel", ["3S", "2S", "2H"])
    error = refusal(history, "1-f")
    assert (error.code, error.params["wanted"]) == ("not_next", "2S")
    assert [history.play(move).effects[0].wire() for move in ("2-f", "3-f", "1-f")] == [
        ["shift", "2", "f1", 1], ["shift", "3", "f2", 1], ["shift", "1", "f1", 1],
    ]  # fmt: skip


def test_one_card_moves_at_a_time_and_none_comes_back() -> None:
    history = laid("cruel", ["5C 4C", "6C"])
    assert refusal(history, "1-2x2").code == "one_card_only"
    assert refusal(history, "f1-2").code == "no_such_pile"
    assert refusal(history, "2-2").code == "same_pile"
    assert [refusal(history, move).code for move in ("d", "7", "w-1", "1-13")] == [
        "not_in_this_game", "not_in_this_game", "no_such_pile", "no_such_pile",
    ]  # fmt: skip


SAME = ["5C 9H 2D KD", "3S 8C"]
MOVABLE = ["5C", "6C"]
STUCK = ["5C 9H", "KD"]


@pytest.mark.parametrize(
    ("key", "piles", "code"),
    [
        ("cruel", SAME, None),
        ("cruel", MOVABLE, None),
        ("cruel-when-changed", SAME, "redeal_changes_nothing"),
        ("cruel-when-changed", MOVABLE, None),
        ("cruel-when-stuck", SAME, "redeal_changes_nothing"),
        ("cruel-when-stuck", MOVABLE, "redeal_not_yet"),
        ("cruel-when-stuck", STUCK, None),
        ("ripple-fan", STUCK, None),
        ("royal-family", STUCK, None),
    ],
)
def test_a_redeal_is_allowed_when_the_edition_says(key: str, piles: list[str], code: str | None) -> None:
    history = laid(key, piles)
    if code is None:
        assert "r" in history.legal()
        history.play("r")
        assert history.redeals == 1
    else:
        assert "r" not in history.legal()
        assert refusal(history, "r").code == code


@pytest.mark.parametrize(("key", "limit"), [("cruel-limited-3", 3), ("cruel-limited-5", 5)])
def test_a_limited_edition_ends_with_its_redeals(key: str, limit: int) -> None:
    last = laid(key, STUCK, redeals=limit - 1)
    assert (last.redeals_left, last.blocked) == (1, False)
    used = laid(key, STUCK, redeals=limit)
    assert (used.redeals_left, used.legal(), used.blocked) == (0, [], True)
    assert str(refusal(used, "r")) == f"All {limit} redeals have been used."


def test_a_redeal_taken_back_can_be_made_again() -> None:
    history = laid("cruel-limited-3", STUCK, redeals=2)
    history.play("r")
    assert history.redeals_left == 0
    history.play("u")
    assert (history.redeals_left, history.legal()) == (1, ["r"])


@pytest.mark.parametrize("key", CRUELS)
def test_a_table_that_nothing_can_change_is_blocked(key: str) -> None:
    history = laid(key, ["5C 9H 2D KD"])
    assert history.blocked
    assert history.legal() == (["r"] if key == "cruel" else [])
    assert not history.won


def test_cruel_redeals_a_blocked_table_and_it_stays_blocked() -> None:
    history = laid("cruel", SAME)
    before = history.view()
    history.play("r")
    assert (history.view(), history.score, history.blocked) == (before, 1, True)


@pytest.mark.parametrize("key", CRUELS)
def test_a_won_game_has_no_moves(key: str) -> None:
    history = laid(key, ["KC"], "K K K Q")
    history.play("1-f")
    assert (history.won, history.over, history.blocked, history.progress, history.legal()) == (
        True, True, False, 52, [],
    )  # fmt: skip
    assert refusal(history, "r").code == "game_won"


def test_moves_to_a_foundation_are_free_and_a_won_game_has_48_of_them() -> None:
    history = after_vector("cruel", 3, 72)
    assert history.won
    assert sum(move.endswith("-f") for move in history.log) == 48
    assert history.score == 72 - 48


def test_the_editions_are_differences_of_each_other() -> None:
    cruel, fanned = find_ruleset("cruel-when-stuck"), find_ruleset("perseverance")
    assert isinstance(cruel, Building)
    differing = {name for name in cruel.__dataclass_fields__ if getattr(cruel, name) != getattr(fanned, name)}
    assert differing == {"key", "name", "fanned"}
    assert played("perseverance", "4-f").view() == played("cruel-when-stuck", "4-f").view()
