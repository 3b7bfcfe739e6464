"""What all tests share: how hypothesis searches, and the order in which the rooms are tested."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine makes examples slow without anything being wrong, so there is no deadline.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples every time: a run that is to tell whether a commit may go in is not the place to explore.
settings.register_profile("same", UNHURRIED, derandomize=True, print_blob=True)
# That is: EXPLORE=1 make unit.
settings.register_profile("explore", UNHURRIED)
settings.load_profile("explore" if os.environ.get("EXPLORE") else "same")

HERE = Path(__file__).parent
# What needs least comes first, so that a broken rule shows before a browser has started.
ORDER = ("engine", "racing", "browser")


@pytest.fixture
def one_day() -> None:
    """The test begins and ends on the same day: shortly before midnight it waits for the next one."""
    left = 86_400 - time.time() % 86_400
    if left < 180:
        time.sleep(left + 1)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by room, keeping the order inside each: folders not in ORDER stay between racing and browser."""
    last = ORDER.index("browser")
    rank = {HERE / name: 2 * number for number, name in enumerate(ORDER)}

    def room(item: pytest.Item) -> int:
        return next((rank[folder] for folder in item.path.parents if folder in rank), 2 * last - 1)

    items.sort(key=room)
