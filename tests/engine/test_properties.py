"""What holds for every ruleset, whatever is dealt and played."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACE_DOWN, PACK
from engine.errors import EngineError
from engine.game import History, Ruleset, replay
from engine.rulesets import RULESETS
from engine.table import Table, apply_effects
from tests.engine.playing import choose, histories

EVERY = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
SOME = settings(max_examples=25)
FEW = settings(max_examples=10)


@EVERY
@SOME
@given(data=st.data())
def test_cards_are_neither_lost_nor_made(ruleset: Ruleset, data: st.DataObject) -> None:
    history = data.draw(histories(ruleset))
    lying = Counter(card & ~FACE_DOWN for pile in history.table.piles for card in pile)
    assert lying == Counter(PACK * ruleset.decks)


@EVERY
@SOME
@given(data=st.data(), choices=st.binary(min_size=1, max_size=25))
def test_old_view_and_effects_give_the_new_view(
    ruleset: Ruleset, data: st.DataObject, choices: bytes
) -> None:
    history = data.draw(histories(ruleset))
    for choice in choices:
        if (text := choose(history, choice)) is None:
            break
        before = history.view()
        ply = history.play(text)
        assert apply_effects(before, ply.effects) == history.view()
        assert apply_effects(before, [effect.wire() for effect in ply.effects]) == history.view()


@EVERY
@SOME
@given(data=st.data())
def test_the_list_holds_exactly_the_moves_that_are_not_refused(ruleset: Ruleset, data: st.DataObject) -> None:
    history = data.draw(histories(ruleset))
    allowed = []
    for text in ruleset.moves:
        try:
            history.check(text)
            allowed.append(text)
        except EngineError:
            pass
    assert history.legal() == sorted(allowed), history.table.drawing()


@EVERY
@SOME
@given(data=st.data(), choices=st.binary(min_size=1, max_size=25))
def test_the_list_is_the_same_whatever_has_been_listed_before(
    ruleset: Ruleset, data: st.DataObject, choices: bytes
) -> None:
    """What a ruleset remembers of other tables, and of this attempt, is held against one that remembers nothing."""
    history = data.draw(histories(ruleset))
    for choice in choices:
        if (text := choose(history, choice)) is None:
            break
        history.play(text)
        refuse_everything(history)
        listed = history.legal()
        assert listed == replace(ruleset).legal(history.table), history.table.drawing()
        # The list is the asker's own: what he does to it reaches nobody else.
        history.legal().clear()
        assert history.legal() == listed


def refuse_everything(history: History) -> None:
    for text in ("x", "1-1", "99", "1-14", "f9-1", "7??"):
        with pytest.raises(EngineError):
            history.play(text)


@EVERY
@SOME
@given(data=st.data(), choices=st.binary(min_size=1, max_size=25))
def test_taking_back_gives_back_the_very_same_table(
    ruleset: Ruleset, data: st.DataObject, choices: bytes
) -> None:
    history = data.draw(histories(ruleset, "free"))
    tables = [history.table]
    for choice in choices:
        if not (legal := history.legal()):
            break
        history.play(legal[choice % len(legal)])
        tables.append(history.table)
    for table in reversed(tables):
        assert history.table == table
        if history.may_take_back:
            history.play("u")


@EVERY
@FEW
@given(data=st.data())
def test_a_table_never_changes(ruleset: Ruleset, data: st.DataObject) -> None:
    history = data.draw(histories(ruleset))
    table, piles = history.table, tuple(history.table.piles)
    for text in history.legal():
        table.after(ruleset.effects(table, ruleset.moves[text]))
    assert table.piles == piles


@EVERY
@SOME
@given(data=st.data())
def test_a_replay_of_the_log_gives_the_same_attempt(ruleset: Ruleset, data: st.DataObject) -> None:
    history = data.draw(histories(ruleset))
    again = replay(ruleset, history.seed, history.log, history.take_back)
    assert again.table == history.table
    assert again.log == history.log
    assert again.state() == history.state()


@EVERY
@SOME
@given(data=st.data())
def test_what_lies_face_down_makes_no_difference(ruleset: Ruleset, data: st.DataObject) -> None:
    history = data.draw(histories(ruleset))
    other = History(ruleset, history.seed, history.take_back)
    other.table = with_other_hidden_cards(history.table, data.draw(st.randoms(use_true_random=False)))
    assert other.view() == history.view()
    assert other.legal() == history.legal()
    assert (other.blocked, other.won, other.progress) == (history.blocked, history.won, history.progress)
    for text in [*ruleset.moves, "x", "14", "1-14", "8-8", "2-3x1", "f9-1", "7?"]:
        assert answer(other, text) == answer(history, text)


def with_other_hidden_cards(table: Table, chance: Random) -> Table:
    """The same table, the face-down cards in another order."""
    hidden = [card for pile in table.piles for card in pile if card & FACE_DOWN]
    chance.shuffle(hidden)
    piles = tuple(bytes(hidden.pop() if card & FACE_DOWN else card for card in pile) for pile in table.piles)
    return Table(piles, table.places, table.redeals)


def answer(history: History, text: str) -> object:
    """Everything that the engine says to a move, but for the face of a card that it turns up."""
    try:
        history.check(text)
    except EngineError as refusal:
        return refusal.code, refusal.params, str(refusal)
    if text not in history.ruleset.moves:
        return "a slip"
    effects = history.ruleset.effects(history.table, history.ruleset.moves[text])
    return [effect.wire()[:2] if effect.wire()[0] == "turn" else effect.wire() for effect in effects]


@FEW
@given(history=histories())
def test_the_state_is_what_the_attempt_says(history: History) -> None:
    state = history.state()
    assert state == {name: getattr(history, name) for name in state}
    assert history.over == (
        history.won or (history.blocked and (history.take_back == "off" or history.ruleset.family == "clock"))
    )
