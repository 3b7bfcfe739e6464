"""Each kind of race as people meet it: live, challenge, ghost, day's deal; and what is round them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Cast, served
from tests.browser.people import Person, won_game
from tests.servers import Site

pytestmark = pytest.mark.browser
# Giving up can be undone for a while.
site = served(RESIGN_UNDO="2")
# What passes by can be looked at: a countdown, and the time to undo something.
slow_site = served(RESIGN_UNDO="600", COUNTDOWN="4")


def stage(person: Person, stage: str) -> None:
    """Wait until the person's own part of the race is this one."""
    expect(person.page.locator("[data-stage]")).to_have_attribute("data-stage", stage)


def begins(person: Person) -> None:
    """Begin the own attempt, and wait for the cards."""
    person.page.locator("[data-action=begin]").click()
    stage(person, "running")
    expect(person.page.locator("[data-pile] [data-card]").first).to_be_visible()


def gives_up(person: Person) -> None:
    """Give up; seconds later that cannot be undone any more."""
    person.resigns()


def row(person: Person, name: str) -> Locator:
    """The line of the result with that name."""
    return person.rows().filter(has_text=name)


def both_run(*people: Person) -> None:
    for person in people:
        person.gets_ready()
    for person in people:
        person.waits_for_status("running")


def test_a_listed_race_appears_by_itself_and_a_code_leads_to_it(site: Site, cast: Cast) -> None:
    ana, boris, clara = (cast.enter(name, site.url) for name in ("ana", "boris", "clara"))
    clara.page.goto(clara.url)
    expect(clara.page.locator("[data-no-races]")).to_be_visible()
    ana.page.goto(ana.url)
    ana.page.locator("[data-open-race] [name=name]").fill("ana")
    ana.page.locator("[data-more] > summary").click()
    ana.page.locator("[data-open-race] [name=listed]").check()
    ana.page.locator("[data-open-race] button[type=submit]").click()
    tile = clara.page.locator("[data-race-list] a")
    expect(tile).to_contain_text("ana")
    boris.page.goto(boris.url)
    boris.page.locator("#told-code").fill(ana.page.locator("[data-short-code]").inner_text().lower())
    boris.page.locator(".told button").click()
    expect(boris.page.locator(".lobby-people h2")).to_contain_text("ana")
    boris.page.locator("form[action$='/join/'] [name=name]").fill("boris")
    boris.page.locator("form[action$='/join/'] button").click()
    expect(tile).to_contain_text("2/")
    both_run(ana, boris)
    expect(tile).to_have_count(0)


def test_a_guest_on_a_phone_is_in_the_race_after_a_name_and_one_tap(site: Site, cast: Cast) -> None:
    ana, boris = cast.enter("ana", site.url), cast.enter("boris", site.url, phone=True)
    path = ana.opens_a_race("cruel")
    boris.page.goto(boris.url + path)
    button = boris.page.locator("form[action$='/join/'] button")
    expect(button).to_be_in_viewport()
    assert boris.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boris.page.locator("form[action$='/join/'] [name=name]").fill("boris")
    button.tap()
    ready = boris.page.locator("[data-action=ready]")
    expect(ready).to_be_in_viewport()
    ready.tap()
    ana.gets_ready()
    boris.waits_for_status("running")


TOLD = """
globalThis.told = {titles: [], tones: 0};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  told.tones++;
  return start.apply(this, when);
};
addEventListener("DOMContentLoaded", () => {
  const title = document.querySelector("title");
  new MutationObserver(() => told.titles.push(document.title)).observe(title, {childList: true});
});
"""


def test_the_start_is_told_in_the_title_and_by_a_sound_unless_that_is_off(
    slow_site: Site, cast: Cast
) -> None:
    ana, boris = (cast.enter(name, slow_site.url) for name in ("ana", "boris"))
    for person in (ana, boris):
        person.page.add_init_script(TOLD)
    boris.page.add_init_script("localStorage.setItem('settings', '{\"sound\": \"off\"}')")
    boris.follows_the_link(ana.opens_a_race("cruel"))
    both_run(ana, boris)
    expect(ana.page).to_have_title("Cruel · Patience Racing")
    ana.page.wait_for_function("told.tones >= 3")
    for person in (ana, boris):
        titles = person.page.evaluate("told.titles")
        assert any(re.match(r"\W*[1-4] · Cruel", title) for title in titles), titles
    assert boris.page.evaluate("told.tones") == 0


