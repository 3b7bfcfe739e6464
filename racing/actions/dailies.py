"""The deal of the day: one race for each game and day, opened by whoever comes first."""

from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction

from engine.game import Ruleset
from racing.actions.locking import locked
from racing.actions.opening import create_race, deal_of, rules_of
from racing.actions.rooms import join_locked
from racing.actions.solving import take_certified, want_certified
from racing.models import Daily, Entrant, Kind, Player, Race, TakeBack


def join_daily(ruleset: str, player: Player, now: datetime) -> Entrant:
    """Give the player a place in the race of today's deal; opens it when nobody has. Raises Refused: no such game.

    A day is one by UTC, the same everywhere. Nobody's attempt begins by this.
    """
    race = daily_race(rules_of(ruleset), player, now)
    with transaction.atomic():
        return join_locked(locked(race.code), player, now)


def daily_race(rules: Ruleset, player: Player, now: datetime) -> Race:
    """Return the race of today's deal; ``player`` opens it when nobody has."""
    day = now.astimezone(UTC).date()
    found = _race_of(rules, day)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return _open(rules, day, player, now)
    except IntegrityError:
        # Somebody else was first; the deal that was taken for nothing is back in its pool.
        found = _race_of(rules, day)
        if found is None:
            raise
        return found


def _race_of(rules: Ruleset, day: date) -> Race | None:
    return Race.objects.filter(daily__day=day, daily__ruleset_key=rules.key).first()


def _open(rules: Ruleset, day: date, player: Player, now: datetime) -> Race:
    deal = take_certified(rules)
    certified = deal is not None
    if deal is None:
        deal = deal_of(None)
        transaction.on_commit(lambda: want_certified(rules), robust=True)
    begins = datetime.combine(day, time.min, UTC)
    race = create_race(
        player,
        rules,
        deal,
        now=now,
        kind=Kind.DAILY,
        certified=certified,
        goal=rules.default_goal,
        take_back=TakeBack.COUNTED,
        starts_at=begins,
        closes_at=begins + timedelta(days=1),
    )
    Daily.objects.create(day=day, ruleset_key=rules.key, race=race)
    return race
