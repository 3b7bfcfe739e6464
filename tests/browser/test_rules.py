"""The rules pages in a browser: the cards have their faces, and no language is too wide for a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from engine.rulesets import RULESETS
from racing.rules_pages import LANGUAGES
from tests.browser.people import PATIENCE
from tests.servers import Site

pytestmark = pytest.mark.browser

NARROW_PHONE = {"width": 320, "height": 640}
LAPTOP = {"width": 1366, "height": 768}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [NARROW_PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_card_has_its_face_and_nothing_reaches_beyond_the_screen(
    chromium: Browser, small_site: Site, language: str, size: dict[str, int]
) -> None:
    page = chromium.new_page(viewport=size)  # type: ignore[arg-type]  # A dict of the two numbers it wants.
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for key in RULESETS:
        page.goto(f"{small_site.url}/rules/{key}/?lang={language}")
        page.wait_for_function("!document.querySelector('.rules .card-sign')")

        faces = page.evaluate(
            "[...document.querySelectorAll('.rules .card')].map(card => !!card.querySelector('svg.face'))"
        )
        assert faces and all(faces), key
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), key
        # A picture keeps its cards on its felt.
        assert page.evaluate(
            """[...document.querySelectorAll('.rules .shown, .rules .shown-change, .rules .shown-step > .shown-table')]
            .every(felt => [...felt.querySelectorAll('.card')].every(card => {
                const [inner, outer] = [card.getBoundingClientRect(), felt.getBoundingClientRect()];
                return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom;
            }))"""
        ), key
        # In a comparison with columns every column is seen.
        assert page.evaluate(
            "[...document.querySelectorAll('.rules-compare')].every(box => box.scrollWidth <= box.clientWidth)"
        ), key
    page.close()
    assert not errors
