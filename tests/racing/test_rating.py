"""Ratings and tallies as races end, and once more from the stored races."""

import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from openskill.models import PlackettLuce

from racing import actions
from racing.actions.standings import take_over_standings
from racing.models import Entrant, Player, Race, RatedRace, Rating, RatingChange, RatingHandover, Tally
from racing.ratings import START
from tests.racing.conftest import entrant_of, opened, plays

START_OF_TESTS = datetime(2026, 3, 31, 12, tzinfo=UTC)  # a Tuesday


def race_of(
    *players: Player, at: datetime = START_OF_TESTS, rated: bool = True, ruleset: str = "cruel"
) -> Race:
    race = opened(*players, at=at - timedelta(minutes=1), ruleset=ruleset)
    Race.objects.filter(pk=race.pk).update(starts_at=at - timedelta(seconds=50), rated=rated)
    race.refresh_from_db()
    return race


def ends(race: Race, *progress: int, at: datetime = START_OF_TESTS, idle: Iterable[int] = ()) -> Race:
    """End the race with so many cards home for each entrant, in the order they joined; who is idle never played."""
    entrants = list(race.entrants.order_by("pk"))
    for place, (entrant, cards) in enumerate(zip(entrants, progress, strict=True)):
        Entrant.objects.filter(pk=entrant.pk).update(
            progress=cards,
            plies=0 if place in idle else 9,
            outcome="lost",
            finished_at=at,
            last_at=at,
        )
    assert actions.settle(race.pk, at)
    race.refresh_from_db()
    return race


def check() -> None:
    call_command("recompute_ratings", check=True)
    call_command("recompute_tallies", check=True)


def rating_of(player: Player, ruleset: str = "cruel") -> tuple[float, float]:
    return Rating.objects.values_list("mu", "sigma").get(player=player, ruleset_key=ruleset)


def tally_of(player: Player, period: str = "all") -> tuple[int, ...]:
    fields = ("races", "wins", "streak", "best_streak")
    return Tally.objects.filter(period=period).values_list(*fields).get(player=player)


@pytest.mark.django_db
def test_a_race_is_rated_once_with_all_places_at_once_ties_included(
    ana: Player, boris: Player, clara: Player
) -> None:
    race = ends(race_of(ana, boris, clara), 20, 31, 20)
    actions.settle(race.pk, START_OF_TESTS + timedelta(days=2))
    model = PlackettLuce()
    expected = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[2, 1, 2])
    assert [rating_of(player) for player in (ana, boris, clara)] == [
        (team[0].mu, team[0].sigma) for team in expected
    ]
    change = RatingChange.objects.get(player=clara)
    assert (change.place, change.mu_before, change.sigma_before) == (2, START.mu, START.sigma)
    assert (change.mu, change.sigma) == rating_of(clara)
    assert RatedRace.objects.get().rated_at == START_OF_TESTS
    rating = Rating.objects.get(player=ana)
    assert (rating.ordinal, rating.races) == (rating.mu - 3 * rating.sigma, 1)
    check()


@pytest.mark.django_db
def test_a_second_race_goes_on_from_the_first_and_each_game_has_a_rating_of_its_own(
    ana: Player, boris: Player
) -> None:
    ends(race_of(ana, boris), 9, 8)
    before = [rating_of(ana), rating_of(boris)]
    ends(race_of(ana, boris), 4, 6)
    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    assert rating_of(boris) == tuple(
        getattr(model.rate(teams, ranks=[2, 1])[1][0], n) for n in ("mu", "sigma")
    )
    ends(race_of(boris, ana, ruleset="ripple-fan"), 9, 8)
    assert Rating.objects.filter(player=ana).count() == 2
    assert rating_of(ana, "ripple-fan")[0] < START.mu
    check()


