"""docs/settings.md tells every limit's number as it is."""

from __future__ import annotations

import importlib
import re

import pytest
from limits import RateLimitItem

from racing import rates
from tests.checkout import ROOT

PAGE = (ROOT / "docs" / "settings.md").read_text().partition("## Limits")[2]
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| `([\w/]+): (\w+)(?: (\w+))?` \|$", PAGE, re.M)


def pace(limit: RateLimitItem) -> str:
    every = f"{limit.multiples} " if limit.multiples > 1 else ""
    return f"{limit.amount}/{every}{limit.GRANULARITY.name}"


def shipped(module: str, name: str, key: str) -> str:
    """How the page writes the number in the code."""
    value = getattr(importlib.import_module(module.replace("/", ".")), name)
    value = value[key] if key else value
    return pace(value) if isinstance(value, RateLimitItem) else f"{value:g}"


# Before any test runs: while they do, what is bounded by seconds has more of them.
SHIPPED = [shipped(*row[3:]) for row in ROWS]


@pytest.mark.parametrize(("row", "number"), [*zip(ROWS, SHIPPED, strict=True)], ids=[row[0] for row in ROWS])
def test_a_limit_is_told_with_its_number_and_a_reason(row: tuple[str, ...], number: str) -> None:
    _, told, reason, *_ = row
    assert told == number
    assert len(reason.split()) > 1


def test_every_line_of_the_table_is_read_here() -> None:
    assert len(ROWS) == len(re.findall(r"^\| .*` \|$", PAGE, re.M)) > 30


def test_every_limit_of_addresses_guests_and_sockets_is_told() -> None:
    constants = {
        name
        for name, value in vars(rates).items()
        if name.isupper() and isinstance(value, int | float | RateLimitItem)
    }
    told = {(name, key) for _, _, _, module, name, key in ROWS if module == "racing/rates"}
    assert told == {(name, "") for name in constants} | {("PAGE_LIMITS", key) for key in rates.PAGE_LIMITS}
