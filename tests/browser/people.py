"""What a person does and sees in the browser, in the words of the game."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

VECTORS = Path(__file__).resolve().parent.parent / "engine" / "vectors"
# Seconds to wait for what should be there at once: a machine may be busy, and slow is not wrong.
PATIENCE = 60.0
FOUNDATIONS_OF = {"cruel": "SHDC", "alternations": "SSHHDDCC"}
MOVE = re.compile(r"(?P<source>f?\d+|w)-(?P<target>f|\d+)(?:x(?P<count>\d+))?")


def won_game(ruleset: str) -> dict[str, Any]:
    """Return a vector game of the ruleset that ends won: `deal`, `moves`, `positions`."""
    games = json.loads((VECTORS / f"{ruleset}.json").read_text())["games"]
    return next(game for game in games if list(game["positions"].values())[-1]["won"])


class Person:
    """Somebody at a browser. Positions are read from the page, never from the server."""

    def __init__(self, name: str, url: str, page: Page) -> None:
        self.name, self.url, self.page = name, url, page
        self.console: list[str] = []
        self.errors: list[str] = []
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self._heard("error", str(error)))

    def _heard(self, kind: str, text: str) -> None:
        self.console.append(f"{kind}: {text}")
        if kind == "error" and "WebSocket connection" not in text and "ERR_INTERNET_DISCONNECTED" not in text:
            self.errors.append(f"{self.name}: {text}")

    # ---- before the race

    def opens_a_race(self, ruleset: str, deal: int | None = None, **settings: str) -> str:
        """Open a race from the home page and return its path."""
        self.page.goto(self.url)
        self.page.locator("form[action$='/races/'] [name=name]").fill(self.name)
        form = self.page.locator("form[action$='/races/']")
        form.locator("[name=ruleset]").first.wait_for(state="attached")
        self._choose(form, "ruleset", ruleset)
        if deal is not None:
            self._reveal(form, "deal_number")
            form.locator("[name=deal_number]").fill(str(deal))
        for name, value in settings.items():
            self._reveal(form, name)
            self._choose(form, name, value)
        form.locator("button[type=submit]").first.click()
        self.page.wait_for_url(re.compile(r"/r/[^/]+/$"))
        return self.path

    def _choose(self, form: Locator, name: str, value: str) -> None:
        field = form.locator(f"[name={name}]").first
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            form.locator(f"[name={name}][value='{value}']").check(force=True)

    def _reveal(self, form: Locator, name: str) -> None:
        if not form.locator(f"[name={name}]").first.is_visible():
            form.locator(f"details:has([name={name}]) > summary").first.click()

    @property
    def path(self) -> str:
        """The path of the page being looked at."""
        return re.sub(r"^https?://[^/]+", "", self.page.url)

    def practises(self, ruleset: str, deal: int) -> None:
        """Begin to practise a numbered deal, from the home page."""
        self.page.goto(self.url)
        form = self.page.locator("form[action$='/practice/']")
        self._choose(form, "ruleset", ruleset)
        form.locator("[name=deal_number]").fill(str(deal))
        form.locator("button[type=submit]").first.click()
        self.page.wait_for_url(re.compile(r"/r/[^/]+/$"))
        expect(self.page.locator("[data-pile] [data-card]").first).to_be_visible()

    def follows_the_link(self, path: str) -> None:
        """Open a race's link and join by name."""
        self.page.goto(self.url + path)
        form = self.page.locator("form[action$='/join/']")
        form.locator("[name=name]").fill(self.name)
        form.locator("button[type=submit]").click()
        expect(self.page.locator("[data-action=ready]")).to_be_visible()

    def gets_ready(self) -> None:
        """Say ready."""
        self.page.locator("[data-action=ready]").click()

    def waits_for_status(self, status: str) -> None:
        """Wait until the room says that the race is in this phase."""
        expect(self.page.locator("[data-status]").first).to_have_attribute("data-status", status)

    # ---- at the table

    @property
    def table(self) -> Locator:
        """The table's root, which carries the last acknowledged ply."""
        return self.page.locator("[data-table]")

    @property
    def ply(self) -> int:
        """The last acknowledged ply."""
        return int(self.page.locator("[data-table]").get_attribute("data-ply") or "0")

    def piles(self) -> dict[str, list[str]]:
        """The cards that the page shows, pile by pile, bottom first."""
        shown: dict[str, list[str]] = self.page.locator("[data-pile]").evaluate_all(
            "piles => Object.fromEntries(piles.map(pile => [pile.dataset.pile,"
            " [...pile.querySelectorAll('[data-card]')].map(card => card.dataset.card)]))"
        )
        return shown

    def waits_for_piles(self, piles: dict[str, list[str]]) -> None:
        """Wait until the page shows these piles, as `piles` gives them."""
        deadline = time.monotonic() + PATIENCE
        while (shown := self.piles()) != piles:
            assert time.monotonic() < deadline, shown
            self.page.wait_for_timeout(20)

    def top(self, pile: str) -> str:
        """The top card of a pile."""
        return self.piles()[pile][-1]

    def drags(self, source: str, target: str, count: int = 1) -> None:
        """Drag the top `count` cards of a pile onto another and let go."""
        cards = self.page.locator(f"[data-pile='{source}'] [data-card]")
        start = cards.nth(cards.count() - count).bounding_box()
        goal = self.page.locator(f"[data-pile='{target}']")
        held = goal.locator("[data-card]")
        end = (held.last if held.count() else goal).bounding_box()
        assert start
        assert end
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + min(12, start["height"] / 2))
        mouse.down()
        middle = end["x"] + end["width"] / 2, end["y"] + min(12, end["height"] / 2)
        mouse.move(middle[0] - 8, middle[1] + 4)
        mouse.move(*middle)
        mouse.up()

    def plays(self, move: str) -> None:
        """Play a move by hand and wait until the server has acknowledged it.

        A drag that a busy browser let fall is begun again, as a person does who sees the cards lie where they were.
        """
        before, lay = self.ply, self.piles()
        self.tries(move)
        for _ in range(2):
            try:
                expect(self.table).to_have_attribute("data-ply", str(before + 1), timeout=15_000)
                return
            except AssertionError:
                if "-" not in move or (self.ply, self.piles()) != (before, lay):
                    break
                self.tries(move)
        expect(self.table).to_have_attribute("data-ply", str(before + 1))

    def tries(self, move: str) -> None:
        """Play a move by hand, whatever comes of it."""
        if move == "r":
            self.page.locator("[data-action=redeal]").click()
        elif move == "d":
            self.page.locator("[data-pile=s]").click()
        elif move == "u":
            self.page.locator("[data-action=takeback]").click()
        elif move.isdigit():
            self.page.locator(f"[data-pile='{move}'], [data-hour='{move}']").first.click()
        else:
            self._drags_a_move(move)

    def _drags_a_move(self, move: str) -> None:
        match = MOVE.fullmatch(move)
        assert match, f"not a move: {move}"
        source, target = match["source"], match["target"]
        if target == "f":
            suits = FOUNDATIONS_OF["alternations" if len(self._foundations()) == 8 else "cruel"]
            target = f"f{suits.index(self.top(source)[1]) + 1}"
        self.drags(source, target, int(match["count"] or 1))

    def _foundations(self) -> list[str]:
        return [pile for pile in self.piles() if pile.startswith("f")]

    # ---- about the others

    def rival(self, name: str) -> Locator:
        """The rival's bar with that name."""
        return self.page.locator("[data-rival]", has_text=name)

    def refusal(self) -> Locator:
        """The sentence that says why something was refused."""
        return self.page.locator("[data-refusal]")

    def rows(self) -> Locator:
        """The rows of the result."""
        return self.page.locator("[data-result-row]")

    def resigns(self) -> None:
        """Give up, and confirm it where the page asks."""
        self.page.once("dialog", lambda dialog: dialog.accept())
        self.page.locator("[data-action=resign]").click()
        confirm = self.page.locator("[data-action=resign-confirm]")
        if confirm.count() and confirm.first.is_visible():
            confirm.first.click()
