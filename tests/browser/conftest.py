"""One Chromium for the run, a fresh context for each person, and the two ways the site is served."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.people import PATIENCE, Person
from tests.servers import Site, cluster_site, daphne_site

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
expect.set_options(timeout=PATIENCE * 1000)
# What is said for a moment is said for two minutes, since a busy machine may look late; and what tells a press from a
# held one, or "1" from the beginning of "11", waits for seconds, since it may let go late.
UNHURRIED = """
{
  const held = {350: 4_000, 420: 4_000, 550: 4_000};
  const said = [1_800, 2_000, 2_600, 5_000];
  const ends = /textContent = |setText[(]|[.]remove[(]|[.]hide[(]/;
  const plain = setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) =>
    plain(run, said.includes(ms) && ends.test(String(run)) ? 120_000 : (held[ms] ?? ms), ...rest);
}
"""
CHROMIUM_FLAGS = [
    "--no-sandbox",  # CI runs as root in a container, where Chromium's own sandbox cannot start.
    "--disable-gpu",
    # Without these Chromium looks for its maker's hosts, which a closed network refuses noisily.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not path:
        pytest.fail("Chromium is not installed: on Debian, apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


def served(scope: Literal["module", "session"] = "module", **variables: str) -> Any:
    """A fixture, to be given a name: Daphne, SQLite, the in-memory layer, in an environment with these variables."""

    @pytest.fixture(scope=scope)
    def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
        with daphne_site(tmp_path_factory.mktemp("daphne"), **variables) as site:
            yield site

    return site


# What `make play` serves.
small_site = served("session")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two uvicorn workers on PostgreSQL and Redis."""
    with cluster_site(tmp_path_factory.mktemp("cluster")) as site:
        yield site


@pytest.fixture(params=["daphne-sqlite", "two-workers-postgresql-redis"])
def site(request: pytest.FixtureRequest) -> Site:
    """Each of the two in turn."""
    chosen: Site = request.getfixturevalue("small_site" if request.param == "daphne-sqlite" else "cluster")
    return chosen


class Cast:
    """Brings people to a site, each with a browser context of their own."""

    def __init__(self, browser: Browser, artifacts: Path) -> None:
        self._browser = browser
        self._people: list[Person] = []
        self._artifacts = artifacts

    def enter(self, name: str, url: str, phone: bool = False, locale: str = "en-GB") -> Person:
        """Return a person who has just opened a browser, looking at nothing yet."""
        # Cards that are still on their way cannot be aimed at: without motion they lie where they are drawn.
        context = self._browser.new_context(
            **(PHONE if phone else LAPTOP),
            locale=locale,
            reduced_motion="reduce",
            service_workers="block",  # what a test keeps from a page would come from its cache; it has its own test
        )
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(UNHURRIED)
        person = Person(name, url, context.new_page())
        self._people.append(person)
        return person

    def leave(self, failed: bool) -> None:
        """Close all contexts; after a failure keep a picture of what each person saw."""
        for person in self._people:
            if failed and not person.page.is_closed():
                self._artifacts.mkdir(parents=True, exist_ok=True)
                person.page.screenshot(path=self._artifacts / f"{person.name}.png")
                (self._artifacts / f"{person.name}.txt").write_text("\n".join(person.console))
            person.page.context.close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let fixtures see whether their test failed."""
    report = yield
    setattr(item, f"report_{report.when}", report)
    return report


@pytest.fixture
def cast(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Cast]:
    """Bring ana, boris and clara to a site; everything they saw go wrong fails the test."""
    name = "".join(letter if letter.isalnum() else "-" for letter in request.node.name)
    cast = Cast(chromium, Path("test-results") / name)
    yield cast
    report = getattr(request.node, "report_call", None)
    failed = report is None or report.failed
    errors = [line for person in cast._people for line in person.errors]
    cast.leave(failed)
    if not failed:
        assert errors == [], "a page reported errors"


__all__ = ["Page"]