@pytest.mark.django_db
def test_who_never_played_a_card_is_not_rated_and_alone_nobody_is(
    ana: Player, boris: Player, clara: Player
) -> None:
    # Boris has the second place; among those who took part clara has it.
    ends(race_of(ana, boris, clara), 20, 10, 4, idle=[1])
    assert not Rating.objects.filter(player=boris).exists()
    assert list(RatingChange.objects.order_by("place").values_list("player__name", "place")) == [
        ("ana", 1),
        ("clara", 2),
    ]
    ends(race_of(ana, boris), 20, 10, idle=[1])
    assert RatedRace.objects.count() == 1
    check()


@pytest.mark.django_db
def test_an_unrated_race_a_practice_and_a_cancelled_race_change_no_rating(ana: Player, boris: Player) -> None:
    ends(race_of(ana, boris, rated=False), 20, 10)
    practice = actions.open_practice(ana, ruleset="cruel", now=START_OF_TESTS)
    Race.objects.filter(pk=practice.pk).update(rated=True)
    plays(entrant_of(practice, ana), "r")
    actions.resign(practice.code, ana.pk, START_OF_TESTS)
    unused = race_of(ana, boris)
    assert actions.settle(unused.pk, START_OF_TESTS + timedelta(days=2))
    unused.refresh_from_db()
    assert unused.cancelled_at is not None
    assert not RatedRace.objects.exists() and not Rating.objects.exists() and not Tally.objects.exists()


@pytest.mark.django_db
def test_wins_and_streaks_are_counted_by_week_by_month_and_for_all_time(ana: Player, boris: Player) -> None:
    # Won, won, lost | a new month in the same week: won | a new week: won.
    for at, progress in [(0, 9), (0, 9), (0, 3), (1, 9), (7, 9)]:
        moment = START_OF_TESTS + timedelta(days=at)
        ends(race_of(ana, boris, at=moment), progress, 5, at=moment)
    told = Tally.objects.filter(player=ana).order_by("period", "since")
    fields = ("period", "since", "races", "wins", "streak", "best_streak")
    assert [(*map(str, row[:2]), *row[2:]) for row in told.values_list(*fields)] == [
        ("all", "1970-01-01", 5, 4, 2, 2),
        ("month", "2026-03-01", 3, 2, 0, 2),
        ("month", "2026-04-01", 2, 2, 2, 2),
        ("week", "2026-03-30", 4, 3, 1, 2),
        ("week", "2026-04-06", 1, 1, 1, 1),
    ]
    assert tally_of(boris) == (5, 1, 0, 1)
    last = Tally.objects.get(player=ana, period="all")
    assert last.ordinal == Rating.objects.get(player=ana).ordinal
    assert Tally.objects.get(player=ana, since="2026-03-01").ordinal != last.ordinal
    check()


