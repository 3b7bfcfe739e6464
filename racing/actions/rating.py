"""What a race does to ratings: once, in the transaction of its result.

Lock order: the race, its entrants, then ratings by player, then tallies and rows of boards. The key of a `RatedRace` is
drawn while the ratings are locked, so keys follow the order in which each player's ratings changed.
"""

from collections.abc import Sequence
from datetime import datetime

from racing.actions.boarding import is_there, void_runs
from racing.actions.tallying import count_race, lineage, retally
from racing.models import Entrant, Player, Race, RatedRace, Rating, RatingChange
from racing.ratings import START, Strength, places_among, rate

# Whoever never played a card has not been beaten, and nobody has beaten them.
MIN_PLIES = 1


def apply(race: Race, entrants: Sequence[Entrant]) -> None:
    """Rate a race that has just ended, within the caller's transaction; ``entrants`` are locked and have places.

    Only a rated race, and only those who took part, two at least.
    """
    took_part = sorted(
        (entrant for entrant in entrants if entrant.plies >= MIN_PLIES), key=lambda entrant: entrant.player_id
    )
    if not race.rated or race.ended_at is None or len(took_part) < Race.MIN_RACERS:
        return
    ratings = locked_ratings([entrant.player_id for entrant in took_part], race.ruleset_key, race.ended_at)
    rated_race = RatedRace.objects.create(race=race, rated_at=race.ended_at)
    places = places_among([entrant.place or 0 for entrant in took_part])
    before = [Strength(rating.mu, rating.sigma) for rating in ratings]
    after = rate(before, places)
    RatingChange.objects.bulk_create(
        RatingChange(
            rated_race=rated_race,
            entrant=entrant,
            player_id=entrant.player_id,
            place=place,
            mu_before=old.mu,
            sigma_before=old.sigma,
            mu=new.mu,
            sigma=new.sigma,
        )
        for entrant, place, old, new in zip(took_part, places, before, after, strict=True)
    )
    for rating, new in zip(ratings, after, strict=True):
        rating.mu, rating.sigma, rating.ordinal = new.mu, new.sigma, new.ordinal
        rating.races += 1
        rating.rated_at = race.ended_at
    Rating.objects.bulk_update(ratings, ["mu", "sigma", "ordinal", "races", "rated_at"])
    # Whoever left meanwhile was beaten with the strength they had; what is known of it is the others' alone.
    Rating.objects.filter(pk__in=[rating.pk for rating in ratings], player__deleted_at__isnull=False).delete()
    void = void_runs(race)
    there = [
        (entrant, place) for entrant, place in zip(took_part, places, strict=True) if is_there(entrant.player)
    ]
    won = {entrant.player_id: place == 1 for entrant, place in there if entrant.pk not in void}
    ordinals = {rating.player_id: rating.ordinal for rating in ratings}
    count_race(race.ruleset_key, race.ended_at, won, ordinals)
    for entrant, _ in there:
        if entrant.pk in void:
            retally(entrant.player_id, race.ruleset_key)


def locked_ratings(player_ids: Sequence[int], ruleset_key: str, at: datetime) -> list[Rating]:
    """Return the players' ratings in a game, by player, locked until the transaction ends; new ones at the start.

    ``player_ids`` are in order and different. Everybody inserts, then locks, in that order: no two can wait for
    each other. Whoever has left has no rating any more: theirs is where their last race left it.
    """
    last = _last_of_gone(player_ids, ruleset_key)
    starts = {player_id: last.get(player_id, START) for player_id in player_ids}
    Rating.objects.bulk_create(
        (
            Rating(
                player_id=player_id,
                ruleset_key=ruleset_key,
                mu=strength.mu,
                sigma=strength.sigma,
                ordinal=strength.ordinal,
                rated_at=at,
            )
            for player_id, strength in starts.items()
        ),
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update(no_key=True).filter(
        player__in=player_ids, ruleset_key=ruleset_key
    )
    return list(rows.order_by("player_id"))


def _last_of_gone(player_ids: Sequence[int], ruleset_key: str) -> dict[int, Strength]:
    last = {}
    gone = Player.objects.filter(pk__in=player_ids, deleted_at__isnull=False)
    for player_id in gone.values_list("pk", flat=True):
        changes = RatingChange.objects.filter(
            player__in=lineage(player_id, ruleset_key), rated_race__race__ruleset_key=ruleset_key
        )
        if (newest := changes.order_by("-rated_race").first()) is not None:
            last[player_id] = Strength(newest.mu, newest.sigma)
    return last
