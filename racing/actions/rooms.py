"""Opening a race or a practice, joining, leaving."""

import secrets
from datetime import datetime

from django.db import transaction

from engine.errors import EngineError
from engine.game import Ruleset
from engine.rulesets import find_ruleset
from engine.shuffle import SEED_SIZE, SHUFFLE_VERSION, commitment, seed_of_number
from racing.actions.locking import changed, entrants_of, locked
from racing.actions.people import new_player, rename
from racing.actions.solving import take_certified, want_certified
from racing.actions.starting import refuse_unless_open, start_if_all_are_ready
from racing.codes import new_code
from racing.models import Deal, Entrant, Goal, Kind, Player, Race, TakeBack
from racing.refusals import Refused


def open_race(
    host: Player,
    *,
    ruleset: str,
    now: datetime,
    goal: str = "",
    take_back: str = TakeBack.COUNTED,
    time_limit: int | None = None,
    deal_number: int | None = None,
    listed: bool = False,
    certified: bool = False,
) -> Race:
    """Open a race with its host as the first entrant. ``goal`` "" is the ruleset's own; seconds of limit.

    Raises Refused for an unknown ruleset or a deal number out of range; and for ``certified`` when no deal that can
    be won is kept, or the numbered one is not known to be one: racing.certifying sees to that before.
    """
    rules = _rules(ruleset)
    with transaction.atomic():
        race = create_race(
            host,
            rules,
            certified_deal_of(deal_number, rules) if certified else deal_of(deal_number),
            certified=certified,
            now=now,
            goal=goal or rules.default_goal,
            take_back=take_back,
            time_limit=time_limit,
            listed=listed,
        )
        take_place(race, host, now)
    return race


def open_practice(player: Player, *, ruleset: str, now: datetime, deal_number: int | None = None) -> Race:
    """Start a practice: one entrant, from now on, without limit. Raises Refused as `open_race` does."""
    rules = _rules(ruleset)
    with transaction.atomic():
        return create_practice(player, rules, deal_of(deal_number), now)


def create_practice(player: Player, rules: Ruleset, deal: Deal, now: datetime) -> Race:
    """Start a practice of a given deal, within the caller's transaction."""
    race = create_race(
        player,
        rules,
        deal,
        now=now,
        kind=Kind.PRACTICE,
        goal=Goal(rules.default_goal),
        take_back=TakeBack.FREE,
        starts_at=now,
        max_racers=1,
    )
    take_place(race, player, now)
    return race


def create_race(host: Player, rules: Ruleset, deal: Deal, *, now: datetime, **settings: object) -> Race:
    """Create the row of a race: its code, its commitment and the versions it will always replay by."""
    code = new_code()
    return Race.objects.create(
        code=code,
        ruleset_key=rules.key,
        ruleset_version=rules.version,
        shuffle_version=SHUFFLE_VERSION,
        deal=deal,
        host=host,
        created_at=now,
        commitment=commitment(code, rules.key, bytes(deal.seed)),
        **settings,
    )


def deal_of(number: int | None) -> Deal:
    """Return the numbered deal, or for None a new one of 32 random bytes. Raises Refused out of range."""
    if number is None:
        return Deal.objects.create(seed=secrets.token_bytes(SEED_SIZE))
    try:
        seed = seed_of_number(number)
    except EngineError as error:
        raise Refused.by_engine(error) from None
    return Deal.objects.get_or_create(number=number, defaults={"seed": seed})[0]


def certified_deal_of(number: int | None, rules: Ruleset) -> Deal:
    """Return the numbered deal, or a kept one, that can be won. Raises Refused when there is none."""
    if number is None:
        deal = take_certified(rules)
        if deal is None:
            want_certified(rules)
            raise Refused("no_certified_deal")
        return deal
    deal = deal_of(number)
    if not deal.solutions.filter(
        ruleset_key=rules.key, ruleset_version=rules.version, outcome="won"
    ).exists():
        raise Refused("deal_is_open", deal=number)
    return deal


def _rules(key: str) -> Ruleset:
    try:
        return find_ruleset(key)
    except EngineError as error:
        raise Refused.by_engine(error) from None


def join(code: str, player: Player, now: datetime) -> Entrant:
    """Give the player a place; whoever has one keeps it. Raises Refused when it is too late, or full."""
    with transaction.atomic():
        return join_locked(locked(code), player, now)


def join_by_name(code: str, player: Player | None, name: str, now: datetime) -> Entrant:
    """Give a place to a player under this name, or to a new player of this name.

    Raises Refused (name_* too); then nobody new has been made.
    """
    if player is not None:
        rename(player, name, now)
        return join(code, player, now)
    with transaction.atomic():
        return join(code, new_player(name, now), now)


def join_locked(race: Race, player: Player, now: datetime) -> Entrant:
    """Give the player a place in a locked race, within the caller's transaction."""
    entrants = entrants_of(race)
    for entrant in entrants:
        if entrant.player_id == player.pk:
            return entrant
    refuse_unless_open(race, now)
    if len(entrants) >= race.max_racers:
        raise Refused("race_full", max=race.max_racers)
    entrant = take_place(race, player, now)
    changed(race)
    return entrant


def take_place(race: Race, player: Player, now: datetime) -> Entrant:
    """Create the row of an entrant, within the caller's transaction.

    Some deals begin with progress (the aces of Cruel): it is there before the first ply, as it is after it.
    """
    progress = race.new_history().progress
    return Entrant.objects.create(race=race, player=player, joined_at=now, progress=progress)


def leave(code: str, player_id: int, now: datetime) -> None:
    """Give up one's place while the race is open. The next entrant is host; the last one cancels the race.

    Whoever has no place has left already. Raises Refused after the start.
    """
    with transaction.atomic():
        race = locked(code)
        entrants = entrants_of(race)
        leaver = next((entrant for entrant in entrants if entrant.player_id == player_id), None)
        if leaver is None:
            return
        refuse_unless_open(race, now)
        if len(entrants) == 1:
            # The place stays: a cancelled race still says who opened it.
            race.cancelled_at = now
            changed(race, "cancelled_at")
            return
        leaver.delete()
        entrants.remove(leaver)
        if race.host_id == player_id:
            race.host = entrants[0].player
        # The others may have been waiting for this one only.
        started = start_if_all_are_ready(race, entrants, now)
        changed(race, "host", *started)
