"""Weigh the first load of a race's page, and time it on a throttled phone: `python -m scripts.weight`.

Serves the collected files as a site does: by the workers (brotli, HTTP/1.1), and by nginx (gzip, HTTP/2 over TLS).
Bytes are those on the wire, headers included, with nothing cached, until nothing is asked for any more. Interactive is
when the first picture is there and the room takes presses. Beside it stands what the page's main thread computed until
it took them, which a busy machine does not lengthen: from loads of their own, because tracing takes time.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, PHONE
from tests.browser.people import Person
from tests.browser.tracing import stopped
from tests.front import front
from tests.servers import Site, collect_static, daphne_site, free_port

# A phone on a good mobile network: bytes a second, milliseconds there and back, how many times slower it thinks.
DOWN, LATENCY, SLOWER = 9_000_000 / 8, 60, 4
ROUNDS, TRACED_ROUNDS = 5, 3
CATEGORIES = "toplevel,devtools.timeline,blink,loading,v8,blink.user_timing"
LANGUAGES = ("en-GB", "ru-RU", "de-DE", "pt-BR")
# Set by the page itself when its last button stops waiting for the script.
READY = """
new MutationObserver(() => {
  const [all, waiting] = ["[data-waits]", "[data-waits][disabled]"].map((found) => document.querySelector(found));
  if (all && !waiting && !window.readyAt) window.readyAt = performance.mark("ready").startTime;
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["disabled"]});
"""
INTERACTIVE = """
Math.max(window.readyAt, performance.getEntriesByName("first-contentful-paint")[0].startTime)
"""


def main() -> None:
    """Print a table of both ways of serving."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        print(
            "| served by | language | requests | kB | interactive, ms | computed, ms |\n|---|---|---|---|---|---|"
        )
        for title, served in (("workers", by_workers), ("nginx", by_nginx)):
            with served(folder / title) as url:
                path = Person("ana", url, fresh(browser).new_page()).opens_a_race("cruel")
                for language in LANGUAGES:
                    loads = [load(browser, url + path, language) for _ in range(ROUNDS)]
                    requests, size, _ = loads[0]
                    ready = statistics.median(each[2] for each in loads)
                    traced = (computed_in(browser, url + path, language) for _ in range(TRACED_ROUNDS))
                    computed = statistics.median(traced)
                    told = f"{requests} | {size / 1000:.1f} | {ready:.0f} | {computed:.0f}"
                    print(f"| {title} | {language} | {told} |", flush=True)
        browser.close()


@contextmanager
def by_workers(folder: Path, **variables: str) -> Iterator[str]:
    """One worker that serves everything."""
    with site(folder, **variables) as served:
        yield served.url


@contextmanager
def by_nginx(folder: Path) -> Iterator[str]:
    """The same behind nginx with TLS."""
    folder.mkdir()
    port = free_port()
    certificate, key = folder / "site.pem", folder / "site.key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=here"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    listen = f"listen 127.0.0.1:{port} ssl http2; ssl_certificate {certificate}; ssl_certificate_key {key};"
    with (
        site(folder, PUBLIC_URL=f"https://127.0.0.1:{port}") as served,
        front(served, port, LISTEN=listen, OUTER_SCHEME="https"),
    ):
        yield f"https://127.0.0.1:{port}"


@contextmanager
def site(folder: Path, **variables: str) -> Iterator[Site]:
    """A site with its files collected."""
    folder.mkdir(exist_ok=True)
    with daphne_site(folder, SOLVERS="0", **collect_static(folder / "static"), **variables) as served:
        yield served


def fresh(browser: Browser, locale: str = "en-GB") -> Any:
    """A browser that has never been here."""
    phone: dict[str, Any] = {**PHONE, "service_workers": "block", "ignore_https_errors": True}
    return browser.new_context(**phone, locale=locale)


def load(browser: Browser, url: str, language: str) -> tuple[int, int, float]:
    """Load a page on the throttled phone: requests, bytes on the wire, milliseconds until it is interactive."""
    with phone(browser, language) as (page, session):
        sizes: list[int] = []
        session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(url)
        page.wait_for_function("window.readyAt")
        page.wait_for_load_state("networkidle")
        ready: float = page.evaluate(INTERACTIVE)
    return len(sizes), round(sum(sizes)), ready


def computed_in(browser: Browser, url: str, language: str) -> float:
    """Load a page on the throttled phone: milliseconds that its main thread computed until it took presses."""
    with phone(browser, language) as (page, session):
        session.send("Tracing.start", {"transferMode": "ReturnAsStream", "categories": CATEGORIES})
        page.goto(url)
        page.wait_for_function("window.readyAt")
        return computed_until("ready", stopped(session))


@contextmanager
def phone(browser: Browser, language: str) -> Iterator[tuple[Page, CDPSession]]:
    """A page of the throttled phone, with nothing kept from before."""
    context = fresh(browser, language)
    page: Page = context.new_page()
    page.add_init_script(READY)
    session: CDPSession = context.new_cdp_session(page)
    session.send("Network.enable")
    limits = {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": DOWN}
    session.send("Network.emulateNetworkConditions", limits)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    try:
        yield page, session
    finally:
        context.close()


def computed_until(mark: str, events: list[dict[str, Any]]) -> float:
    """Return the CPU time, in milliseconds, of the thread that set a mark until then."""
    end = next(event for event in events if event["name"] == mark and event["cat"] == "blink.user_timing")
    ours = [
        e
        for e in events
        if (e["pid"], e["tid"]) == (end["pid"], end["tid"]) and "tdur" in e and e["ph"] == "X"
    ]
    total, before, after = 0.0, 0.0, 0.0
    for event in sorted(ours, key=lambda e: (e["ts"], -e["dur"])):
        # What lies in an event that was counted has been counted with it.
        if event["ts"] < end["ts"] and before <= event["ts"]:
            total, before = total + event["tdur"], event["ts"] + event["dur"]
        # The task in which it takes presses goes on.
        elif end["ts"] <= event["ts"] < before and after <= event["ts"]:
            total, after = total - event["tdur"], event["ts"] + event["dur"]
    return total / 1000


if __name__ == "__main__":
    main()
