"""All ratings once more from the stored races: to be compared with what is kept, or to replace it.

Races are read in chunks; only the newest rating of each player and game is remembered.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import F

from racing.actions.rating import MIN_PLIES
from racing.actions.tallying import Game, lineage
from racing.models import Entrant, Player, RatedRace, Rating, RatingChange, RatingHandover
from racing.ratings import START, Strength, places_among, rate

CHUNK = 1000


class Known(NamedTuple):
    """A player's rating in a game after so many races."""

    strength: Strength
    races: int


@contextmanager
def standstill(*, change: bool) -> Iterator[None]:
    """See one state of the database; with ``change`` no race is rated before this is done: its end waits."""
    with transaction.atomic():
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                if change:
                    cursor.execute("LOCK TABLE racing_ratedrace, racing_boardrow IN SHARE ROW EXCLUSIVE MODE")
                else:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def recompute_ratings(*, check: bool) -> list[str]:
    """Rate every rated race once more, in the order of their keys. Returns what was otherwise, a line each.

    With ``check`` nothing is changed.
    """
    ratings: dict[Game, Known] = {}
    differences: list[str] = []
    with standstill(change=not check):
        for entrant, change in _replayed(ratings):
            stored = getattr(entrant, "rating_change", None)
            if stored is not None and _numbers(stored) == _numbers(change):
                continue
            differences.append(f"rated race {change.rated_race_id}, entrant {entrant.pk}")
            if not check:
                RatingChange.objects.filter(entrant=entrant).delete()
                change.save()
        alien = RatingChange.objects.exclude(
            rated_race__race=F("entrant__race"), entrant__plies__gte=MIN_PLIES
        )
        for stored in alien:
            differences.append(
                f"rated race {stored.rated_race_id}, entrant {stored.entrant_id} did not take part"
            )
            if not check:
                stored.delete()
        differences += _compare_ratings(ratings, check=check)
    return differences


def _replayed(ratings: dict[Game, Known]) -> Iterator[tuple[Entrant, RatingChange]]:
    """Yield who took part in each rated race, and what it has to have done to them; ``ratings`` keeps pace."""
    handovers = list(RatingHandover.objects.order_by("after", "pk"))
    for key, group in groupby(_took_part(), key=attrgetter("rated_as")):
        while handovers and handovers[0].after < key:
            _hand_over(ratings, handovers.pop(0))
        # An entrant may have become an account's since: whose rating it was is kept with the change.
        racers = sorted(group, key=_rated_player)
        games = [(_rated_player(entrant), entrant.race.ruleset_key) for entrant in racers]
        places = places_among([entrant.place or 0 for entrant in racers])
        before = [ratings.get(game, Known(START, 0)) for game in games]
        after = rate([known.strength for known in before], places)
        for entrant, game, place, old, new in zip(racers, games, places, before, after, strict=True):
            ratings[game] = Known(new, old.races + 1)
            # By its key: with the entrant itself the new change would stand in for the stored one.
            change = RatingChange(rated_race_id=key, entrant_id=entrant.pk, player_id=game[0], place=place)
            change.mu_before, change.sigma_before = old.strength
            change.mu, change.sigma = new
            yield entrant, change
    for handover in handovers:
        _hand_over(ratings, handover)


def _took_part() -> Iterator[Any]:
    """Yield the entrants of all rated races, with the key of each as ``rated_as``."""
    last = 0
    while keys := list(
        RatedRace.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:CHUNK]
    ):
        last = keys[-1]
        entrants = Entrant.objects.filter(race__rated_as__in=keys, plies__gte=MIN_PLIES)
        yield from (
            entrants.annotate(rated_as=F("race__rated_as"))
            .select_related("race", "rating_change")
            .order_by("rated_as", "pk")
        )


def _rated_player(entrant: Entrant) -> int:
    change: RatingChange | None = getattr(entrant, "rating_change", None)
    return change.player_id if change is not None else entrant.player_id


def _hand_over(ratings: dict[Game, Known], handover: RatingHandover) -> None:
    for game in [game for game in ratings if game[0] == handover.guest_id]:
        ratings.setdefault((handover.account_id, game[1]), ratings.pop(game))


def _numbers(change: RatingChange) -> tuple[object, ...]:
    before = (change.mu_before, change.sigma_before)
    return (change.rated_race_id, change.player_id, change.place, *before, change.mu, change.sigma)


def _compare_ratings(ratings: dict[Game, Known], *, check: bool) -> list[str]:
    differences = []
    gone = set(Player.objects.filter(deleted_at__isnull=False).values_list("pk", flat=True))
    for rating in Rating.objects.exclude(player__in=gone).iterator():
        known = ratings.pop((rating.player_id, rating.ruleset_key), None)
        stored = (Strength(rating.mu, rating.sigma), rating.races, rating.ordinal)
        if known is None or stored != (*known, known.strength.ordinal):
            differences.append(f"rating of player {rating.player_id} in {rating.ruleset_key}")
            if not check:
                _save(rating, known)
    for (player, ruleset_key), known in ratings.items():
        if player not in gone:
            differences.append(f"rating of player {player} in {ruleset_key}: there is none")
            if not check:
                whose = lineage(player, ruleset_key)
                rated = RatedRace.objects.filter(race__ruleset_key=ruleset_key, changes__player__in=whose)
                at = rated.latest("pk").rated_at
                _save(Rating(player_id=player, ruleset_key=ruleset_key, rated_at=at), known)
    return differences


def _save(rating: Rating, known: Known | None) -> None:
    if known is None:
        rating.delete()
        return
    rating.mu, rating.sigma = known.strength
    rating.ordinal, rating.races = known.strength.ordinal, known.races
    rating.save()
