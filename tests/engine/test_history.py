"""Logs, taking back and its three policies, replays and states."""

import sys
from typing import cast, get_args

import pytest

from engine.errors import SENTENCES, EngineError, IllegalMove, InvalidMove, UnknownRuleset, UnknownTakeBack
from engine.game import History, Ruleset, TakeBack, replay
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import seed_of_number
from tests.engine.playing import new_game, played, vectors


def test_plies_are_numbered_and_logged_with_every_take_back() -> None:
    history = new_game("cruel")
    assert [history.play(move).number for move in ("r", "u", "r")] == [1, 2, 3]
    assert history.log == ("r", "u", "r")


def test_a_refused_move_changes_nothing() -> None:
    history = played("cruel", "r")
    before = (history.table, history.log, history.state())
    for text in ("x", "1-2", "9-9", "d", "2-3x1", ""):
        with pytest.raises((InvalidMove, IllegalMove)):
            history.play(text)
    assert (history.table, history.log, history.state()) == before


@pytest.mark.parametrize(
    ("policy", "scores"), [("counted", [1, 2, 3, 4, 4, 5]), ("free", [1, 2, 1, 0, 0, 1])]
)
def test_what_was_taken_back_counts_as_the_policy_says(policy: TakeBack, scores: list[int]) -> None:
    history = new_game("cruel", take_back=policy)
    found = []
    for move in ("r", "r", "u", "u", "10-f", "r"):
        history.play(move)
        found.append(history.score)
    assert found == scores


def test_a_move_home_taken_back_costs_the_taking_back_alone() -> None:
    assert played("cruel", "10-f u 10-f").score == 1
    assert played("cruel", "10-f u 10-f", take_back="free").score == 0


def test_off_takes_nothing_back() -> None:
    history = played("cruel", "r", take_back="off")
    assert not history.may_take_back
    with pytest.raises(IllegalMove) as refusal:
        history.play("u")
    assert (refusal.value.code, history.log) == ("take_back_off", ("r",))


def test_there_must_be_a_move_to_take_back() -> None:
    history = played("cruel", "r u")
    assert not history.may_take_back
    with pytest.raises(IllegalMove) as refusal:
        history.play("u")
    assert refusal.value.code == "nothing_to_take_back"


def test_taking_back_goes_past_earlier_take_backs() -> None:
    history = played("cruel-when-changed", "10-f r u u")
    assert history.table == new_game("cruel-when-changed").table
    assert not history.may_take_back


def test_a_blocked_table_is_over_only_where_nothing_is_taken_back() -> None:
    moves = " ".join(vectors("cruel-when-stuck")["games"][2]["moves"])
    for policy in get_args(TakeBack):
        history = played("cruel-when-stuck", moves, 3, policy)
        assert (history.blocked, history.over) == (True, policy == "off")


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(UnknownTakeBack):
        History(find_ruleset("cruel"), seed_of_number(1), cast(TakeBack, "sometimes"))


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownRuleset) as refusal:
        find_ruleset("klondike")
    assert str(refusal.value) == "There is no ruleset “klondike”."


def test_a_replay_tells_the_ply_that_does_not_verify() -> None:
    for log, code, ply in (
        (["r", "1-2"], "does_not_fit", 2),
        (["x"], "unreadable", 1),
        (["r", "u", "u"], "nothing_to_take_back", 3),
    ):
        with pytest.raises(EngineError) as refusal:
            replay(find_ruleset("cruel"), seed_of_number(1), log)
        assert (refusal.value.code, refusal.value.ply) == (code, ply)


def test_a_state_goes_over_the_wire() -> None:
    assert played("cruel-limited-3", "4-f 3-6 u").state() == {
        "score": 2, "progress": 5, "redeals": 0, "redeals_left": 3, "slips": 0,
        "won": False, "blocked": False, "over": False, "may_take_back": True,
    }  # fmt: skip
    assert new_game("cruel").state()["redeals_left"] is None
    assert new_game("alternations").state()["redeals_left"] == 0


def test_the_rulesets_are_ten_in_their_order() -> None:
    assert list(RULESETS) == [
        "cruel", "cruel-when-changed", "cruel-when-stuck", "cruel-limited-3", "cruel-limited-5", "perseverance",
        "ripple-fan", "royal-family", "clock", "alternations",
    ]  # fmt: skip
    assert [ruleset.key for ruleset in RULESETS.values()] == list(RULESETS)
    assert {key for key, ruleset in RULESETS.items() if ruleset.has_hidden_cards} == {"clock", "alternations"}
    assert [ruleset.cards_total for ruleset in RULESETS.values()] == [52] * 9 + [104]
    assert [key for key, ruleset in RULESETS.items() if ruleset.default_goal == "first_home"] == ["clock"]
    assert [key for key, ruleset in RULESETS.items() if ruleset.fanned] == ["perseverance"]


@pytest.mark.parametrize("code", SENTENCES)
def test_every_sentence_is_one(code: str) -> None:
    assert SENTENCES[code][-1] == "."
    assert code == code.lower()


def test_a_live_table_is_small() -> None:
    """A server holds one for every racer: a log of 480 plies, with what is needed to take all of it back."""
    game = vectors("alternations")["games"][3]
    history = played("alternations", " ".join(game["moves"]), game["deal"])
    assert size_of(history, set()) < 80_000


def size_of(thing: object, seen: set[int]) -> int:
    """Bytes that this holds alone: not what the rulesets and the effects' memory share among all tables."""
    if id(thing) in seen or isinstance(thing, str | int | Ruleset):
        return 0
    seen.add(id(thing))
    parts: list[object] = []
    if isinstance(thing, tuple | list):
        parts = list(thing)
    elif isinstance(thing, History):
        parts = [getattr(thing, name) for name in History.__slots__ if name != "_moves"]
    elif hasattr(thing, "__dataclass_fields__"):
        parts = [getattr(thing, name) for name in thing.__dataclass_fields__ if name != "places"]
    return sys.getsizeof(thing) + sum(size_of(part, seen) for part in parts)
