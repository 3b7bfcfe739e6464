"""The table in the hand: clicking, keys, resting the mouse, and a phone on which all of it fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Cast
from tests.browser.people import Person
from tests.servers import Site

pytestmark = pytest.mark.browser
# Deal 1 of Cruel: the two of spades lies on pile 10, the jack of clubs on 11, the queen of clubs on 2.
DEAL = 1


def at_the_table(cast: Cast, site: Site, small_phone: bool = False, ruleset: str = "cruel") -> Person:
    """Bring clara to a practice of the deal."""
    clara = cast.enter("clara", site.url, phone=small_phone)
    if small_phone:
        clara.page.set_viewport_size({"width": 360, "height": 740})
    clara.practises(ruleset, DEAL)
    expect(clara.table).to_have_attribute("data-ply", "0")
    expect(clara.page.locator("[data-pile='1'] .card").first).to_be_visible()
    return clara


def answers_come_late(page: Page) -> None:
    """From now on every frame of this page stays a second on its way."""
    page.evaluate(
        "() => { const send = WebSocket.prototype.send;"
        " WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 1000); }; }"
    )


def nothing_is_answered(page: Page) -> None:
    """From now on every frame of this page stays on its way, until `all_is_answered`."""
    page.evaluate(
        "() => { const send = WebSocket.prototype.send; globalThis.kept = [];"
        " WebSocket.prototype.send = function (text) { kept.push(() => send.call(this, text)); };"
        " globalThis.letGo = () => { WebSocket.prototype.send = send; kept.forEach(one => one()); }; }"
    )


def all_is_answered(page: Page) -> None:
    page.evaluate("letGo()")


def test_a_click_sends_a_card_to_its_best_place(cast: Cast, small_site: Site) -> None:
    clara = at_the_table(cast, small_site)
    clara.page.locator("[data-pile='10'] [data-card]").last.click()
    expect(clara.table).to_have_attribute("data-ply", "1")
    assert clara.top("f1") == "2S"
    clara.page.locator("[data-pile='11'] [data-card]").last.click()
    expect(clara.table).to_have_attribute("data-ply", "2")
    assert clara.top("2") == "JC"


def test_a_move_is_drawn_before_its_answer_and_the_next_one_does_not_wait(
    cast: Cast, small_site: Site
) -> None:
    clara = at_the_table(cast, small_site)
    nothing_is_answered(clara.page)
    clara.page.locator("[data-pile='10'] [data-card]").last.click()
    assert clara.top("f1") == "2S"
    clara.page.locator("[data-pile='11'] [data-card]").last.click()
    assert clara.top("2") == "JC"
    assert clara.ply == 0
    all_is_answered(clara.page)
    expect(clara.table).to_have_attribute("data-ply", "2")
    assert (clara.top("f1"), clara.top("2")) == ("2S", "JC")


def test_the_table_is_played_by_keys_alone(cast: Cast, small_site: Site) -> None:
    clara = at_the_table(cast, small_site)
    keys = clara.page.keyboard
    keys.press("ArrowDown")
    # A key after it says that a number of one digit is all.
    keys.type("1")
    keys.press("Escape")
    expect(clara.page.locator("[data-pile='1']")).to_be_focused()
    keys.type("11")
    expect(clara.page.locator("[data-pile='11']")).to_be_focused()
    keys.press("Enter")
    expect(clara.page.locator("[data-pile='2']")).to_have_class("pile target")
    keys.type("2")
    expect(clara.page.locator("[data-pile='2']")).to_be_focused()
    keys.press("Enter")
    expect(clara.table).to_have_attribute("data-ply", "1")
    assert clara.top("2") == "JC"
    expect(clara.page.locator("[data-announce]")).to_contain_text("Jack of clubs to pile 2.")
    keys.press("u")
    expect(clara.table).to_have_attribute("data-ply", "2")
    assert clara.top("11") == "JC"
    keys.type("10")
    expect(clara.page.locator("[data-pile='10']")).to_be_focused()
    keys.press("f")
    expect(clara.table).to_have_attribute("data-ply", "3")
    assert clara.top("f1") == "2S"


def test_what_is_in_the_hand_stays_there_when_an_earlier_drop_is_refused(
    cast: Cast, small_site: Site
) -> None:
    clara = at_the_table(cast, small_site)
    answers_come_late(clara.page)
    clara.drags("12", "1")
    jack, queen = (clara.page.locator(f"[data-pile='{pile}'] [data-card]").last for pile in ("11", "2"))
    start, end = jack.bounding_box(), queen.bounding_box()
    assert start
    assert end
    mouse = clara.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 12)
    mouse.down()
    mouse.move(end["x"] + 20, end["y"] + 24)
    expect(clara.refusal()).to_be_visible()
    mouse.move(end["x"] + 20, end["y"] + 12)
    mouse.up()
    expect(clara.table).to_have_attribute("data-ply", "1")
    assert clara.top("2") == "JC"


def test_buried_cards_are_read_by_resting_the_mouse_on_their_pile(cast: Cast, small_site: Site) -> None:
    clara = at_the_table(cast, small_site)
    peek = clara.page.locator(".peek")
    expect(peek).to_be_hidden()
    clara.page.locator("[data-pile='6']").hover()
    expect(peek).to_be_visible()
    expect(peek.locator(".card")).to_have_count(len(clara.piles()["6"]))
    clara.page.mouse.move(2, 2)
    expect(peek).to_be_hidden()


@pytest.mark.parametrize("ruleset", ["cruel", "perseverance", "clock", "alternations"])
def test_the_whole_table_fits_a_small_phone_without_scrolling(
    cast: Cast, small_site: Site, ruleset: str
) -> None:
    clara = at_the_table(cast, small_site, small_phone=True, ruleset=ruleset)
    spilt = clara.page.evaluate(
        "() => [...document.querySelectorAll('.pile:not([data-kind=u]), .bar-button, .room-clock')]"
        ".filter(e => e.checkVisibility()).map(e => [e.className, e.getBoundingClientRect()])"
        ".filter(([, b]) => b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight)"
        ".map(([name]) => name)"
    )
    assert spilt == []
    root = "document.documentElement"
    assert clara.page.evaluate(f"[{root}.scrollWidth <= innerWidth, {root}.scrollHeight <= innerHeight]") == [
        True,
        True,
    ]
