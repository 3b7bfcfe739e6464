"""Draw the icons' PNG files from their SVG files, and the picture of the site: `python -m scripts.icons`.

Done by hand after an icon changed; the files are committed, because serving needs no browser.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from racing.pictures import Poster, png

FOLDER = Path(__file__).resolve().parent.parent / "racing" / "static" / "racing"
# File, from which SVG, pixels.
ICONS = [
    ("icon-180.png", "icon-maskable.svg", 180),
    ("icon-192.png", "icon.svg", 192),
    ("icon-512.png", "icon.svg", 512),
    ("icon-maskable-512.png", "icon-maskable.svg", 512),
]
SITE = Poster("Race friends at patience", "The same deal, the same start, every move checked.")


def main() -> None:
    """Write all files."""
    (FOLDER / "preview.png").write_bytes(png(SITE))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, source, size in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (FOLDER / source).read_text(encoding="utf-8").replace("<svg ", f'<svg width="{size}" ')
            page.set_content(f"<style>*{{margin:0;display:block}}</style>{svg}")
            page.screenshot(path=FOLDER / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
