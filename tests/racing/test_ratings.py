"""The numbers of ratings, compared with openskill itself."""

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest
from openskill.models import PlackettLuce

from racing.periods import since_of
from racing.ratings import START, Strength, is_provisional, places_among, rate, shown


def test_a_race_changes_ratings_as_openskill_says() -> None:
    chance = random.Random(5)
    model = PlackettLuce()
    for racers in (2, 3, 8, 64):
        strengths = [Strength(chance.uniform(5, 45), chance.uniform(1, 9)) for _ in range(racers)]
        places = places_among([chance.randint(1, racers) for _ in range(racers)])
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in strengths]
        expected = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=places)]
        assert rate(strengths, places) == expected
        assert [one.ordinal for one in rate(strengths, places)] == [
            model.rating(mu=mu, sigma=sigma).ordinal() for mu, sigma in expected
        ]


def test_whoever_shares_a_place_is_rated_alike() -> None:
    first, second, third = rate([START] * 3, [1, 1, 3])
    assert first == second
    assert first.mu > START.mu > third.mu


def test_the_order_in_which_racers_are_listed_decides_nothing() -> None:
    strengths = [Strength(20, 6), Strength(25, 4), Strength(31, 2), Strength(12, 8)]
    there = rate(strengths, [3, 1, 2, 3])
    back = rate(strengths[::-1], [3, 2, 1, 3])
    for one, other in zip(there, back[::-1], strict=True):
        assert one == pytest.approx(other)


def test_a_race_of_one_is_not_rated() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        rate([START], [1])


def test_the_number_shown_grows_with_strength_and_with_certainty_and_is_never_negative() -> None:
    assert shown(Strength(25, 3).ordinal) < shown(Strength(25, 2).ordinal) < shown(Strength(27, 2).ordinal)
    assert shown(Strength(-90, 8).ordinal) == 0


def test_a_rating_is_provisional_until_ten_races() -> None:
    assert [is_provisional(races) for races in (0, 9, 10, 11)] == [True, True, False, False]


def test_a_week_begins_on_monday_by_utc_wherever_the_moment_is_told() -> None:
    sunday = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    assert since_of("week", sunday).isoformat() == "2026-11-23"
    assert since_of("week", sunday + timedelta(minutes=30)).isoformat() == "2026-11-30"
    assert since_of("month", datetime(2026, 12, 1, 1, tzinfo=timezone(timedelta(hours=3)))).day == 1
    assert since_of("month", datetime(2026, 12, 1, 1, tzinfo=timezone(timedelta(hours=3)))).month == 11
