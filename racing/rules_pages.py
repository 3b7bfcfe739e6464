"""What a rules page shows besides its prose: the facts of the ruleset, its siblings, its worked examples.

The prose stands in `templates/rules/<language>/<family>.html`. It chooses its sentences by the facts here:
the values of the ruleset's own fields, a function among them by its name.
"""

from dataclasses import dataclass
from typing import Any, Final

from engine.building import Building
from engine.game import Ruleset
from engine.rulesets import RULESETS
from racing.rules_examples import Example, example_of
from racing.rules_pictures import Fit, Redealt, fit_of, redealt_of

LANGUAGES: Final = ("en", "ru", "pt-br", "de")
"""The languages that have the templates, the first for everybody else."""

SECTIONS: Final = (
    "goal", "layout", "moves", "redeal", "end", "score", "take-back", "example", "editions", "questions",
)  # fmt: skip
"""The id of every section of every page, in order."""

_PLAIN_FIELDS: Final = (
    "default_goal",
    "decks",
    "family",
    "fanned",
    "has_hidden_cards",
    "key",
    "redeal_limit",
)
_BUILDING_FIELDS: Final = (
    "fills_empty",
    "fits",
    "foundations_give_back",
    "layout",
    "redeal",
    "redeal_allowed",
)


@dataclass(frozen=True, kw_only=True)
class Facts:
    """A ruleset as the templates ask for it. A function is its name; what the game does not have is empty."""

    default_goal: str
    decks: int
    family: str
    fanned: bool
    has_hidden_cards: bool
    key: str
    redeal_limit: int | None
    fills_empty: bool | str
    fits: str
    foundations_give_back: bool | str
    layout: str
    redeal: str
    redeal_allowed: str


@dataclass(frozen=True, kw_only=True)
class RulesPage(Facts):
    """Everything that the templates of a rules page need."""

    language: str
    siblings: list[Facts]
    """The rows of the comparison table."""
    example: Example
    fit: Fit | None
    redealt: Redealt | None

    @property
    def folder(self) -> str:
        """Where the language's templates are."""
        return f"rules/{self.language}"

    @property
    def template(self) -> str:
        """The body of the page."""
        return f"{self.folder}/{self.family}.html"


def rules_page(ruleset: Ruleset, language: str) -> RulesPage:
    """Return the page of a ruleset in a language of the site; English for any other language.

    >>> from engine.rulesets import find_ruleset
    >>> rules_page(find_ruleset("ripple-fan"), "pt-br").template
    'rules/pt-br/cruel.html'
    """
    return RulesPage(
        **_facts(ruleset),
        language=language if language in LANGUAGES else LANGUAGES[0],
        siblings=[Facts(**_facts(sibling)) for sibling in siblings_of(ruleset)],
        example=example_of(ruleset),
        fit=fit_of(ruleset),
        redealt=redealt_of(ruleset),
    )


def siblings_of(ruleset: Ruleset) -> list[Ruleset]:
    """Return what a page compares: the family's editions, or, for a lone game, one game of each family."""
    family = [other for other in RULESETS.values() if other.family == ruleset.family]
    if len(family) > 1:
        return family
    firsts: dict[str, Ruleset] = {}
    for other in RULESETS.values():
        firsts.setdefault(other.family, other)
    return list(firsts.values())


def _facts(ruleset: Ruleset) -> dict[str, Any]:
    facts = {field: getattr(ruleset, field) for field in _PLAIN_FIELDS}
    for field in _BUILDING_FIELDS:
        value = getattr(ruleset, field) if isinstance(ruleset, Building) else None
        facts[field] = value.__name__ if callable(value) else "" if value is None else value
    if not facts["redeal"]:
        facts["redeal_allowed"] = ""
    return facts
