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


async def goes(knot: list[Knot], within: float = 60.0) -> bool:
    """Whether the one knot is found within so many seconds of being let go."""
    gone = asyncio.Event()
    weakref.finalize(knot[0], gone.set)
    # As old as the collector knows: a look at the young does not find it.
    gc.collect(1)
    knot.clear()
    gc.collect(1)
    assert not gone.is_set()
    try:
        async with asyncio.timeout(within):
            await gone.wait()
    except TimeoutError:
        return False
    return True


async def test_what_refers_to_itself_goes_after_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "ASK_SECONDS", 0.01)
    monkeypatch.setattr(collecting, "FULL_SECONDS", 0.1)
    collecting.collect_rarely()
    assert await goes([Knot()])


async def test_what_refers_to_itself_goes_when_more_sockets_have_ended_than_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collecting, "ASK_SECONDS", 0.01)
    monkeypatch.setattr(collecting, "_open", 250)
    monkeypatch.setattr(collecting, "_ended", 0)
    collecting.collect_rarely()
    for _ in range(124):
        collecting.socket_ended()
    assert not await goes([Knot()], within=0.5), "126 are open, which is more"
    for _ in range(collecting.FEW_SOCKETS - 124):
        collecting.socket_opened()
        collecting.socket_ended()
    assert await goes([Knot()])


async def test_what_lives_long_is_not_looked_through_however_much_is_made() -> None:
    collecting.collect_rarely()
    looks = gc.get_stats()
    kept = [[number] for number in range(12 * collecting.YOUNG * (collecting.TIMES + 1))]
    now = gc.get_stats()
    assert len(kept) == 12 * collecting.YOUNG * (collecting.TIMES + 1)
    assert now[1]["collections"] > looks[1]["collections"]
    assert now[2]["collections"] == looks[2]["collections"]
