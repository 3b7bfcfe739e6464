"""The three effects, the table and its one redactor."""

import pytest

from engine.cards import face_down, parse_pile
from engine.table import Lay, Shift, Table, Turn, apply_effects, undoing

PLACES = {"1": 0, "2": 1, "s": 2, "w": 3}


def table(*piles: str) -> Table:
    """A table of these piles, cards in brackets face down: `(5C) 9H`."""
    return Table(
        tuple(
            b"".join(
                face_down(parse_pile([card.strip("()")])) if card[0] == "(" else parse_pile([card])
                for card in pile.split()
            )
            for pile in piles
        ),
        PLACES,
    )


BEFORE = table("5C 9H 2D", "KD", "(3S) (4S)", "")


def test_a_shift_takes_the_top_cards_in_their_order() -> None:
    assert BEFORE.after((Shift("1", "2", 2),)) == table("5C", "KD 9H 2D", "(3S) (4S)", "")


def test_a_turn_shows_the_top_card_and_hides_it_again() -> None:
    shown = (Shift("s", "w", 1), Turn("w", parse_pile(["4S"])[0]))
    after = BEFORE.after(shown)
    assert after == table("5C 9H 2D", "KD", "(3S)", "4S")
    assert after.after((Turn("w", None),)) == table("5C 9H 2D", "KD", "(3S)", "(4S)")
    assert after.after(undoing(shown)) == BEFORE


def test_laying_anew_counts_a_redeal_and_taking_it_back_does_not() -> None:
    laid = (Lay(piles=BEFORE.piles[1::-1], before=BEFORE.piles[:2]),)
    after = BEFORE.after(laid)
    assert after.piles == table("KD", "5C 9H 2D", "(3S) (4S)", "").piles
    assert after.redeals == 1
    assert after.after(undoing(laid)) == BEFORE


def test_a_view_shows_no_face_of_a_hidden_card() -> None:
    assert BEFORE.view() == {"1": ["5C", "9H", "2D"], "2": ["KD"], "s": ["##", "##"], "w": []}


def test_a_drawing_for_tests_names_the_hidden_cards_in_brackets() -> None:
    assert BEFORE.drawing().splitlines()[2] == "  s: (3S) (4S)"


@pytest.mark.parametrize(
    ("effect", "wire"),
    [
        (Shift("3", "f1", 2), ["shift", "3", "f1", 2]),
        (Turn("w", parse_pile(["5C"])[0]), ["turn", "w", "5C"]),
        (Turn("w", None), ["turn", "w", "##"]),
        (
            Lay((parse_pile(["KD", "JH"]), b""), (b"", parse_pile(["KD", "JH"]))),
            ["lay", {"1": ["KD", "JH"], "2": []}],
        ),
    ],
)
def test_an_effect_goes_over_the_wire(effect: Shift | Turn | Lay, wire: list[object]) -> None:
    assert effect.wire() == wire


def test_applying_effects_leaves_the_old_view() -> None:
    view = BEFORE.view()
    after = apply_effects(
        view, [["shift", "s", "w", 1], ["turn", "w", "4S"], ["lay", {"1": ["KD"], "2": []}]]
    )
    assert after == {"1": ["KD"], "2": [], "s": ["##"], "w": ["4S"]}
    assert view == BEFORE.view()


def test_there_are_no_other_effects() -> None:
    with pytest.raises(ValueError, match="no such effect"):
        apply_effects(BEFORE.view(), [["swap", "1", "2"]])
