"""Clock: hours, slips, the fourth king, and one deal in thirteen."""

import pytest

from engine.cards import rank
from engine.errors import IllegalMove, InvalidMove
from engine.game import History, replay
from engine.rulesets import find_ruleset
from engine.shuffle import pack_of_seed, seed_of_number
from tests.engine.playing import after_vector, new_game, played

DEALS = 20_000


def test_the_cards_lie_face_down_at_thirteen_hours_and_one_is_open() -> None:
    view = new_game("clock").view()
    assert [view[str(hour)] for hour in range(1, 14)] == [["##"] * 4] * 12 + [["##"] * 3]
    assert view["o"] == ["TC"]
    assert all(view[f"u{hour}"] == [] for hour in range(1, 14))


def test_a_card_is_laid_at_its_hour_and_meets_the_next() -> None:
    history = new_game("clock")
    assert [effect.wire() for effect in history.play("10").effects] == [
        ["shift", "o", "u10", 1],
        ["shift", "10", "o", 1],
        ["turn", "o", "7H"],
    ]
    assert history.legal() == ["7"]


def test_a_wrong_hour_is_a_slip_and_changes_nothing_but_the_score() -> None:
    history = new_game("clock")
    before = history.view()
    ply = history.play("7")
    assert (ply.number, ply.move, ply.effects, ply.slip) == (1, "7?", (), True)
    assert (history.view(), history.slips, history.score, history.progress) == (before, 1, 1, 0)
    assert history.play("10").number == 2
    assert history.log == ("7?", "10")


def test_a_slip_in_a_log_must_be_marked_and_must_be_one() -> None:
    clock, seed = find_ruleset("clock"), seed_of_number(1)
    assert replay(clock, seed, ["7?", "10"]).slips == 1
    for log, code in (["7", "slip_unmarked"], ["10?", "not_a_slip"]):
        with pytest.raises(IllegalMove) as refusal:
            replay(clock, seed, ["3?", log])
        assert (refusal.value.code, refusal.value.ply) == (code, 2)


@pytest.mark.parametrize("text", ["14?", "?", "??", "u?", "d?", "7??", "0?"])
def test_nothing_else_is_a_slip(text: str) -> None:
    with pytest.raises(InvalidMove):
        new_game("clock").play(text)


@pytest.mark.parametrize(
    ("text", "code"), [("14", "no_such_pile"), ("d", "not_in_this_game"), ("1-2", "not_in_this_game")]
)
def test_what_is_no_hour_is_refused_and_no_slip(text: str, code: str) -> None:
    history = new_game("clock")
    with pytest.raises(IllegalMove) as refusal:
        history.play(text)
    assert (refusal.value.code, history.slips, history.log) == (code, 0, ())


def test_only_clock_has_slips() -> None:
    with pytest.raises(InvalidMove):
        new_game("cruel").play("7?")


def test_the_fourth_king_ends_the_game() -> None:
    history = after_vector("clock", 0, 42)
    assert (history.progress, history.won, history.blocked, history.over) == (42, False, True, True)
    assert (history.legal(), history.view()["o"], history.view()["u13"]) == ([], [], ["KD", "KC", "KH", "KS"])
    for text in ("13", "1"):
        with pytest.raises(IllegalMove) as refusal:
            history.play(text)
        assert refusal.value.code == "game_ended"
    assert history.slips == 0


def test_taking_back_hides_the_card_again_and_leaves_the_slips() -> None:
    history = played("clock", "10 3 7")
    assert [effect.wire() for effect in history.play("u").effects] == [
        ["turn", "o", "##"],
        ["shift", "o", "7", 1],
        ["shift", "u7", "o", 1],
    ]
    assert (history.view()["o"], history.slips, history.score) == (["7H"], 1, 2)


def test_one_deal_in_thirteen_is_won() -> None:
    won = sum(cards_laid(number) == 52 for number in range(1, DEALS + 1))
    # Four standard deviations of the binomial distribution.
    expected, spread = DEALS / 13, (DEALS * 1 / 13 * 12 / 13) ** 0.5
    assert abs(won - expected) < 4 * spread


def test_a_game_goes_as_far_as_counting_says() -> None:
    """All of the twenty thousand, so that the count above is the engine's as well."""
    clock = find_ruleset("clock")
    for number in range(1, DEALS + 1):
        table = clock.deal(seed_of_number(number))
        while legal := clock.legal(table):
            table = table.after(clock.effects(table, clock.moves[legal[0]]))
        assert clock.progress(table) == cards_laid(number)
        assert clock.won(table) == (clock.progress(table) == 52)


def cards_laid(number: int) -> int:
    pack = pack_of_seed(seed_of_number(number))
    hours = [[rank(card) for card in pack[first::13]] for first in range(13)]
    laid, hour = 0, 13
    while hours[hour - 1]:
        hour = hours[hour - 1].pop()
        laid += 1
    return laid


def test_a_whole_attempt_is_one_path() -> None:
    history = History(find_ruleset("clock"), seed_of_number(5))
    while legal := history.legal():
        assert len(legal) == 1
        history.play(legal[0])
    assert (history.won, history.progress, history.score) == (True, 52, 0)
