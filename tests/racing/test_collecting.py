"""The collector's long pauses are rare, and what only it finds still goes."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from racing import collecting


class Knot:
    """Refers to itself, so that no count of references frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    for task in collecting._looking:
        task.cancel()
    gc.set_threshold(*before)
    gc.unfreeze()


async def test_what_refers_to_itself_goes_with_the_next_look_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collecting, "FULL_SECONDS", 0.2)
    collecting.collect_rarely()
    knot = Knot()
    gone = asyncio.Event()
    weakref.finalize(knot, gone.set)
    # As old as the collector knows: a look at the young does not find it.
    gc.collect(1)
    del knot
    gc.collect(1)
    assert not gone.is_set()
    async with asyncio.timeout(5):
        await gone.wait()


async def test_what_lives_long_is_not_looked_through_however_much_is_made() -> None:
    collecting.collect_rarely()
    looks = gc.get_stats()
    kept = [[number] for number in range(12 * collecting.YOUNG * (collecting.TIMES + 1))]
    now = gc.get_stats()
    assert len(kept) == 12 * collecting.YOUNG * (collecting.TIMES + 1)
    assert now[1]["collections"] > looks[1]["collections"]
    assert now[2]["collections"] == looks[2]["collections"]