def test_signs_and_watchers_are_seen_and_giving_up_can_be_undone(slow_site: Site, cast: Cast) -> None:
    ana, boris, clara = (cast.enter(name, slow_site.url) for name in ("ana", "boris", "clara"))
    boris.follows_the_link(ana.opens_a_race("cruel", deal=1))
    both_run(ana, boris)
    clara.page.goto(clara.url + ana.path)
    expect(ana.page.locator("[data-watching] [data-count]")).to_have_text("1")
    ana.page.locator("[data-reacting-menu] > summary").click()
    ana.page.get_by_role("button", name="Well played!").click()
    for other in (boris, clara):
        expect(other.rival("ana").locator("[data-reacting=cheer]")).to_be_attached()
    expect(boris.page.locator("[data-announce]")).to_contain_text("ana: Well played!")
    gives_up(boris)
    expect(boris.page.locator("[data-undo]")).to_be_visible()
    boris.page.locator("[data-action=unresign]").click()
    expect(boris.page.locator("[data-undo]")).to_be_hidden()
    boris.plays("10-f")
    expect(ana.rival("boris").locator(".rival-place")).to_have_text("1")
    expect(ana.rival("ana").locator(".rival-place")).to_have_text("2")


def test_a_result_has_its_chart_its_proof_and_its_ghosts(site: Site, cast: Cast) -> None:
    ana, boris = (cast.enter(name, site.url) for name in ("ana", "boris"))
    boris.follows_the_link(ana.opens_a_race("cruel", deal=1))
    both_run(ana, boris)
    for move in won_game("cruel")["moves"][:2]:
        ana.plays(move)
    boris.plays("10-f")
    gives_up(boris)
    gives_up(ana)
    stage(ana, "finished")
    expect(ana.page.locator("[data-chart] [data-series]")).to_have_count(2)
    ana.page.get_by_label("over moves").check()
    expect(ana.page.locator("[data-chart] [data-series]")).to_have_count(2)
    expect(ana.page.locator("[data-replays]")).to_be_visible()

    ana.page.locator("details.proof > summary").last.click()
    expect(ana.page.locator("[data-proof]")).to_have_class(re.compile("holds"))
    ana.page.locator("[data-fair]").click()
    expect(ana.page.locator("[data-check-says]")).to_have_class(re.compile("holds"))
    expect(ana.page.locator("[data-dealt] li")).to_have_count(12)

    # Against a ghost one racer is enough, and it plays at its own pace.
    row(boris, "ana").locator("[data-action=ghost]").click()
    boris.page.wait_for_url(re.compile(r"/r/"))
    expect(boris.page.locator("[data-ghost]")).to_contain_text("ana")
    boris.page.locator("[data-action=start]").click()
    boris.waits_for_status("running")
    ghost = boris.page.locator("[data-ghost]")
    expect(ghost).to_have_attribute("data-plies", "2")
    expect(ghost).to_have_attribute("data-progress", "5")
    gives_up(boris)
    stage(boris, "finished")
    expect(boris.page.locator("[data-result-title]")).to_have_text("The ghost of ana wins")
    expect(row(boris, "Ghost of ana")).to_contain_text("5/52")


