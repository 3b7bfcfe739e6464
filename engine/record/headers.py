"""The headers of a record, and what may stand in each."""

import re
from collections.abc import Callable
from datetime import date
from typing import Final, get_args

from engine.game import TAKE_BACKS, Goal
from engine.record.attempt import RESULTS
from engine.shuffle import LARGEST_DEAL_NUMBER, SEED_SIZE

UNKNOWN: Final = "?"
"""The value of a player or date that nobody wrote down."""


def _is_date(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_count(value: str) -> bool:
    return re.fullmatch("0|[1-9][0-9]{0,8}", value) is not None


VALUES: Final[dict[str, Callable[[str], bool]]] = {
    "Ruleset": lambda value: re.fullmatch("[a-z0-9-]+", value) is not None,
    "Version": _is_count,
    "Shuffle": _is_count,
    "Deal": lambda value: (
        re.fullmatch("[1-9][0-9]{0,18}", value) is not None and int(value) <= LARGEST_DEAL_NUMBER
    ),
    "Seed": lambda value: re.fullmatch(f"[0-9a-f]{{{2 * SEED_SIZE}}}", value) is not None,
    "Player": lambda value: value.isprintable() and value.strip() == value != "",
    "Date": lambda value: value == UNKNOWN or _is_date(value),
    "Goal": get_args(Goal).__contains__,
    "TakeBack": TAKE_BACKS.__contains__,
    "Result": RESULTS.__contains__,
    "Score": _is_count,
}
