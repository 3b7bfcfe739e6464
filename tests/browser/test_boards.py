"""A rated race and what it amounts to: the ratings beside the names, the boards of the game and of the deal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Cast
from tests.browser.people import Person, won_game
from tests.servers import Site

pytestmark = pytest.mark.browser


def fits(person: Person) -> bool:
    width: int = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width <= 0


def test_a_race_counts_on_the_boards_of_its_game(cast: Cast, small_site: Site) -> None:
    game = won_game("royal-family")
    ana, boris = cast.enter("ana", small_site.url), cast.enter("boris", small_site.url, phone=True)
    boris.follows_the_link(ana.opens_a_race("royal-family", deal=game["deal"]))
    ana.gets_ready()
    boris.gets_ready()
    for person, moves in ((ana, game["moves"][:4]), (boris, game["moves"][:1])):
        person.waits_for_status("running")
        for move in moves:
            person.plays(move)
    ana.resigns()
    boris.resigns()
    ana.waits_for_status("finished")
    board = small_site.url + "/boards/royal-family/"
    for person in (ana, boris):
        person.page.goto(board)
        rows = person.page.locator("[data-player]")
        expect(rows).to_have_count(2)
        expect(person.page.locator("tr.you")).to_contain_text(person.name)
        assert fits(person)
    best = int(re.sub(r"\D", "", rows.first.locator("td.chosen").inner_text()))
    worst = int(re.sub(r"\D", "", rows.last.locator("td.chosen").inner_text()))
    assert best > 1000 > worst

    # Whoever has not won is on no board of wins, and who has no friends yet is alone among them.
    boris.page.get_by_role("link", name="Wins").click()
    expect(boris.page.locator("[data-player]")).to_have_count(1)
    boris.page.get_by_role("link", name="Rating").click()
    boris.page.get_by_role("link", name="Friends only").click()
    expect(boris.page.locator("[data-player]")).to_have_count(1)
    expect(boris.page.locator("tr.you")).to_contain_text("boris")
    boris.page.goto(small_site.url + "/boards/")
    expect(boris.page.locator("li", has_text="Royal Family").locator("li")).to_have_count(2)
    assert fits(boris)
