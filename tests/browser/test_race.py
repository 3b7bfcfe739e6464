"""Two friends race the same Cruel deal, from link to replay, in two browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Cast
from tests.browser.people import Person, won_game
from tests.servers import Site

pytestmark = pytest.mark.browser
EDITIONS = ("cruel", "cruel-when-changed", "cruel-when-stuck")
# Everywhere the whole way is the same; the cluster walks it once.
WAYS = [*(("small_site", edition) for edition in EDITIONS), ("cluster", "cruel")]


def race(cast: Cast, site: Site, ruleset: str, **settings: str) -> tuple[Person, Person, dict[str, object]]:
    """Bring ana and boris to a running race of a deal that can be won; the workers are one each."""
    game = won_game(ruleset)
    ana, boris = cast.enter("ana", site.urls[0]), cast.enter("boris", site.urls[-1])
    link = ana.opens_a_race(ruleset, deal=game["deal"], **settings)
    boris.follows_the_link(link)
    ana.gets_ready()
    boris.gets_ready()
    for person in (ana, boris):
        person.waits_for_status("running")
        expect(person.page.locator("[data-pile='12'] [data-card]").first).to_be_visible()
    return ana, boris, game


@pytest.mark.parametrize(("served", "ruleset"), WAYS)
def test_two_friends_race_a_deal_from_link_to_replay(
    cast: Cast, served: str, ruleset: str, request: pytest.FixtureRequest
) -> None:
    site: Site = request.getfixturevalue(served)
    ana, boris, game = race(cast, site, ruleset)
    moves = game["moves"]

    # The rival sees progress move by move.
    for number, move in enumerate(moves[:5], 1):
        ana.plays(move)
        expect(boris.rival("ana")).to_have_attribute("data-plies", str(number))

    # An illegal move is refused with its reason, and the table is as it was.
    for move in moves[:3]:
        boris.plays(move)
    before = boris.piles()
    source, target = illegal_pair(before)
    boris.drags(source, target)
    expect(boris.refusal()).to_be_visible()
    assert len(boris.refusal().inner_text().strip()) > 10
    assert boris.ply == 3
    expect(boris.page.locator("[data-table]")).to_have_attribute("data-ply", "3")
    boris.waits_for_piles(before)  # The card glides back.

    # Ana wins; Boris sees it, and gives up.
    for move in moves[5:]:
        ana.plays(move)
    expect(boris.rival("ana")).to_have_attribute("data-progress", "52")
    boris.resigns()
    for person in (ana, boris):
        person.waits_for_status("finished")
        expect(person.rows()).to_have_count(2)
        expect(person.rows().nth(0)).to_contain_text("ana")
        expect(person.rows().nth(1)).to_contain_text("boris")

    # The replay runs to the last position.
    ana.page.locator("[data-result-row] a[href*='/replay/']").first.click()
    root = ana.page.locator("[data-replay-root]")
    root.wait_for()
    # Once the cards lie there, the page listens.
    expect(ana.page.locator("[data-pile='12'] [data-card]").first).to_be_visible()
    ana.page.locator("[data-replay=scrub]").evaluate(
        "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(ana.table).to_have_attribute("data-ply", str(len(moves)))
    # A foundation may draw only its top cards.
    assert [ana.piles()[f"f{number}"][-1][0] for number in range(1, 5)] == ["K"] * 4
    assert all(ana.piles()[str(number)] == [] for number in range(1, 13))

    # The win stands on the deal's leaderboard.
    boris.page.locator("a[href*='/boards/']").first.click()
    expect(boris.page.locator("[data-board-row]", has_text="ana").first).to_be_visible()


def illegal_pair(piles: dict[str, list[str]]) -> tuple[str, str]:
    """Two piles whose tops differ in suit: no Cruel edition of these builds one on the other."""
    tops = {pile: cards[-1] for pile, cards in piles.items() if pile.isdigit() and cards}
    return next((a, b) for a in tops for b in tops if a != b and tops[a][1] != tops[b][1])


def test_a_reload_and_a_lost_connection_come_back_to_the_same_table(cast: Cast, site: Site) -> None:
    ana, boris, game = race(cast, site, "cruel")
    moves = game["moves"]
    for move in moves[:4]:
        ana.plays(move)
    before = ana.piles()
    ana.page.reload()
    expect(ana.table).to_have_attribute("data-ply", "4")
    ana.waits_for_piles(before)

    ana.page.context.set_offline(True)
    ana.page.wait_for_timeout(500)
    ana.page.context.set_offline(False)
    for move in moves[4:8]:
        ana.plays(move)
    expect(boris.rival("ana")).to_have_attribute("data-plies", "8")


def test_two_tabs_of_one_player_show_one_linear_log(cast: Cast, site: Site) -> None:
    ana, _, game = race(cast, site, "cruel")
    second = Person("ana", ana.url, ana.page.context.new_page())
    second.page.goto(ana.page.url)
    expect(second.table).to_have_attribute("data-ply", "0")
    for number, move in enumerate(game["moves"][:8]):
        (ana if number % 2 else second).plays(move)
        for tab in (ana, second):
            expect(tab.table).to_have_attribute("data-ply", str(number + 1))
    assert ana.piles() == second.piles()


def test_a_rematch_leads_both_to_a_new_room(cast: Cast, small_site: Site) -> None:
    ana, boris, _ = race(cast, small_site, "cruel")
    first = ana.path
    ana.resigns()
    boris.resigns()
    for person in (ana, boris):
        person.waits_for_status("finished")
    ana.page.locator("[data-action=rematch]").click()
    for person in (ana, boris):
        if person is boris:
            boris.page.locator(".asked button").click()
        person.page.wait_for_url(lambda url: "/r/" in url and first not in url)
        expect(person.page.locator("[data-action=ready]")).to_be_visible()
    assert ana.path == boris.path
    ana.gets_ready()
    boris.gets_ready()
    for person in (ana, boris):
        person.waits_for_status("running")
