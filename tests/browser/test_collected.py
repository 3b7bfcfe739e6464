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
        assert {"main.ru.js", "site.ru.js", "settings_dialog.ru.js", "result.ru.js", "room.page.css"} <= set(
            files
        )
        assert not [
            name for name in files if name.endswith(".js") and ".ru." not in name and name != "early.js"
        ]
