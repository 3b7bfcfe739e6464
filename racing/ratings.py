"""How strong players are: openskill's Plackett-Luce model over all places of a race at once. Pure.

Who is rated, and what the words mean, is in docs/rules.md. The last bits of the numbers depend on the order of the
arguments, so whoever recomputes a race hands its racers over in the same order: by player.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

# Until then a rating is shown with a mark: a few races say little.
PROVISIONAL_RACES = 10

# What people see instead of openskill's small numbers with fractions: see `shown`.
SHOWN_START = 1000
SHOWN_STEP = 40


class Strength(NamedTuple):
    """What is believed of a player: ``mu`` is the best guess, ``sigma`` how uncertain it is."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """The strength that the player has at least, by all that is known: mu less three sigma."""
        return self.mu - 3 * self.sigma


START = Strength(_MODEL.mu, _MODEL.sigma)


def rate(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return the strengths after a race, in the same order. Equal places are ties; lower places are better.

    Raises ValueError for fewer than two racers, or places that are not as many.
    """
    teams = [[_MODEL.rating(mu=strength.mu, sigma=strength.sigma)] for strength in strengths]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in rated]


def shown(ordinal: float) -> int:
    """Return the number that people see of a rating.

    It follows the ordinal and not mu, so that boards and profiles agree, and so that one lucky race puts nobody above
    those who have shown for years what they can: uncertainty counts against the player until it is gone. Everybody
    starts at 1000; a player in the middle of the field comes to some 1700 as their rating gets certain.

    >>> shown(START.ordinal), shown(25.0 - 3 * 2.5), shown(35.0 - 3 * 2.5)
    (1000, 1700, 2100)
    """
    return max(0, round(SHOWN_START + SHOWN_STEP * ordinal))


def is_provisional(races: int) -> bool:
    """Whether a rating after so many races is to be taken with care."""
    return races < PROVISIONAL_RACES


def places_among(places: Sequence[int]) -> list[int]:
    """Return the places that some of the racers of a race have among themselves.

    >>> places_among([2, 5, 5, 9])
    [1, 2, 2, 4]
    """
    return [1 + sum(other < place for other in places) for place in places]