@pytest.mark.django_db
def test_whoever_shares_the_first_place_has_won(ana: Player, boris: Player) -> None:
    ends(race_of(ana, boris), 9, 9)
    assert tally_of(ana) == tally_of(boris) == (1, 1, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_random_races_recomputed_give_the_same_numbers_to_the_last_bit() -> None:
    chance = random.Random(11)
    players = [actions.new_player(f"player {number}", START_OF_TESTS) for number in range(7)]
    for number in range(40):
        at = START_OF_TESTS + timedelta(hours=11 * number)
        racers = chance.sample(players, chance.randint(2, 6))
        race = race_of(*racers, at=at, ruleset=chance.choice(["cruel", "clock"]), rated=chance.random() < 0.9)
        idle = [place for place in range(len(racers)) if chance.random() < 0.1]
        ends(race, *(chance.randint(4, 9) for _ in racers), at=at, idle=idle)
        if number == 15:
            merged(players[0], players[1])
            players.remove(players[0])
    assert RatedRace.objects.count() > 25
    check()
    kept = list(Rating.objects.order_by("pk").values_list("pk", "mu", "sigma", "ordinal", "races"))
    tallies = set(
        Tally.objects.values_list("player", "period", "since", "races", "wins", "best_streak", "ordinal")
    )
    RatingChange.objects.update(mu=1.0)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", check=True)
    Rating.objects.update(mu=7.0, races=0)
    Tally.objects.filter(period="week").delete()
    Tally.objects.update(wins=99)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", check=True)
    with pytest.raises(CommandError):
        call_command("recompute_tallies", check=True)
    call_command("recompute_ratings")
    call_command("recompute_tallies")
    check()
    assert list(Rating.objects.order_by("pk").values_list("pk", "mu", "sigma", "ordinal", "races")) == kept
    assert tallies == set(
        Tally.objects.values_list("player", "period", "since", "races", "wins", "best_streak", "ordinal")
    )


def merged(guest: Player, account: Player) -> None:
    """The guest becomes the account's, as accounts do it; where both raced each other, each keeps a place."""
    both = Entrant.objects.filter(player=account).values("race")
    Entrant.objects.filter(player=guest).exclude(race__in=both).update(player=account)
    Player.objects.filter(pk=guest.pk).update(merged_into=account)
    with transaction.atomic():
        take_over_standings(guest, account)


@pytest.mark.django_db
def test_an_account_takes_a_guests_rating_over_where_it_has_none(
    ana: Player, boris: Player, clara: Player
) -> None:
    ends(race_of(ana, boris), 9, 5)
    ends(race_of(clara, boris, ruleset="clock"), 5, 9)
    ends(race_of(ana, boris, ruleset="clock"), 9, 5)
    guests, own = rating_of(ana), rating_of(clara, "clock")
    merged(ana, clara)
    assert rating_of(clara) == guests
    assert rating_of(clara, "clock") == own
    assert not Rating.objects.filter(player=ana).exists() and not Tally.objects.filter(player=ana).exists()
    assert Tally.objects.get(player=clara, ruleset_key="clock", period="all").races == 2
    assert Tally.objects.get(player=clara, ruleset_key="clock", period="all").ordinal == own[0] - 3 * own[1]
    ends(race_of(clara, boris), 5, 9)
    assert rating_of(clara)[0] < guests[0]
    take_over_standings(ana, clara)
    assert RatingHandover.objects.count() == 1
    check()


@pytest.mark.django_db(transaction=True)
def test_races_that_end_at_the_same_moment_are_all_rated_one_after_the_other(
    ana: Player, boris: Player, clara: Player
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer")
    races = [
        race_of(*racers) for racers in [(ana, boris), (clara, ana), (boris, clara), (clara, boris, ana)] * 4
    ]
    for race in races:
        Entrant.objects.filter(race=race).update(outcome="lost", finished_at=START_OF_TESTS, plies=3)
        for cards, entrant in enumerate(race.entrants.all(), start=4):
            Entrant.objects.filter(pk=entrant.pk).update(progress=cards)

    def settle(race: Race) -> bool:
        try:
            return actions.settle(race.pk, START_OF_TESTS)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        ended = list(threads.map(settle, races * 2))
    assert sum(ended) == RatedRace.objects.count() == len(races)
    assert {rating.races for rating in Rating.objects.all()} == {12}
    check()


@pytest.mark.django_db
def test_whoever_has_left_is_rated_with_the_strength_they_had_and_has_no_rating_again(
    ana: Player, boris: Player
) -> None:
    ends(race_of(ana, boris), 40, 30)
    running = race_of(ana, boris, at=START_OF_TESTS + timedelta(hours=1))
    known = RatingChange.objects.get(player=ana)
    Entrant.objects.filter(race=running, player=ana).update(plies=9)
    actions.forget(ana, START_OF_TESTS)
    ends(running, 40, 30, at=START_OF_TESTS + timedelta(hours=2))
    again = RatingChange.objects.filter(player=ana).latest("rated_race")
    assert (again.mu_before, again.sigma_before) == (known.mu, known.sigma)
    assert RatingChange.objects.filter(player=boris).count() == 2
    assert not Rating.objects.filter(player=ana).exists()
    assert not Tally.objects.filter(player=ana).exists()
    check()
