"""A redeal is looked at before it is asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Cast
from tests.servers import Site

pytestmark = pytest.mark.browser
GHOSTS = "ghosts => Object.fromEntries(ghosts.map(ghost => [ghost.dataset.ghost, ghost.dataset.cardAfter]))"


def test_a_held_redeal_button_shows_the_tops_that_a_redeal_then_brings(cast: Cast, small_site: Site) -> None:
    clara = cast.enter("clara", small_site.url)
    clara.practises("cruel", 1)
    clara.plays("11-2")
    before = clara.piles()
    button = clara.page.locator("[data-action=redeal]")
    button.hover()
    clara.page.mouse.down()
    ghosts = clara.page.locator("[data-ghost]")
    expect(ghosts).to_have_count(12)
    shown = ghosts.evaluate_all(GHOSTS)
    expect(clara.page.locator("[data-announce]")).to_contain_text("On top after a redeal: Pile 1")
    clara.page.mouse.up()
    expect(ghosts).to_have_count(0)
    assert (clara.ply, clara.piles()) == (1, before)

    clara.page.keyboard.press("p")
    expect(ghosts).to_have_count(12)
    clara.page.keyboard.press("p")
    expect(ghosts).to_have_count(0)
    clara.plays("r")
    tops = {pile: cards[-1] if cards else "" for pile, cards in clara.piles().items() if pile.isdigit()}
    assert tops == shown
    assert tops != {pile: before[pile][-1] for pile in tops}
