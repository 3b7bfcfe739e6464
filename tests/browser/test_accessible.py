"""axe finds nothing on any page, in light, dark and high contrast."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from tests.browser.conftest import Cast
from tests.browser.people import Person
from tests.browser.test_accounts import signs_up
from tests.servers import ROOT, Site

pytestmark = pytest.mark.browser
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ("light", "dark", "contrast")
RUN = """async (rules) => {
  const {violations} = await axe.run(document, {resultTypes: ["violations"], ...(rules && {runOnly: rules})});
  return violations.flatMap(({id, help, nodes}) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}
    ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ""}`));
}"""


def wrongs(page: Page) -> list[str]:
    """What axe finds on a page, and of its colours in each theme: nothing else is another in another theme."""
    # Under our policy no script of a page's own may run; the browser's tool may.
    page.evaluate(AXE.read_text())
    found: list[str] = []
    for theme in THEMES:
        page.evaluate(
            "theme => { const root = document.documentElement; root.dataset.theme = theme;"
            " root.toggleAttribute('data-contrast', theme === 'contrast'); }",
            theme,
        )
        # Colours fade into each other where motion is not reduced; here they are there at once.
        told: list[Any] = page.evaluate(RUN, None if theme == THEMES[0] else ["color-contrast"])
        found += [f"{theme}: {one}" for one in told]
    return found


def looked_at(person: Person, *paths: str) -> dict[str, list[str]]:
    found = {}
    for path in paths:
        person.page.goto(person.url + path)
        person.page.wait_for_load_state("networkidle")
        if wrong := wrongs(person.page):
            found[path] = wrong
    return found


def test_axe_finds_nothing_on_the_pages_without_a_table(cast: Cast, small_site: Site) -> None:
    ana = cast.enter("ana", small_site.url)
    pages = (
        "/",
        "/rules/cruel/",
        "/rules/clock/?lang=ru",
        "/rules/alternations/?lang=pt-br",
        "/rules/royal-family/?lang=de",
        "/statistics/",
        "/daily/",
        "/boards/",
        "/boards/cruel/",
        "/records/",
        "/fair/",
        "/offline/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/s/?code=ABCDEF",
        "/no/such/page/",
    )
    assert looked_at(ana, *pages) == {}
    # Pages that are shown when something went wrong, which here nothing does.
    broken: list[str] = []
    ana.page.route("**/broken/", lambda route: route.fulfill(body=broken[-1], content_type="text/html"))
    for name in ("403.html", "403_csrf.html", "429.html", "500.html"):
        broken.append(render_to_string(name, request=RequestFactory().get("/")))
        assert looked_at(ana, "/broken/") == {}, name
    ana.errors.clear()


def test_axe_finds_nothing_on_the_pages_about_people(cast: Cast, small_site: Site) -> None:
    # Opening a race gives the account this name, and nobody else at this site can have it then.
    ana = cast.enter("Ana who shows herself", small_site.url, phone=True)
    boris = cast.enter("boris", small_site.url)
    signs_up(ana, ana.name)
    ana.opens_a_race("cruel")
    assert wrongs(ana.page) == []
    ana.page.goto(f"{ana.url}/me/friends/")
    link = re.sub(r"^https?://[^/]+", "", ana.page.locator("[data-select]").input_value())
    pages = (
        "/",
        "/me/",
        "/me/friends/",
        "/me/delete/",
        "/accounts/passkeys/",
        "/accounts/password/change/",
        "/accounts/reauthenticate/?next=/me/",
        "/accounts/logout/",
    )
    assert looked_at(ana, *pages) == {}
    ana.page.goto(f"{ana.url}/me/")
    profile = ana.page.locator("main a[href^='/players/']").first.get_attribute("href") or ""
    assert looked_at(boris, link, profile) == {}


@pytest.mark.parametrize("ruleset", ["cruel", "clock", "alternations"])
def test_axe_finds_nothing_at_a_table_nor_in_its_dialogs(cast: Cast, small_site: Site, ruleset: str) -> None:
    clara = cast.enter("clara", small_site.url)
    clara.practises(ruleset, 1)
    assert wrongs(clara.page) == []
    clara.page.locator("[data-action=settings]").click()
    expect(clara.page.locator("[data-settings]")).to_be_visible()
    assert wrongs(clara.page) == []
    clara.page.keyboard.press("Escape")
    clara.page.locator("[data-action=help]").first.click()
    assert wrongs(clara.page) == []


def test_axe_finds_nothing_from_the_lobby_to_the_replays(cast: Cast, small_site: Site) -> None:
    ana, boris = cast.enter("ana", small_site.url), cast.enter("boris", small_site.url, phone=True)
    path = ana.opens_a_race("cruel", deal=1)
    assert wrongs(ana.page) == []
    boris.page.goto(small_site.url + path)
    assert wrongs(boris.page) == []
    clara = cast.enter("clara", small_site.url)
    boris.follows_the_link(path)
    ana.gets_ready()
    boris.gets_ready()
    ana.waits_for_status("running")
    expect(ana.page.locator("[data-pile='1'] .card").first).to_be_visible()
    ana.plays("11-2")
    assert wrongs(ana.page) == []
    assert wrongs(boris.page) == []
    clara.page.goto(small_site.url + path)
    assert wrongs(clara.page) == []
    closed = ana.page.locator("[data-rival]").first.get_attribute("data-rival")
    assert looked_at(clara, f"{path}replay/{closed}/") == {}
    clara.errors.clear()  # it is refused: 403
    ana.resigns()
    boris.resigns()
    ana.waits_for_status("finished")
    assert wrongs(ana.page) == []
    assert wrongs(boris.page) == []
    replay = ana.page.locator("[data-result-row] a[href*='/replay/']").first.get_attribute("href") or ""
    board = ana.page.locator("[data-board]").get_attribute("href") or "/boards/"
    for one, page in ((ana, replay), (ana, f"{path}replays/"), (boris, replay), (ana, board)):
        assert looked_at(one, re.sub(r"^https?://[^/]+", "", page)) == {}


@pytest.mark.usefixtures("one_day")
def test_axe_finds_nothing_where_everybody_begins_alone_nor_at_a_record(cast: Cast, small_site: Site) -> None:
    ana = cast.enter("ana", small_site.url, phone=True)
    page = ana.page

    def begins_and_gives_up() -> None:
        assert wrongs(page) == []
        page.locator("[data-action=begin]").click()
        expect(page.locator("[data-pile] [data-card]").first).to_be_visible()
        assert wrongs(page) == []
        ana.resigns()
        expect(page.locator("[data-result-row]").first).to_be_visible()
        assert wrongs(page) == []

    ana.opens_a_race("alternations", kind="challenge", term="24")
    begins_and_gives_up()
    page.goto(f"{ana.url}/daily/")
    page.locator("[data-daily=cruel] .tile").click()
    page.wait_for_url(re.compile(r"/r/"))
    begins_and_gives_up()
    board = page.locator("a[href*='/daily/cruel/']").get_attribute("href") or ""
    assert looked_at(ana, board) == {}
    # A deal of which no race goes on: its record would stay closed.
    ana.practises("cruel", 4711)
    ana.plays("r")
    ana.resigns()
    ana.waits_for_status("finished")
    replay = str(page.locator("[data-result-rows] .replay a").evaluate("link => link.href"))
    page.goto(f"{ana.url}/records/")
    page.locator("[name=text]").fill(page.request.get(replay.replace("/replay/", "/record/")).text())
    page.locator(".records form button").click()
    page.wait_for_url(re.compile(r"/records/\d+/"))
    expect(page.locator("[data-replay=play]")).to_be_visible()
    assert wrongs(page) == []


def test_axe_is_there_to_look(tmp_path: Path) -> None:
    assert AXE.exists(), "npm ci installs it"
