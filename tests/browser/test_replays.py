"""The replay in the browser: links to a move, redeals, the list of moves, and two attempts side by side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Cast
from tests.browser.people import Person
from tests.servers import Site

pytestmark = pytest.mark.browser
# Deal 1 of Cruel; after the first redeal the two of clubs lies on pile 5.
MOVES = ["11-2", "r", "5-f", "r"]


def finished_race(cast: Cast, site: Site) -> tuple[Person, Person]:
    """Let ana make four moves and boris one before both give up."""
    ana, boris = cast.enter("ana", site.url), cast.enter("boris", site.url)
    path = ana.opens_a_race("cruel", deal=1)
    boris.follows_the_link(path)
    ana.gets_ready()
    boris.gets_ready()
    ana.waits_for_status("running")
    for person in ana, boris:
        expect(person.page.locator("[data-pile='11'] [data-card]").first).to_be_visible()
    for move in MOVES:
        ana.plays(move)
    boris.plays("11-2")
    ana.resigns()
    boris.resigns()
    ana.waits_for_status("finished")
    return ana, boris


def test_a_replay_opens_at_the_linked_move_and_two_attempts_stand_side_by_side(
    cast: Cast, small_site: Site
) -> None:
    ana, _ = finished_race(cast, small_site)
    page = ana.page
    room = ana.path
    replay = page.locator("[data-result-row]", has_text="ana").locator("a[href*='/replay/']").first
    page.goto(small_site.url + (replay.get_attribute("href") or "") + "?ply=2")
    root = page.locator("[data-replay-root]")
    expect(root).to_have_attribute("data-ply", "2")
    assert len(page.locator("[data-move]").all()) == len(MOVES)
    expect(page.locator("[data-move='2']")).to_have_attribute("aria-current", "step")
    page.keyboard.press("PageDown")
    expect(root).to_have_attribute("data-ply", "4")
    page.locator("[data-replay=redeal-back]").click()
    expect(root).to_have_attribute("data-ply", "2")
    page.locator("[data-move='3'] button").click()
    expect(root).to_have_attribute("data-ply", "3")
    assert ana.top("f4") == "2C"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-replay=share]").click()
    expect(page.locator("[data-copied]")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(link)
    expect(root).to_have_attribute("data-ply", "3")
    # The slider may be drawn before the script is there.
    held: list[Route] = []
    page.route(re.compile(r"/replay_page\."), lambda route: held.append(route))
    page.goto(link.split("?")[0], wait_until="commit")
    page.locator("[data-replay=scrub]").fill("3")
    expect(root).to_have_attribute("data-ply", "0")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(root).to_have_attribute("data-ply", "3")
    # Paper gets the deal, and every move; the page stays where it was.
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(root).to_have_attribute("data-ply", "0")
    expect(page.locator("[data-move='4']")).to_be_visible()
    expect(page.locator("[data-printed]")).to_have_text(re.compile(r"^4 moves · Home: 5/52 · Score: 3 · "))
    expect(page.locator("[data-replay=scrub]")).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(root).to_have_attribute("data-ply", "3")

    page.goto(f"{small_site.url}{room}replays/?by=ply&ply=1")
    both = page.locator("[data-replays-root]")
    expect(both).to_have_attribute("data-ply", "1")
    tables = [page.locator(f"[data-side={side}] [data-table]") for side in ("left", "right")]
    for table in tables:
        expect(table).to_have_attribute("data-ply", "1")
    page.keyboard.press("End")
    # Boris's one move is the last of his.
    expect(page.locator(f"[data-side] [data-table][data-ply='{len(MOVES)}']")).to_have_count(1)
    expect(page.locator("[data-side] [data-table][data-ply='1']")).to_have_count(1)
    expect(page.locator(".chart [data-series]")).to_have_count(4)
    page.locator(".chart-table summary").first.click()
    assert re.search(r"4\D+4", page.locator(".chart-table table").first.inner_text())