def test_in_a_challenge_results_are_hidden_until_one_has_finished(site: Site, cast: Cast) -> None:
    ana, boris = (cast.enter(name, site.url) for name in ("ana", "boris"))
    path = ana.opens_a_race("cruel", deal=1, kind="challenge", term="1")
    expect(ana.page.locator("[data-term]")).to_contain_text("Open until")
    boris.page.goto(boris.url + path)
    boris.page.locator("form[action$='/join/'] [name=name]").fill("boris")
    boris.page.locator("form[action$='/join/'] button").click()
    stage(boris, "before")
    begins(ana)
    ana.plays("10-f")
    gives_up(ana)
    stage(ana, "waiting")
    expect(row(ana, "boris")).to_contain_text("not begun yet")
    boris.page.reload()
    expect(boris.rival("ana")).to_contain_text("has finished")
    assert boris.rival("ana").get_attribute("data-progress") == "0"
    begins(boris)
    gives_up(boris)
    stage(boris, "waiting")
    expect(row(boris, "ana")).to_contain_text("5/52")
    expect(row(ana, "boris")).to_contain_text("4/52")
    assert [row(ana, name).locator(".place").inner_text() for name in ("ana", "boris")] == ["1", "2"]


@pytest.mark.usefixtures("one_day")
def test_the_deal_of_the_day_is_played_once_and_shared_as_a_line(site: Site, cast: Cast) -> None:
    ana = cast.enter("ana", site.url)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.page.goto(ana.url)
    ana.page.locator("[data-daily=cruel] .tile").click()
    stage(ana, "before")
    begins(ana)
    gives_up(ana)
    stage(ana, "waiting")
    expect(ana.page.locator("[data-result-title]")).to_have_text("Your attempt is over")
    ana.page.locator("[data-action=share-result]").click()
    expect(ana.page.locator("[data-action=share-result]")).to_have_text("Copied")
    text = ana.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(
        r"Patience Racing, Cruel, deal of .*: 4 of 52 cards home, 0:\S+?\. http\S+/r/\w+/", text
    )
    ana.page.goto(ana.url + "/daily/")
    tile = ana.page.locator("[data-daily=cruel] .tile")
    expect(tile).to_contain_text("resigned")
    tile.click()
    stage(ana, "waiting")
    expect(ana.page.locator("[data-action=begin]")).to_be_hidden()


def test_a_record_is_checked_line_by_line_then_watched_and_raced(site: Site, cast: Cast) -> None:
    ana = cast.enter("ana", site.url)
    # A deal of which no race goes on: its record would stay closed.
    ana.practises("cruel", 77)
    ana.plays("r")
    gives_up(ana)
    stage(ana, "finished")
    replay = str(ana.page.locator("[data-result-rows] .replay a").evaluate("link => link.href"))
    text = ana.page.request.get(replay.replace("/replay/", "/record/")).text()
    wrong = text.rstrip() + " 10-99\n"
    ana.page.goto(ana.url + "/records/")
    ana.page.locator("[name=text]").fill(wrong)
    with ana.page.expect_response(lambda response: response.status == 400):
        ana.page.locator(".records form button").click()
    problem = ana.page.locator(".problem")
    expect(problem).to_have_attribute("data-line", str(len(wrong.splitlines())))
    expect(problem).to_have_attribute("data-column", str(wrong.splitlines()[-1].index("10-99") + 1))
    ana.page.locator("[name=record_file]").set_input_files(
        {"name": "ana.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    ana.page.locator("[name=text]").fill("")
    ana.page.locator(".records form button").click()
    ana.page.wait_for_url(re.compile(r"/records/\d+/"))
    ana.page.locator("[data-action=ghost]").click()
    ana.page.wait_for_url(re.compile(r"/r/"))
    expect(ana.page.locator("[data-ghost]")).to_have_count(1)
    # The browser tells of the refused record, as it should.
    ana.errors = [error for error in ana.errors if "400" not in error]


def test_who_presses_twice_opens_one_race(cast: Cast, small_site: Site) -> None:
    ana = cast.enter("ana", small_site.url)
    sent: list[str] = []
    ana.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    ana.page.goto(small_site.url)
    form = ana.page.locator("form[action$='/races/']")
    form.locator("[name=name]").fill("ana")
    form.locator("button[type=submit]").first.dblclick()
    ana.page.wait_for_url(re.compile("/r/"))
    assert sent == [f"{small_site.url}/races/"]
