"""How attempts and races end."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from racing.actions.locking import changed, entrant_of, entrants_of, locked
from racing.actions.solving import want_par
from racing.models import Entrant, Kind, Outcome, Race
from racing.ranking import rank
from racing.refusals import Refused

logger = logging.getLogger(__name__)

# A room that nobody used for so long ends by itself.
UNUSED_AFTER = timedelta(days=1)


def resign(code: str, player_id: int | None, now: datetime) -> None:
    """End the player's own attempt with the progress reached. Again is no harm; raises Refused otherwise."""
    with transaction.atomic():
        race = locked(code)
        entrant = entrant_of(race, player_id)
        if entrant.outcome == Outcome.RESIGNED:
            return
        if race.cancelled_at is not None:
            raise Refused("race_cancelled")
        if race.starts_at is None:
            raise Refused("race_not_started")
        ended = _end_if_due(race, now)  # time may have been up already
        entrant.refresh_from_db(fields=["outcome"])
        outcome = entrant.outcome
        if outcome is None:
            entrant.outcome = Outcome.RESIGNED
            entrant.finished_at = now
            entrant.save(update_fields=["outcome", "finished_at"])
            _end_if_due(race, now)
        if ended or outcome is None:
            changed(race)
    if outcome is not None:
        raise refusal_of_outcome(outcome)


def refusal_of_outcome(outcome: str | None) -> Refused:
    """Return why somebody whose attempt has this outcome cannot go on."""
    return Refused("time_is_up" if outcome == Outcome.TIMEOUT else "already_finished")


class Ending(NamedTuple):
    """How a race is to end, and when it did."""

    at: datetime
    cancelled: bool


def due_ending(race: Race, entrants: list[Entrant], now: datetime) -> Ending | None:
    """Return how the race is to end by what is known at ``now``, or None when it goes on (or is over)."""
    if race.is_over:
        return None
    if race.starts_at is None:
        return Ending(now, cancelled=True) if now - race.created_at >= UNUSED_AFTER else None
    finishes = [entrant.finished_at for entrant in entrants if entrant.finished_at is not None]
    if len(finishes) == len(entrants):
        return Ending(max(finishes, default=now), cancelled=not finishes)
    if race.deadline is not None:
        return Ending(race.deadline, cancelled=False) if now >= race.deadline else None
    if race.is_practice:
        return None
    signs = [race.starts_at, *finishes, *(entrant.last_at for entrant in entrants if entrant.last_at)]
    if now - max(signs) < UNUSED_AFTER:
        return None
    # A result that somebody reached stands, although the others went away.
    return Ending(now, cancelled=not finishes)


def settle(race_id: int, now: datetime) -> bool:
    """End the race if everybody has finished, time is up, or nobody uses it. Returns whether it ended now.

    Anybody may call this, at any time, in any process: it looks without a lock first, and only one ends it.
    """
    race = Race.objects.filter(pk=race_id).first()
    if race is None or due_ending(race, list(race.entrants.all()), now) is None:
        return False
    with transaction.atomic():
        race = locked(race.code)
        ended = _end_if_due(race, now)
        if ended:
            changed(race)
    return ended


def settle_due(now: datetime) -> int:
    """Settle every race that is due, for the timer and the management command. Returns how many ended."""
    playing = Entrant.objects.filter(race=OuterRef("pk"), outcome=None)
    # Practice waits for its player, for ever.
    candidates = Race.objects.going_on().filter(Q(kind=Kind.RACE) | ~Exists(playing))
    ended = 0
    for race_id in list(candidates.order_by("pk").values_list("pk", flat=True)):
        try:
            ended += settle(race_id, now)
        except Exception:
            # One race must not keep the others from ending.
            logger.exception("race %s not settled", race_id)
    return ended


def _end_if_due(race: Race, now: datetime) -> bool:
    """End a locked race if it is due, without counting the change: the caller does, once."""
    entrants = entrants_of(race)
    ending = due_ending(race, entrants, now)
    if ending is None:
        return False
    if ending.cancelled:
        race.cancelled_at = ending.at
    else:
        race.ended_at = ending.at
    if race.starts_at is not None:
        _close_attempts(race, entrants, ending)
    race.save(update_fields=["ended_at", "cancelled_at"])
    logger.info("race %s %s", race.pk, "cancelled" if ending.cancelled else "finished")
    # Only now: before the end the deal is nobody's business, the solver's included.
    transaction.on_commit(lambda: want_par(race), robust=True)
    return True


def _close_attempts(race: Race, entrants: list[Entrant], ending: Ending) -> None:
    # With an outcome no ply is taken any more, whichever process still believes in a running race.
    for entrant in entrants:
        if entrant.outcome is None:
            entrant.outcome = Outcome.TIMEOUT
            entrant.finished_at = ending.at
    if not ending.cancelled:
        for place, entrant in rank(entrants, race.goal, same_for_all=race.ruleset.family == "clock"):
            entrant.place = place
    Entrant.objects.bulk_update(entrants, ["outcome", "finished_at", "place"])
