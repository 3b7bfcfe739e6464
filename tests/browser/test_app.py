"""The site as an app: an offline page that is nobody's, and the sign in the tab when somebody waits for you."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Cast
from tests.servers import Site

pytestmark = pytest.mark.browser


def test_without_a_line_a_page_says_so_and_no_other_page_was_kept(
    chromium: Browser, small_site: Site
) -> None:
    context = chromium.new_context(locale="de-DE")
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
