"""On a phone of 360 pixels nothing sticks out, no word is cut and nothing jumps, in any of the four languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Cast
from tests.browser.people import Person
from tests.servers import Site

pytestmark = pytest.mark.browser
LANGUAGES = ["en-GB", "ru-RU", "pt-BR", "de-DE"]
PAGES = (
    "/",
    "/rules/cruel/",
    "/daily/",
    "/boards/",
    "/boards/cruel/",
    "/records/",
    "/fair/",
    "/statistics/",
    "/accounts/login/",
)
# What sticks out of the page, and buttons narrower than their words; what scrolls by itself may be wider inside.
WIDE = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push(`the page: ${document.documentElement.scrollWidth}`);
  const scrolls = (one) => one && one !== document.body && (
    ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  for (const one of document.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || one.closest(".card, .ghost, svg, .visually-hidden, .skip")) continue;
    const says = `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 40)}`;
    const out = box.right > wide + 1 || box.left < -1;
    if (out && !scrolls(one.parentElement)) found.push(`${says}: ${box.left}..${box.right}`);
    if (one.matches("button, .button, .tool, th") && one.scrollWidth > one.clientWidth + 1) found.push(`${says}: cut`);
  }
  // A word is cut where something hides what reaches beyond it. Only names may be, which people choose.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !holder.checkVisibility()) continue;
    if (holder.closest(".card, .ghost, svg, .visually-hidden, .skip, legend, bdi, .you-name, .rival-facts")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    for (let one = holder; one && words.width > 1; one = one.parentElement) {
      const {overflowX, display, clipPath} = getComputedStyle(one), box = one.getBoundingClientRect();
      if (["auto", "scroll"].includes(overflowX) || (clipPath !== "none" && box.width <= 1)) break;
      if (display === "inline" || display === "contents" || !["hidden", "clip"].includes(overflowX)) continue;
      if (words.right > box.right + 1 || words.left < box.left - 1) found.push(`cut: ${node.data.trim().slice(0, 40)}`);
    }
  }
  // What is chosen in a list has one line, unless it is given more; the arrow takes some twenty pixels.
  const pen = document.createElement("canvas").getContext("2d");
  for (const list of document.querySelectorAll("select:not(.side-choice *)")) {
    const {font, paddingLeft, paddingRight, whiteSpace} = getComputedStyle(list);
    pen.font = font;
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18;
    const lines = whiteSpace === "normal" ? 1.8 : 1;
    for (const {text} of list.checkVisibility() ? list.options : []) {
      if (pen.measureText(text.trim()).width > room * lines) found.push(`cut: ${text.trim()}`);
    }
  }
  if (jumped > 0.01) found.push(`jumped by ${jumped}`);
  return found;
}"""
# How much of the page was somewhere else before, while nobody touched it: what browsers call layout shift. They excuse
# what comes within half a second of an input, for which they also take the first size of a phone's page.
WATCH = """
globalThis.jumped = 0;
let touched = Infinity;
globalThis.touch = () => { touched = Math.min(touched, performance.now()); };
for (const type of ["pointerdown", "keydown"]) addEventListener(type, touch, {capture: true});
new PerformanceObserver((list) => {
  for (const {value, startTime} of list.getEntries()) if (startTime < touched) jumped += value;
}).observe({type: "layout-shift", buffered: true});
"""
# What a script does after the page was loaded, and the browser's word of it.
SETTLED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null), 100)));
})"""
# The server may answer a press later than the half second in which a browser takes a shift for the press's own doing.
ANSWERED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { jumped = 0; done(null); })));
})"""


def too_wide(page: Page) -> list[str]:
    """What sticks out on a page."""
    found: list[str] = page.evaluate(WIDE)
    return found


def small_phone(cast: Cast, site: Site, language: str) -> Person:
    ana = cast.enter("ana", site.url, phone=True, locale=language)
    ana.page.set_viewport_size({"width": 360, "height": 740})
    ana.page.add_init_script(WATCH)
    return ana


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_of_a_small_phone(cast: Cast, small_site: Site, language: str) -> None:
    ana = small_phone(cast, small_site, language)
    found = {}
    for path in PAGES:
        ana.page.goto(small_site.url + path)
        ana.page.evaluate(SETTLED)
        ana.page.evaluate(
            "touch(); document.querySelectorAll('details').forEach(one => { one.open = one.matches('.more'); })"
        )
        found[path] = too_wide(ana.page)
    for ruleset in ("cruel-limited-3", "alternations", "clock"):
        ana.practises(ruleset, 1)
        found[ruleset] = too_wide(ana.page)
        ana.page.locator("[data-action=settings]").click()
        expect(ana.page.locator("[data-settings]")).to_be_visible()
        found[f"{ruleset}: settings"] = too_wide(ana.page)
        ana.page.keyboard.press("Escape")
        ana.page.locator("[data-action=help]").first.click()
        found[f"{ruleset}: help"] = too_wide(ana.page)
        ana.page.keyboard.press("Escape")
    ana.resigns()
    ana.waits_for_status("finished")
    ana.page.evaluate(ANSWERED)
    found["result"] = too_wide(ana.page)
    ana.page.goto(
        ana.page.url
        + f"replay/{ana.page.locator('[data-result-row]').first.get_attribute('data-result-row')}/"
    )
    expect(ana.page.locator("[data-replay=play]")).to_be_visible()
    found["replay"] = too_wide(ana.page)
    ana.page.goto(ana.page.url.split("replay/")[0] + "replays/")
    expect(ana.page.locator(".chart").first).to_be_visible()
    found["side by side"] = too_wide(ana.page)
    ana.opens_a_race("cruel")
    found["lobby"] = too_wide(ana.page)
    ana.page.set_viewport_size({"width": 844, "height": 390})
    ana.practises("cruel-limited-3", 1)
    found["held lying"] = too_wide(ana.page)
    assert {where: what for where, what in found.items() if what} == {}


# Where the characters of a text stand that match: their box.
STANDS = """([element, words]) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    const {left, right} = range.getBoundingClientRect();
    return [left, right];
  }
  return null;
}"""


def opens_to_all(person: Person) -> None:
    form = person.page.locator("form[action$='/races/']")
    person.page.goto(f"{person.url}/?listed=1")
    form.locator("[name=name]").fill(person.name)
    form.locator("button[type=submit]").first.click()
    person.page.wait_for_url("**/r/*/")


def test_numbers_beside_a_name_that_is_written_from_the_right_are_not_drawn_into_it(
    cast: Cast, small_site: Site
) -> None:
    dana = cast.enter("דנה כהן 12", small_site.url, phone=True)
    opens_to_all(dana)
    line = dana.page.locator("[data-rival]").first
    expect(line).to_contain_text("1000")
    name = line.evaluate(f"element => ({STANDS})([element, 'דנה'])")
    rating = line.evaluate(f"element => ({STANDS})([element, '1000'])")
    assert name[1] <= rating[0]
    clara = cast.enter("clara", small_site.url, phone=True)
    clara.page.goto(small_site.url)
    # As the server wrote it, and as the script draws it when another race is opened.
    for number in range(2):
        tile = clara.page.locator(f"a.tile[href='{dana.path}'] > span")
        expect(tile).to_contain_text("1/64")
        name = tile.evaluate(f"element => ({STANDS})([element, 'דנה'])")
        places = tile.evaluate(f"element => ({STANDS})([element, '1/64'])")
        assert name[1] <= places[0]
        boris = cast.enter(f"boris {number}", small_site.url)
        opens_to_all(boris)
        expect(clara.page.locator(f"a.tile[href='{boris.path}']")).to_be_visible()
