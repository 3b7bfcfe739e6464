"""The pictures and worked examples of the rules pages: what they show is what the engine does."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.building import Building
from engine.cards import PACK, card_text, parse_card, pile_texts
from engine.errors import IllegalMove
from engine.game import History
from engine.notation import Move
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import seed_of_number
from racing import rules_examples
from racing.rules_examples import EXAMPLES, example_of
from racing.rules_pages import LANGUAGES
from racing.rules_pictures import FITS, redealt_of, table_before_redeal
from tests.racing.prose import CRUEL_FAMILY, Node, cards_of, piles_of, section

every_page = pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key in RULESETS for language in LANGUAGES]
)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize("key", RULESETS)
def test_the_layout_picture_is_the_deal_that_the_engine_deals(key: str) -> None:
    ruleset = find_ruleset(key)
    number, _ = EXAMPLES[key]
    view = ruleset.deal(seed_of_number(number)).view()
    picture = section(key, "en", "layout")

    assert f"Deal\u00a0{number} " in picture.all("figcaption")[0].text.replace("Deal ", "Deal\u00a0")
    shown = dict(piles_of(picture))
    if ruleset.family == "clock":
        assert shown == {**{str(hour): ["##"] for hour in range(1, 14)}, "": view["o"]}
        counts = [count.text for count in picture.all(css="fan-count")]
        assert counts == [str(len(view[str(hour)])) for hour in range(1, 14)]
    else:
        for name, cards in view.items():
            if name.isdigit():
                assert shown[name] == cards
        tops = [card for name in view if name.startswith("f") for card in view[name][-1:]]
        assert cards_of(picture.all(css="shown-foundations")[0]) == tops


@every_page
def test_the_worked_example_shows_what_the_engine_does_at_every_step(key: str, language: str) -> None:
    ruleset = find_ruleset(key)
    number, moves = EXAMPLES[key]
    history = History(ruleset, seed_of_number(number))
    steps = section(key, language, "example").all("li")
    assert [step.all("kbd")[0].text for step in steps] == [move.rstrip("!") for move in moves.split()]

    for move, step in zip(moves.split(), steps, strict=True):
        before = history.view()
        try:
            history.play(move.rstrip("!"))
            refused = False
        except IllegalMove:
            refused = True
        assert refused == move.endswith("!")
        assert str(history.score) in re.findall(r"\d+", step.all("p", css="step-score")[0].text)
        after = history.view()
        changes = step.all(css="shown-change")
        if move == "r" and after != before:
            shown = dict(piles_of(step))
            assert all(shown[name] == cards for name, cards in after.items() if name.isdigit())
        elif after != before:
            [change] = changes
            then, now = change.all(css="shown-some")
            assert step.all(css="card-word"), "the step names the card"
            touched = [name for name in after if after[name] != before[name]]
            assert _cards_in(then) == _visible(before, touched)
            assert _cards_in(now) == _visible(after, touched)
        else:
            assert not changes


def _cards_in(node: Node) -> Counter[str]:
    return Counter(card for card in cards_of(node) if card != "##")


def _visible(view: dict[str, list[str]], names: list[str]) -> Counter[str]:
    # A squared pile shows only its top.
    shown = [view[name][-1:] if name[0] in "fsw" else view[name] for name in names]
    return Counter(card for cards in shown for card in cards if card != "##")


def test_a_worked_example_that_the_engine_would_refuse_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules_examples, "EXAMPLES", {"cruel-when-stuck": (9, "r")})

    with pytest.raises(IllegalMove):
        rules_examples.example_of.__wrapped__(find_ruleset("cruel-when-stuck"))


def test_a_worked_example_of_a_refusal_that_the_engine_would_accept_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules_examples, "EXAMPLES", {"cruel": (9, "r!")})

    with pytest.raises(ValueError, match="was to be refused"):
        rules_examples.example_of.__wrapped__(find_ruleset("cruel"))


def test_the_examples_show_each_game_s_own_moves() -> None:
    kinds = {key: {step.kind for step in example_of(find_ruleset(key)).steps} for key in RULESETS}

    assert {"hour", "slip"} <= kinds["clock"]
    assert {"to_pile", "to_foundation", "from_foundation", "draw"} <= kinds["alternations"]
    assert any(step.count > 1 for step in example_of(find_ruleset("alternations")).steps)
    for key in CRUEL_FAMILY:
        assert {"to_pile", "to_foundation", "redeal"} <= kinds[key]
    assert any(not step.changed and step.kind == "redeal" for step in example_of(find_ruleset("cruel")).steps)
    refusals = {key: {step.refusal for step in example_of(find_ruleset(key)).steps} for key in CRUEL_FAMILY}
    assert "redeal_changes_nothing" in refusals["cruel-when-changed"]
    for key in CRUEL_FAMILY[2:]:
        assert "redeal_not_yet" in refusals[key]


@every_page
def test_every_step_is_told_in_a_sentence(key: str, language: str) -> None:
    for step in section(key, language, "example").all("li"):
        words = step.all("p")[0].text.removeprefix(step.all("kbd")[0].text).strip()
        assert len(words) > 15 and words[-1] in ".!?", step.all("kbd")[0].text


@pytest.mark.parametrize("key", [key for key in RULESETS if key != "clock"])
def test_the_cards_that_fit_fit_and_those_that_do_not_do_not(key: str) -> None:
    ruleset = find_ruleset(key)
    assert isinstance(ruleset, Building)
    card, onto, not_onto = map(parse_card, FITS[ruleset.fits.__name__])

    assert ruleset.fits(card, onto)
    assert not ruleset.fits(card, not_onto)
    allowed, refused = section(key, "en", "moves").all("figure")
    assert cards_of(allowed) == [card_text(onto), card_text(card)]
    assert cards_of(refused) == [card_text(not_onto), card_text(card)]


def test_the_redeal_of_the_freest_edition_is_the_example_of_the_rules() -> None:
    for key in ("cruel", "cruel-when-changed"):
        shown = redealt_of(find_ruleset(key))
        assert shown is not None
        assert [" ".join(pile.cards) for pile in shown.before] == ["5C 9H 2D", "KD 3S 8C 5D 4D"]
        assert [" ".join(pile.cards) for pile in shown.after] == ["5C 9H 2D KD", "3S 8C 5D 4D"]


@every_language
@pytest.mark.parametrize("key", CRUEL_FAMILY)
def test_the_redeal_picture_reads_and_lays_the_piles_as_the_rules_say(key: str, language: str) -> None:
    [picture] = section(key, language, "redeal").all("figure", css="shown-redeal")
    before, row, after = picture.all(css="shown-group")

    read_row = [card for _, cards in piles_of(before) for card in cards]
    assert cards_of(row) == read_row
    piles = -(-len(read_row) // 4)
    ripple = key == "ripple-fan"
    assert [cards for _, cards in piles_of(after)] == [
        read_row[pile::piles] if ripple else read_row[4 * pile : 4 * pile + 4] for pile in range(piles)
    ]
    assert piles_of(before) != piles_of(after)


@pytest.mark.parametrize("key", CRUEL_FAMILY)
def test_the_redealt_table_holds_every_card_once_and_allows_the_redeal(key: str) -> None:
    ruleset = find_ruleset(key)
    assert isinstance(ruleset, Building)
    table = table_before_redeal(ruleset)

    assert sorted(card for pile in table.piles for card in pile) == sorted(PACK)
    for number, name in enumerate(ruleset.foundations):
        assert pile_texts(table[name]) == pile_texts(PACK[13 * number : 13 * number + len(table[name])])
    assert "r" in ruleset.legal(table)
    ruleset.effects(table, Move("redeal"))


@every_language
def test_the_dial_after_the_example_shows_laid_cards_under_those_that_wait(language: str) -> None:
    view = example_of(find_ruleset("clock")).end
    [dial] = section("clock", language, "example").all("figure")

    shown = dict(piles_of(dial))
    for hour in map(str, range(1, 14)):
        assert shown[hour] == [*view["u" + hour], *view[hour][-1:]]
    assert shown[""] == view["o"]
    assert [int(count.text) for count in dial.all(css="fan-count")] == [
        len(view[str(hour)]) for hour in range(1, 14)
    ]
