"""Opening a race, a challenge or a practice."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from engine.errors import EngineError
from engine.game import Ruleset
from engine.rulesets import find_ruleset
from engine.shuffle import SEED_SIZE, SHUFFLE_VERSION, commitment, seed_of_number
from racing.actions.locking import lobby_changed
from racing.actions.rooms import take_place
from racing.actions.solving import take_certified, want_certified
from racing.codes import new_code, new_short_code
from racing.models import Deal, Entrant, Ghost, Goal, Kind, Player, Race, Record, Solution, TakeBack
from racing.refusals import Refused

# A code to be read aloud is short, so it can be guessed: it holds no longer.
SHORT_CODE_HOLDS = timedelta(days=1)

# What a ghost is of.
Log = Entrant | Solution | Record


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
    max_racers: int = Race.MAX_RACERS,
    term: timedelta | None = None,
    deal: Deal | None = None,
    ghosts: Sequence[Log] = (),
) -> Race:
    """Open a race with its host as the first entrant. ``goal`` "" is the ruleset's own; seconds of limit.

    With a ``term`` it is a challenge: everybody begins when it suits, until the term is over. ``deal`` is one whose
    cards have been shown already; ``ghosts`` are logs of it.

    Raises Refused for an unknown ruleset or a deal number out of range; and for ``certified`` when no deal that can
    be won is kept, or the numbered one is not known to be one: racing.certifying sees to that before.
    """
    rules = rules_of(ruleset)
    with transaction.atomic():
        known = deal is not None
        if deal is None:
            deal = certified_deal_of(deal_number, rules) if certified else deal_of(deal_number)
        race = create_race(
            host,
            rules,
            deal,
            kind=Kind.RACE if term is None else Kind.CHALLENGE,
            # Who could have seen the cards before is not compared with who could not.
            rated=not known and (deal.number is None or not rules.has_hidden_cards),
            certified=certified,
            now=now,
            goal=goal or rules.default_goal,
            take_back=take_back,
            time_limit=time_limit,
            max_racers=max_racers,
            listed=listed,
            starts_at=None if term is None else now,
            closes_at=None if term is None else now + term,
            **short_code(now, term),
        )
        add_ghosts(race, ghosts)
        take_place(race, host, now)
        if listed:
            lobby_changed()
    return race


def add_ghosts(race: Race, logs: Sequence[Log]) -> None:
    """Let the logs be played back in a race, within the caller's transaction."""
    for log in logs:
        if isinstance(log, Entrant):
            Ghost.objects.create(race=race, entrant=log)
        elif isinstance(log, Solution):
            Ghost.objects.create(race=race, solution=log)
        else:
            Ghost.objects.create(race=race, record=log)


def logs_of(race: Race) -> list[Log]:
    """Return the logs that are played back in a race."""
    rows = race.ghosts.select_related("entrant", "solution", "record").order_by("pk")
    return [log for ghost in rows if (log := ghost.entrant or ghost.solution or ghost.record) is not None]


def short_code(now: datetime, term: timedelta | None = None) -> dict[str, object]:
    """Return the fields of a code that nobody else has, to be read aloud until the race starts or for a day."""
    Race.objects.filter(short_until__lte=now).update(short_code=None, short_until=None)
    # Taken ones are rare: a thousand of 85 million. Should one be met even so, the race goes without.
    code = new_short_code()
    if Race.objects.filter(short_code=code).exists():
        return {}
    holds = SHORT_CODE_HOLDS if term is None else min(term, SHORT_CODE_HOLDS)
    return {"short_code": code, "short_until": now + holds}


def open_practice(player: Player, *, ruleset: str, now: datetime, deal_number: int | None = None) -> Race:
    """Start a practice: one entrant, from now on, without limit. Raises Refused as `open_race` does."""
    rules = rules_of(ruleset)
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
    deal = Deal.objects.get_or_create(seed=seed, defaults={"number": number})[0]
    if deal.number is None:
        # It came in by its seed, in a record that somebody uploaded.
        deal.number = number
        deal.save(update_fields=["number"])
    return deal


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


def rules_of(key: str) -> Ruleset:
    """Return the ruleset with this key. Raises Refused when there is none."""
    try:
        return find_ruleset(key)
    except EngineError as error:
        raise Refused.by_engine(error) from None
