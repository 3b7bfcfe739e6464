"""The catalogue: each edition as its differences from another, in the order in which they are shown."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.building import Building
from engine.clock import Clock
from engine.errors import UnknownRuleset
from engine.game import Ruleset
from engine.rules import (
    any_suit_one_higher,
    at_any_time,
    every_second_row_down,
    one_at_a_time,
    other_colour_one_lower,
    packets,
    ripple,
    run_of_ranks,
    same_suit_one_higher,
    when_changed,
    when_stuck,
    whole_piles,
)

CRUEL: Final = Building(
    key="cruel",
    name="Cruel",
    family="cruel",
    piles=12,
    layout=whole_piles,
    fits=same_suit_one_higher,
    redeal=packets,
    redeal_allowed=at_any_time,
    redeal_limit=None,
)
CRUEL_WHEN_CHANGED: Final = replace(
    CRUEL, key="cruel-when-changed", name="Cruel, redeal when it changes", redeal_allowed=when_changed
)
CRUEL_WHEN_STUCK: Final = replace(
    CRUEL,
    key="cruel-when-stuck",
    name="Cruel, redeal when stuck",
    layout=one_at_a_time,
    redeal_allowed=when_stuck,
)
CRUEL_LIMITED_3: Final = replace(
    CRUEL_WHEN_STUCK, key="cruel-limited-3", name="Cruel, three redeals", redeal_limit=3
)
CRUEL_LIMITED_5: Final = replace(
    CRUEL_WHEN_STUCK, key="cruel-limited-5", name="Cruel, five redeals", redeal_limit=5
)
PERSEVERANCE: Final = replace(CRUEL_WHEN_STUCK, key="perseverance", name="Perseverance", fanned=True)
RIPPLE_FAN: Final = replace(CRUEL_WHEN_STUCK, key="ripple-fan", name="Ripple Fan", redeal=ripple)
ROYAL_FAMILY: Final = replace(
    CRUEL_WHEN_STUCK, key="royal-family", name="Royal Family", fits=other_colour_one_lower
)
CLOCK: Final = Clock(
    key="clock",
    name="Clock",
    family="clock",
    default_goal="first_home",
    has_hidden_cards=True,
    blocked_is_over=True,
)
ALTERNATIONS: Final = Building(
    key="alternations",
    name="Alternations",
    family="alternations",
    decks=2,
    has_hidden_cards=True,
    piles=7,
    foundations_start_with_aces=False,
    foundations_give_back=True,
    tableau_cards=49,
    layout=every_second_row_down,
    fits=any_suit_one_higher,
    together=run_of_ranks,
    fills_empty=True,
)

RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        ruleset.key: ruleset
        for ruleset in (
            CRUEL,
            CRUEL_WHEN_CHANGED,
            CRUEL_WHEN_STUCK,
            CRUEL_LIMITED_3,
            CRUEL_LIMITED_5,
            PERSEVERANCE,
            RIPPLE_FAN,
            ROYAL_FAMILY,
            CLOCK,
            ALTERNATIONS,
        )
    }
)


def find_ruleset(key: str) -> Ruleset:
    """Return the ruleset with this key; raise `UnknownRuleset`.

    >>> find_ruleset("royal-family").name
    'Royal Family'
    """
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset("unknown_ruleset", key=key) from None
