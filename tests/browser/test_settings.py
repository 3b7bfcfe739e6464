"""The settings of the table: chosen in a dialog, shown at once, there again before the next page is drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Cast
from tests.servers import Site

pytestmark = pytest.mark.browser


def colour(page: Page, selector: str, of: str) -> str:
    found: str = page.locator(selector).first.evaluate(f"one => getComputedStyle(one).{of}")
    return found


def test_what_is_chosen_shows_at_once_and_is_there_before_the_next_page_is_drawn(
    cast: Cast, small_site: Site
) -> None:
    clara = cast.enter("clara", small_site.url)
    clara.practises("alternations", 1)
    page = clara.page
    diamonds = "[data-pile='2'] [data-suit='D'] .pip"
    red, green = colour(page, diamonds, "fill"), colour(page, ".felt", "backgroundImage")
    stock = page.locator("[data-pile=s]")
    right = stock.bounding_box()
    page.locator("[data-action=settings]").click()
    dialog = page.locator("[data-settings]")
    for name, value in {
        "suits": "four",
        "felt": "blue",
        "hand": "left",
        "theme": "dark",
        "back": "waves",
    }.items():
        dialog.locator(f"[name={name}][value={value}]").check()
    dialog.get_by_role("button").click()
    expect(dialog).to_be_hidden()
    assert colour(page, diamonds, "fill") != red
    assert colour(page, ".felt", "backgroundImage") != green
    assert colour(page, "body", "colorScheme") == "dark"
    left = stock.bounding_box()
    assert right
    assert left
    assert abs(right["x"] - left["x"]) > 200
    shown = colour(page, diamonds, "fill"), colour(page, "[data-pile=s] .back-ground", "fill")

    # Whatever scripts come later, the first paint has the choice: only the script in the head has run.
    page.route("**/*.js", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    root = page.locator("html")
    for name, value in {"suits": "four", "felt": "blue", "hand": "left", "theme": "dark"}.items():
        expect(root).to_have_attribute(f"data-{name}", value)
    clara.errors.clear()  # the scripts that were kept away
    page.unroute("**/*.js")
    page.reload()
    expect(page.locator(diamonds).first).to_be_visible()
    assert (colour(page, diamonds, "fill"), colour(page, "[data-pile=s] .back-ground", "fill")) == shown


def test_high_contrast_follows_the_system_until_something_else_is_chosen(
    cast: Cast, small_site: Site
) -> None:
    clara = cast.enter("clara", small_site.url)
    clara.page.emulate_media(contrast="more")
    clara.page.goto(small_site.url)
    assert colour(clara.page, "body", "backgroundColor") == "rgb(255, 255, 255)"
    clara.page.evaluate("localStorage.setItem('settings', '{\"theme\":\"light\"}')")
    clara.page.reload()
    assert colour(clara.page, "body", "backgroundColor") == "rgb(244, 241, 234)"


def test_in_alternations_an_ace_goes_home_by_itself_for_who_wants_that_and_stays_when_taken_back(
    cast: Cast, small_site: Site
) -> None:
    clara = cast.enter("clara", small_site.url)
    # Deal 40: pile 4 moves onto pile 7, and bares the ace of spades.
    clara.practises("alternations", 40)
    clara.plays("4-7")
    assert clara.top("4") == "AS"
    clara.page.locator("[data-action=settings]").click()
    dialog = clara.page.locator("[data-settings]")
    dialog.locator("[name=autohome]").check()
    dialog.get_by_role("button").click()
    clara.plays("u")
    clara.tries("4-7")
    expect(clara.table).to_have_attribute("data-ply", "4")
    assert clara.piles()["f1"] == ["AS"]
    clara.plays("u")
    clara.page.wait_for_timeout(300)
    assert (clara.ply, clara.top("4")) == (5, "AS")
