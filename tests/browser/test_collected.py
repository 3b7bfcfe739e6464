"""The site as it is served: a page's modules and styles are one file, with the sentences of the page's language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts.weight import site
from tests.browser.conftest import Cast

pytestmark = pytest.mark.browser
FILES = """performance.getEntriesByType("resource")
  .map(({name}) => name.replace(/.*[/]/, "").replace(/[.][0-9a-f]{12}/, ""))"""


def test_a_collected_room_is_played_to_its_end_in_the_language_of_the_page(
    cast: Cast, tmp_path: Path
) -> None:
    with site(tmp_path) as served:
        ana = cast.enter("ana", served.url, locale="ru-RU")
        ana.practises("cruel", 1)
        ana.plays("11-2")
        ana.drags("1", "2")
        expect(ana.refusal()).to_contain_text("не подходит")
        ana.page.locator("[data-action=settings]").click()
        expect(ana.page.locator("[data-settings] h2")).to_have_text("Настройки стола")
        ana.page.keyboard.press("Escape")
        ana.resigns()
        expect(ana.page.locator("[data-result-title]")).to_have_text("Тренировка окончена")
        files = ana.page.evaluate(FILES)
        parts = {"main", "own_table", "site", "settings_dialog", "result"}
        assert {f"{part}.ru.js" for part in parts} | {"room.page.css"} <= set(files)
        assert not [name for name in files if name.endswith(".js") and ".ru." not in name]

        # The table's script is lost on its way, until it is asked for once more.
        boris = cast.enter("boris", served.url)
        boris.page.route(
            "**/own_table.*", lambda route: route.continue_() if "?" in route.request.url else route.abort()
        )
        boris.practises("cruel", 1)
        boris.plays("11-2")
        boris.errors.clear()  # the requests that were lost
