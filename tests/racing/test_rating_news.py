"""The ratings that are told with a race."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from racing import actions
from racing.messages import RatingShown
from racing.models import Player, Race, Rating
from racing.ratings import shown
from racing.snapshots import race_news
from tests.racing.conftest import opened, started
from tests.racing.test_rating import START_OF_TESTS, ends, race_of

pytestmark = pytest.mark.django_db


def told(race: Race) -> list[RatingShown | None]:
    return [line.rating for line in race_news(race.pk).entrants]


def test_before_a_race_everybody_sees_what_the_others_bring(ana: Player, boris: Player) -> None:
    ends(race_of(ana, boris), 9, 5)
    race = opened(ana, boris, actions.new_player("dina", START_OF_TESTS))
    numbers = [shown(rating.ordinal) for rating in Rating.objects.order_by("player_id")]
    assert told(race) == [
        RatingShown(shown=number, provisional=True, change=None) for number in [*numbers, 1000]
    ]


def test_after_a_race_everybody_sees_what_it_changed(ana: Player, boris: Player) -> None:
    race = ends(race_of(ana, boris), 9, 5)
    won, lost = told(race)
    assert won is not None and lost is not None
    assert won.change is not None and won.change > 0 > (lost.change or 0)
    assert won.shown == 1000 + won.change == shown(Rating.objects.get(player=ana).ordinal)
    ends(race_of(ana, boris), 9, 5)
    assert told(race) == [won, lost], "a later race is not this one's change"


def test_a_race_that_runs_and_one_that_is_not_rated_tell_no_rating_and_ask_for_none(
    ana: Player, boris: Player, clara: Player
) -> None:
    running = started(ana, boris)
    assert running.rated
    unrated = opened(ana, boris, clara)
    Race.objects.filter(pk=unrated.pk).update(rated=False)
    for race in (running, unrated):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert not any(told(race))
        assert not any("racing_rating" in query["sql"] for query in asked)


def test_a_challenge_tells_ratings_while_it_runs_and_changes_when_it_is_over(
    ana: Player, boris: Player
) -> None:
    race = opened(ana, boris, term=timedelta(hours=1), at=START_OF_TESTS)
    assert [rating and rating.change for rating in told(race)] == [None, None]
    assert all(told(race))
    Race.objects.filter(pk=race.pk).update(closes_at=START_OF_TESTS)
    race.entrants.update(started_at=START_OF_TESTS - timedelta(minutes=9))
    ended = ends(race, 5, 9)
    assert [bool(rating and rating.change) for rating in told(ended)] == [True, True]
