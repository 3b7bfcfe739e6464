"""Trace a hand at the table of 104 cards in Chromium: `python -m scripts.hand`.

Prints the main thread's CPU time, which a busy machine does not lengthen: of the press and the first move after it, and
of each frame while a card is dragged. A frame at 60 a second has 16.7 ms.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, LAPTOP, PHONE
from tests.browser.people import Person
from tests.browser.tracing import stopped
from tests.servers import daphne_site

MOVES = 120
SLOWER = 4
# What the main thread does for a frame beside the handlers of events.
DRAWING = {
    "UpdateLayoutTree",
    "Layout",
    "PrePaint",
    "Paint",
    "Layerize",
    "Commit",
    "FireAnimationFrame",
    "HitTest",
}


def main() -> None:
    """Print a row for a laptop, and for a phone with a slower processor."""
    with tempfile.TemporaryDirectory() as folder, daphne_site(Path(folder), SOLVERS="0") as site:
        print(
            "| screen | press, ms | first move, ms | a frame of the drag, ms | the longest, ms |\n|---|---|---|---|---|"
        )
        for title, device, slower in (
            ("laptop", LAPTOP, 1),
            ("phone, processor four times slower", PHONE, SLOWER),
        ):
            print(f"| {title} | " + " | ".join(f"{ms:.2f}" for ms in traced(site.url, device, slower)) + " |")


def traced(url: str, device: dict[str, Any], slower: int) -> tuple[float, float, float, float]:
    """Drag one card about: milliseconds of the press, the first move, a usual and the longest later move."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        page = browser.new_context(**device).new_page()
        Person("ana", url, page).practises("alternations", 1)
        page.wait_for_timeout(1500)  # until the cards lie
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        box = page.locator("[data-pile='4'] [data-card]").last.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + 10
        session.send(
            "Tracing.start", {"transferMode": "ReturnAsStream", "categories": "devtools.timeline,blink"}
        )
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(MOVES):
            page.mouse.move(x + 10 + step % 60, y + 10 + step)
            page.evaluate("new Promise(requestAnimationFrame)")
        page.mouse.up()
        events = stopped(session)
        browser.close()
    return figures(events)


def figures(events: list[dict[str, Any]]) -> tuple[float, float, float, float]:
    """Sum up the thread's time, from each move of the pointer to the next."""
    timed = sorted((e for e in events if e.get("ph") == "X" and "tdur" in e), key=lambda e: float(e["ts"]))
    frames: list[tuple[str, float]] = []
    for event in timed:
        data = event.get("args", {}).get("data") or {}
        if event["name"] == "EventDispatch":
            if data.get("type") in ("pointerdown", "pointermove"):
                frames.append((data["type"], 0.0))
            if frames and data.get("type", "").startswith(("pointer", "mouse")):
                frames[-1] = (frames[-1][0], frames[-1][1] + event["tdur"] / 1000)
        elif event["name"] in DRAWING and frames:
            frames[-1] = (frames[-1][0], frames[-1][1] + event["tdur"] / 1000)
    at = next(number for number, (kind, _) in enumerate(frames) if kind == "pointerdown")
    press, first, *later = [ms for _, ms in frames[at:]]
    return press, first, statistics.median(later), max(later)


if __name__ == "__main__":
    main()
