"""The site as an app: a page that was not kept, or came without its files, and the sign that somebody waits for you."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Cast
from tests.browser.people import PATIENCE
from tests.servers import Site

pytestmark = pytest.mark.browser


def test_without_a_line_a_page_says_so_and_no_other_page_was_kept(
    chromium: Browser, small_site: Site
) -> None:
    context = chromium.new_context(locale="de-DE")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(small_site.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{small_site.url}/rules/cruel/")
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(lists => lists.flat().map(request => new URL(request.url).pathname))"
    )
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]
    context.set_offline(True)
    page.goto(f"{small_site.url}/rules/clock/")
    expect(page.locator("[data-offline]")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    context.set_offline(False)
    page.get_by_role("link", name=re.compile(".")).last.click()
    expect(page.locator("form[action$='/races/']").first).to_be_visible()
    context.close()


def test_what_was_lost_of_a_page_is_asked_for_again_until_the_room_works(
    cast: Cast, small_site: Site
) -> None:
    ana = cast.enter("ana", small_site.url, phone=True)
    path = ana.opens_a_race("cruel")
    ready, says = ana.page.locator("[data-action=ready]"), ana.page.locator(".lost")
    expect(ready).to_be_enabled()
    expect(says).to_have_count(0)
    answers: dict[str, int] = {}

    def lost(route: Route) -> None:
        name = route.request.url.split("?")[0]
        answers[name] = answers.get(name, 0) + 1
        if answers[name] > 1:
            route.continue_()
        elif "main.js" in name:  # as in front of a worker that is started anew
            route.fulfill(status=502, body="Bad Gateway")
        elif name.endswith(".css"):
            route.abort()
        else:
            whole = route.fetch()
            route.fulfill(response=whole, body=whole.body()[:-900])

    ana.page.route("**/racing/main.js*", lost)
    ana.page.route("**/racing/room.css*", lost)
    loads: list[str] = []
    ana.page.on("domcontentloaded", lambda page: loads.append(page.url))
    ana.page.goto(small_site.url + path)
    expect(says).to_be_visible()
    expect(ready).to_be_enabled()
    expect(ana.page.locator(".room-top")).to_have_css("display", "grid")
    expect(says).to_have_count(0)
    assert list(answers.values()) == [2, 2]
    assert len(loads) == 1
    # The page itself, cut off before its end, can only be loaded anew: once.
    ana.page.route(f"**{path}", lost)
    ana.page.goto(small_site.url + path)
    expect(ready).to_be_enabled()
    expect(says).to_have_count(0)
    assert len(loads) == 3
    ana.errors.clear()  # what was lost


def test_the_tab_says_that_the_others_wait_for_you(cast: Cast, small_site: Site) -> None:
    ana, boris = cast.enter("ana", small_site.url), cast.enter("boris", small_site.url)
    boris.follows_the_link(ana.opens_a_race("cruel"))
    icon = ana.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile(r"icon\.svg$"))
    boris.gets_ready()
    expect(icon).to_have_attribute("href", re.compile(r"icon-turn\.svg$"))
    expect(ana.page).to_have_title(re.compile("^● "))
    boris.gets_ready()
    expect(icon).to_have_attribute("href", re.compile(r"icon\.svg$"))
    expect(ana.page).to_have_title(re.compile("^[^●]"))
