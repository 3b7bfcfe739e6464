"""Every ruleset is practised by hand, and the page shows just what the engine says."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from engine.game import History
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import seed_of_number
from tests.browser.conftest import Cast
from tests.browser.people import VECTORS, Person, won_game
from tests.servers import Site

pytestmark = pytest.mark.browser
# Of every ruleset's game as many plies as show its own moves: redeals, runs, cards that turn.
PLIES = 14


def table_of(history: History) -> dict[str, list[str]]:
    """The face-up cards that a page may show, pile by pile."""
    return {name: [card for card in cards if card != "##"] for name, cards in history.view().items()}


def expect_the_engines_table(person: Person, history: History) -> None:
    """The page acknowledges the engine's ply and shows the engine's table."""
    expect(person.table).to_have_attribute("data-ply", str(len(history.log)))
    shown, wanted = person.piles(), table_of(history)
    for name, cards in wanted.items():
        if name.startswith("f") or name == "w":
            assert shown[name][-1:] == cards[-1:], name
        elif not name.startswith("u"):
            assert shown[name][-len(cards) :] == cards if cards else True, name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_practised_by_hand_as_the_engine_plays_it(
    cast: Cast, small_site: Site, ruleset: str
) -> None:
    game = won_game(ruleset)
    clara = cast.enter("clara", small_site.url)
    clara.practises(ruleset, game["deal"])
    history = History(find_ruleset(ruleset), seed_of_number(game["deal"]), "free")
    expect_the_engines_table(clara, history)
    for move in game["moves"][:PLIES]:
        clara.plays(move)
        history.play(move)
    expect_the_engines_table(clara, history)

    for _ in range(3):
        clara.plays("u")
        history.play("u")
    expect_the_engines_table(clara, history)

    # It is saved as it is played.
    clara.page.reload()
    expect_the_engines_table(clara, history)


def test_a_wrong_hour_in_clock_is_a_slip_shown_and_counted(cast: Cast, small_site: Site) -> None:
    clara = cast.enter("clara", small_site.url)
    clara.practises("clock", won_game("clock")["deal"])
    right = won_game("clock")["moves"][0]
    wrong = "7" if right != "7" else "5"
    before = clara.piles()
    clara.tries(wrong)
    expect(clara.table).to_have_attribute("data-ply", "1")
    expect(clara.refusal()).to_be_visible()
    assert clara.piles() == before
    expect(clara.page.locator("[data-count=score]")).to_have_text("1")
    clara.plays(right)
    expect(clara.page.locator("[data-count=score]")).to_have_text("1")


def test_in_alternations_a_foundations_top_is_dragged_back_to_a_pile(cast: Cast, small_site: Site) -> None:
    games = json.loads((VECTORS / "alternations.json").read_text())["games"]
    game = next(game for game in games if any(move.startswith("f") for move in game["moves"][:15]))
    until = next(n for n, move in enumerate(game["moves"], 1) if move.startswith("f"))
    clara = cast.enter("clara", small_site.url)
    clara.practises("alternations", game["deal"])
    history = History(find_ruleset("alternations"), seed_of_number(game["deal"]), "free")
    for move in game["moves"][:until]:
        clara.plays(move)
        history.play(move)
    expect_the_engines_table(clara, history)


@pytest.mark.parametrize("ruleset", ["cruel", "perseverance", "alternations"])
def test_a_tap_on_a_phone_sends_a_card_to_its_best_place(cast: Cast, small_site: Site, ruleset: str) -> None:
    clara = cast.enter("clara", small_site.url, phone=True)
    game = next(
        game
        for game in json.loads((VECTORS / f"{ruleset}.json").read_text())["games"]
        if any(move.endswith("-f") for move in game["positions"]["0"]["legal"])
    )
    clara.practises(ruleset, game["deal"])
    move = next(move for move in game["positions"]["0"]["legal"] if move.endswith("-f"))
    history = History(find_ruleset(ruleset), seed_of_number(game["deal"]), "free")
    history.play(move)
    clara.page.locator(f"[data-pile='{move.split('-')[0]}'] [data-card]").last.tap()
    expect_the_engines_table(clara, history)
    # The whole table fits the phone.
    width, height = clara.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= 390
    assert height <= 844


def test_practice_deals_the_same_again_and_the_next(cast: Cast, small_site: Site) -> None:
    clara = cast.enter("clara", small_site.url)
    clara.practises("cruel", 1)
    dealt, first = clara.piles(), clara.path
    clara.plays("10-f")
    clara.page.locator("form[action$='/restart/'] button").first.click()
    clara.page.wait_for_url(lambda url: first not in url)
    expect(clara.table).to_have_attribute("data-ply", "0")
    expect(clara.page.locator("[data-pile='12'] [data-card]").first).to_be_visible()
    assert clara.piles() == dealt
    second = clara.path
    clara.page.locator("form[action$='/next/'] button").first.click()
    clara.page.wait_for_url(lambda url: second not in url)
    expect(clara.page.locator("[data-pile='12'] [data-card]").first).to_be_visible()
    assert clara.piles() != dealt
