"""Nothing moves under the finger because of what others do, and what is told of them can be read, on a small phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Cast
from tests.browser.test_widths import WATCH, opens_to_all, small_phone, too_wide
from tests.servers import Site

pytestmark = pytest.mark.browser
# Draws the lines of a race that is far gone over the room that is there, and gives what of their words cannot be read.
FAR_GONE = """async (outcomes) => {
  const {Rivals} = await import("/static/racing/rivals.js");
  const room = document.querySelector(".room"), place = room.querySelector("[data-rivals-playing]");
  room.dataset.stage = "running";
  const list = Object.assign(document.createElement("ol"), {className: "rivals"});
  place.replaceChildren(list);
  const rivals = new Rivals(list, {cards_total: 104, family: "cruel"});
  const entrants = outcomes.map((outcome, id) => ({
    id, outcome, name: "boris", progress: 100, plies: 128, redeals: 25, slips: 0, ready: true, away: outcome === null,
    hidden: false, begun_at: 0, finished_at: null, rating: null, place: null}));
  const race = {kind: "race", status: "running", ruleset: "cruel", entrants, ghosts: [], starts_at: 0, ended_at: null};
  const nothing = {plies: 0, redeals: 0, outcome: null, away: false};
  const begun = {...race, entrants: entrants.map((one) => ({...one, ...nothing}))};
  const heights = [begun, race].map((news) => {
    rivals.draw(news, 0, 1000);
    return place.offsetHeight;
  });
  const cut = [...list.querySelectorAll(".rival-facts")].filter((facts) => {
    const words = document.createRange(), line = facts.closest("li").getBoundingClientRect();
    words.selectNodeContents(facts);
    const box = words.getBoundingClientRect();
    return box.right > line.right || box.bottom > line.bottom || getComputedStyle(facts).textOverflow === "ellipsis";
  });
  const jumps = innerWidth < innerHeight && heights[0] !== heights[1] ? [`the lines: ${heights}`] : [];
  return [...cut.map((facts) => facts.textContent), ...jumps];
}"""

LOOKS_ON = """() => {
  const banner = document.querySelector("[data-banner]");
  document.querySelector(".room").dataset.role = "spectator";
  banner.textContent = "Você está assistindo. As cartas de todos ficam ocultas até o fim da corrida.";
  banner.hidden = false;
}"""


def test_who_joins_moves_nothing_under_the_finger_of_the_others(cast: Cast, small_site: Site) -> None:
    # The language whose facts are the longest.
    ana = small_phone(cast, small_site, "pt-BR")
    path = ana.opens_a_race("cruel")
    ready = ana.page.locator("[data-action=ready]")
    expect(ready).to_be_enabled()
    before = ready.bounding_box()
    for name in ("boris", "clara Marie von Hohe", "dana"):
        cast.enter(name, small_site.url).follows_the_link(path)
        expect(ana.rival(name)).to_be_visible()
        assert ready.bounding_box() == before
    assert ana.page.evaluate("jumped") < 0.01
    # Far on in such a race all is told of everybody, upright and lying.
    outcomes = ["won", "lost", "resigned", "timeout", None]
    assert ana.page.evaluate(FAR_GONE, outcomes) == []
    # Who looks on reads a whole sentence.
    ana.page.evaluate(LOOKS_ON)
    assert [what for what in too_wide(ana.page) if not what.startswith("jumped")] == []
    ana.page.set_viewport_size({"width": 844, "height": 390})
    assert ana.page.evaluate(FAR_GONE, outcomes) == []


def test_a_race_that_is_opened_moves_nothing_on_the_front_page(cast: Cast, small_site: Site) -> None:
    clara, boris = cast.enter("clara", small_site.url, phone=True), cast.enter("boris", small_site.url)
    clara.page.add_init_script(WATCH)
    clara.page.goto(small_site.url)
    clara.page.locator(".open-races").scroll_into_view_if_needed()
    opens_to_all(boris)
    expect(clara.page.locator(f"a.tile[href='{boris.path}']")).to_be_visible()
    expect(clara.page.locator("[data-no-races]")).to_be_hidden()
    assert clara.page.evaluate("jumped") < 0.01
