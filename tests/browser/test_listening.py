"""A race for somebody who never sees it: keys, what the page says by itself, and the name of what has the focus."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Cast, served
from tests.browser.listening import Listening
from tests.browser.people import won_game
from tests.servers import Site

pytestmark = pytest.mark.browser
# After the first moves a player no longer makes sure of each pile before acting on it.
CAREFUL = 8


# A busy machine hears of the countdown before it is over.
site = served(COUNTDOWN="4")


def plays(player: Listening, move: str, carefully: bool) -> None:
    """Play a move of a log by keys, and hear that it came about."""
    if move == "r":
        player.presses("r")
        player.hears("The piles are laid anew")
        return
    source, target = move.split("-")
    player.presses(*source)
    card = "[A-Z][a-z]+ of [a-z]+"
    if carefully:
        told = re.match(rf"button: Pile {source}: ([^,]+)", player.is_told(f"^button: Pile {source}: "))
        assert told
        card = told[1].capitalize()
    if target == "f":
        player.presses("f")
        player.hears(f"{card} to foundation of ")
        return
    player.presses("Enter")
    if carefully:
        assert re.search(rf"Pile {target}\b", player.hears("Picked up. It can go to: "))
    player.presses(*target, "Enter")
    player.hears(f"{card} to pile {target}\\.")


def test_a_race_is_joined_won_and_followed_by_another_without_being_seen(cast: Cast, site: Site) -> None:
    game = won_game("cruel")
    boris, ana = cast.enter("boris", site.url), Listening(cast.enter("ana", site.url))
    ana.opens(site.url + boris.opens_a_race("cruel", deal=game["deal"]))
    ana.tabs_to("textbox: Your name")
    ana.page.keyboard.type("ana")
    ana.presses("Enter")
    ana.page.wait_for_load_state()
    ana.tabs_to("button: I’m ready")
    ana.presses("Enter")
    ana.is_told("button: Ready – tap to wait")
    boris.gets_ready()
    ana.has_heard(r"The race starts in \d+ second")
    ana.has_heard("The race has started!")
    ana.is_told("button: Pile 1: seven of clubs, three of hearts")

    # Nothing is refused in silence, however often.
    for _ in range(2):
        ana.presses("3", "Enter")
        ana.hears("No card of this pile can move.")
    ana.presses("h")
    ana.hears("There are no hints in a race.")
    ana.presses("?")
    ana.is_told("^heading: ")
    ana.tabs_to("button: Close", most=2)
    ana.presses("r")
    ana.presses("Escape")
    ana.is_told("button: Pile 3: ")
    ana.presses("1", "1", "Enter")
    ana.hears("Picked up. It can go to: Pile 2")
    ana.presses("Escape")
    ana.hears("Put back.")

    for number, move in enumerate(game["moves"]):
        plays(ana, move, number < CAREFUL)
    ana.has_heard("All your cards are home! The others are still playing.")
    ana.has_heard("You are in the lead.")
    boris.resigns()
    ana.has_heard("You win!")
    ana.is_told("heading: You win!")

    first = ana.page.url
    ana.tabs_to("button: Rematch")
    ana.presses("Enter")
    ana.page.wait_for_url(lambda url: "/r/" in url and url != first)
    ana.tabs_to("button: I’m ready")
