"""The solver in the browser: hints in practice, a race of a deal that can be won, and par."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Cast, served
from tests.browser.people import Person
from tests.servers import Site

pytestmark = pytest.mark.browser
# Of cruel-when-stuck: it can be won.
DEAL = 3
# The first run on a machine compiles, at the lowest priority.
WARM_MS = 900_000


# What `make play` serves, with its solver.
site = served(SOLVERS="1")


def practises(person: Person, ruleset: str, deal: int) -> None:
    person.page.goto(person.url)
    form = person.page.locator("form[action$='/practice/']")
    form.locator("[name=ruleset]").select_option(ruleset)
    form.locator("[name=deal_number]").fill(str(deal))
    form.locator("button[type=submit]").click()
    expect(person.table).to_have_attribute("data-ply", "0")
    expect(person.page.locator("[data-pile='12'] [data-card]").first).to_be_visible()


def asks_until_the_solver_is_ready(person: Person) -> str:
    """Ask for a hint, again while the solver is being made ready; return the sentence that comes with the answer."""
    sentence = person.refusal()
    for _ in range(WARM_MS // 1_000):
        sentence.evaluate("one => { one.hidden = true; }")
        person.page.keyboard.press("h")
        expect(sentence).to_be_visible()
        said = sentence.inner_text()
        if "made ready" not in said:
            return said
        person.page.wait_for_timeout(1_000)
    raise AssertionError("the solver did not get ready")


def shown(person: Person) -> str:
    return person.page.locator("[data-hint]").get_attribute("data-hint") or ""


def test_a_hint_is_an_arrow_and_whoever_follows_gets_the_next_at_once(cast: Cast, site: Site) -> None:
    ana = cast.enter("ana", site.url)
    told: list[str] = []
    ana.page.on("websocket", lambda line: line.on("framereceived", lambda frame: told.append(str(frame))))
    practises(ana, "cruel-when-stuck", DEAL)
    asks_until_the_solver_is_ready(ana)
    arrow = ana.page.locator("[data-hint]")
    expect(arrow).to_have_count(1)
    assert any('"status":"searching"' in frame for frame in told)
    told.clear()
    for ask in (
        lambda: ana.page.keyboard.press("h"),
        lambda: ana.page.locator("[data-action=hint]").click(),
    ):
        ana.plays(shown(ana))
        expect(arrow).to_have_count(0)
        ask()
        expect(arrow).to_have_count(1)
    assert any('"type":"hint"' in frame for frame in told)
    assert not any('"status":"searching"' in frame for frame in told), "it was known already"
    expect(ana.page.locator("[data-hints-used]")).to_have_text("3")


def test_a_lost_deal_is_called_lost(cast: Cast, site: Site) -> None:
    ana = cast.enter("ana", site.url)
    practises(ana, "cruel-when-stuck", 2)
    assert "proved" in asks_until_the_solver_is_ready(ana)


def test_friends_race_a_certified_deal_and_see_par_on_its_board(cast: Cast, site: Site) -> None:
    clara = cast.enter("clara", site.url)
    practises(clara, "cruel-when-stuck", DEAL)
    asks_until_the_solver_is_ready(clara)
    ana, boris = cast.enter("ana", site.url), cast.enter("boris", site.url)
    ana.page.goto(f"{site.url}/?ruleset=cruel-when-stuck&certified=1")
    form = ana.page.locator("form[action$='/races/']")
    expect(form.locator("[name=certified]")).to_be_checked()
    form.locator("[name=name]").fill("ana")
    # A solver that has too little of a busy machine has no deal ready at first.
    for _ in range(30):
        with ana.page.expect_navigation():
            form.locator("button[type=submit]").click()
        if "/r/" in ana.page.url:
            break
        ana.page.wait_for_timeout(1_000)
    ana.errors = [error for error in ana.errors if "503" not in error]
    boris.follows_the_link(ana.path)
    expect(boris.page.locator("[data-certified]")).to_be_visible()
    for person in (ana, boris):
        person.gets_ready()
    for person in (ana, boris):
        person.waits_for_status("running")
    expect(ana.page.locator("[data-action=hint]")).to_have_count(0)
    for person in (ana, boris):
        person.resigns()
    ana.waits_for_status("finished")

    par = ana.page.locator("[data-result] [data-par]")
    expect(par).to_have_attribute("data-par", re.compile(r"^\d+$"), timeout=180_000)
    # What is known when the race ends may still be bettered: the score that counts is the last.
    expect(par).not_to_contain_text("still looking", timeout=180_000)
    score = par.get_attribute("data-par") or ""
    ana.page.locator("[data-action=verdict]").click()
    expect(ana.page.locator("[data-verdict-says]")).to_contain_text("a win was still found", timeout=180_000)

    ana.page.locator("[data-board]").click()
    expect(ana.page.locator("[data-par]")).to_have_attribute("data-par", score)
    ana.page.locator("[data-par] a").click()
    expect(ana.page.locator("[data-replay-root]")).to_have_attribute("data-ply", "0")
    # The page says ply 0 before its script runs; once the cards lie there it listens to keys.
    expect(ana.page.locator("[data-pile='12'] [data-card]").first).to_be_visible()
    ana.page.keyboard.press("End")
    expect(ana.page.locator("[data-said=score]")).to_have_text(score)
    expect(ana.page.locator("[data-said=home]")).to_have_text("52")
