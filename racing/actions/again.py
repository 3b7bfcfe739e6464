"""After a race the next one; after a practice the same deal or another."""

from datetime import datetime

from django.db import transaction

from engine.shuffle import LARGEST_DEAL_NUMBER
from racing.actions.ending import settle
from racing.actions.locking import changed, entrant_of, lobby_changed, locked
from racing.actions.opening import (
    add_ghosts,
    certified_deal_of,
    create_practice,
    create_race,
    deal_of,
    logs_of,
    short_code,
)
from racing.actions.resigning import resign
from racing.actions.rooms import join_locked, take_place
from racing.models import Kind, Player, Race
from racing.refusals import Refused


def rematch(code: str, player_id: int, now: datetime) -> Race:
    """Return the one race that follows this one, with a place in it for the player.

    Whoever asks first opens it (same settings, fresh deal; against a ghost, its deal again) and is its host. Raises
    Refused for who was not in this race, before it is over, and when the next one has started without the player.
    """
    race = Race.objects.filter(code=code).first()
    if race is None:
        raise Refused("no_such_race")
    settle(race.pk, now)
    with transaction.atomic():
        race = locked(code)
        player = entrant_of(race, player_id).player
        if race.is_practice:
            raise Refused("not_in_practice")
        if race.kind == Kind.DAILY:
            raise Refused("daily_comes_again")
        if not race.is_over:
            raise Refused("race_not_over")
        following = Race.objects.filter(rematch_of=race).first()
        if following is not None:
            following = locked(following.code)
            if following.cancelled_at is None:
                join_locked(following, player, now)
                return following
            # Nobody wanted it then; somebody does now.
            following.rematch_of = None
            following.save(update_fields=["rematch_of"])
        following = _follow(race, player, now)
        changed(race)
        return following


def _follow(race: Race, host: Player, now: datetime) -> Race:
    logs = logs_of(race)
    term = race.closes_at - race.created_at if race.closes_at is not None else None
    if logs:
        deal = race.deal
    else:
        deal = certified_deal_of(None, race.ruleset) if race.certified else deal_of(None)
    following = create_race(
        host,
        race.ruleset,
        deal,
        now=now,
        kind=race.kind,
        rated=not logs,
        certified=race.certified,
        goal=race.goal,
        take_back=race.take_back,
        time_limit=race.time_limit,
        max_racers=race.max_racers,
        listed=race.listed,
        starts_at=None if term is None else now,
        closes_at=None if term is None else now + term,
        rematch_of=race,
        **short_code(now, term),
    )
    add_ghosts(following, logs)
    take_place(following, host, now)
    if race.listed:
        lobby_changed()
    return following


def restart(code: str, player: Player, now: datetime) -> Race:
    """Return a new practice of the same deal, dealt anew; an unfinished attempt at this one is given up."""
    race = _own_practice(code, player)
    with transaction.atomic():
        if not race.is_over:
            resign(code, player.pk, now)
        return create_practice(player, race.ruleset, race.deal, now)


def next_deal(code: str, player: Player, now: datetime) -> Race:
    """Return a new practice of the next deal: number + 1, or a fresh one. This one stays to come back to."""
    race = _own_practice(code, player)
    with transaction.atomic():
        if race.deal.number is None:
            deal = deal_of(None)
        else:
            deal = deal_of(race.deal.number % LARGEST_DEAL_NUMBER + 1)
        if not race.is_over and not race.entrants.filter(plies__gt=0).exists():
            # Nothing to come back to.
            resign(code, player.pk, now)
        return create_practice(player, race.ruleset, deal, now)


def _own_practice(code: str, player: Player) -> Race:
    race = Race.objects.select_related("deal").filter(code=code).first()
    if race is None:
        raise Refused("no_such_race")
    if not race.is_practice:
        raise Refused("not_practice")
    if not race.entrants.filter(player=player).exists():
        raise Refused("not_a_racer")
    return race
