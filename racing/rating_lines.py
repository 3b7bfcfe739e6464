"""The ratings that stand beside racers' names: before a race what they bring, after it what it did to them."""

from collections.abc import Iterable
from datetime import datetime

from racing.messages import RatingShown
from racing.models import Entrant, Race, Rating, RatingChange
from racing.ratings import START, Strength, is_provisional, shown


def ratings_of(race: Race, entrants: Iterable[Entrant], now: datetime) -> dict[int, RatingShown]:
    """Return the ratings to be told of a rated race, by the entrants' keys: none, and no query, while it runs.

    Where everybody begins alone nobody is told of plies, so they are told there at any time.
    """
    if not race.rated or race.cancelled_at is not None:
        return {}
    if race.ended_at is not None:
        return _after(race, entrants)
    runs = race.starts_at is not None and race.starts_at <= now
    return {} if runs and not race.is_asynchronous else _before(race, entrants)


def _before(race: Race, entrants: Iterable[Entrant]) -> dict[int, RatingShown]:
    rows = Rating.objects.filter(player__in=[entrant.player_id for entrant in entrants])
    known = {rating.player_id: rating for rating in rows.filter(ruleset_key=race.ruleset_key)}
    told = {}
    for entrant in entrants:
        rating = known.get(entrant.player_id)
        ordinal, races = (rating.ordinal, rating.races) if rating else (START.ordinal, 0)
        told[entrant.pk] = RatingShown(shown=shown(ordinal), provisional=is_provisional(races), change=None)
    return told


def _after(race: Race, entrants: Iterable[Entrant]) -> dict[int, RatingShown]:
    changes = RatingChange.objects.filter(rated_race__race=race)
    rows = Rating.objects.filter(player__in=[entrant.player_id for entrant in entrants])
    races = dict(rows.filter(ruleset_key=race.ruleset_key).values_list("player", "races"))
    players = {entrant.pk: entrant.player_id for entrant in entrants}
    told = {}
    for change in changes:
        number = shown(Strength(change.mu, change.sigma).ordinal)
        before = shown(Strength(change.mu_before, change.sigma_before).ordinal)
        provisional = is_provisional(races.get(players.get(change.entrant_id, 0), 0))
        told[change.entrant_id] = RatingShown(shown=number, provisional=provisional, change=number - before)
    return told
