"""How attempts and races end by themselves."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from racing.actions.boarding import keep_day_rows, keep_new_day_rows
from racing.actions.counting import count_result
from racing.actions.locking import announce, changed, entrants_of, lobby_changed, locked
from racing.actions.solving import want_par
from racing.models import Entrant, Kind, Outcome, Race
from racing.ranking import rank
from racing.refusals import Refused

logger = logging.getLogger(__name__)

# A room that nobody used for so long ends by itself.
UNUSED_AFTER = timedelta(days=1)


def refusal_of_outcome(outcome: str | None) -> Refused:
    """Return why somebody whose attempt has this outcome cannot go on."""
    return Refused("time_is_up" if outcome == Outcome.TIMEOUT else "already_finished")


class Ending(NamedTuple):
    """How a race is to end, and when it did."""

    at: datetime
    cancelled: bool


def due_ending(race: Race, now: datetime) -> Ending | None:
    """Return how the race is to end by what is known at ``now``, or None when it goes on (or is over).

    The same facts give the same ending, whoever looks and however late.
    """
    if race.is_over:
        return None
    if race.is_asynchronous:
        return _ending_of_term(race, now)
    if race.starts_at is None:
        return Ending(now, cancelled=True) if now - race.created_at >= UNUSED_AFTER else None
    entrants = _with_race(race, race.entrants.all())
    finishes = [entrant.finished_at for entrant in entrants if entrant.finished_at is not None]
    if len(finishes) == len(entrants):
        return _unless_taken_back(race, entrants, Ending(max(finishes, default=now), not finishes), now)
    if race.deadline is not None:
        return Ending(race.deadline, cancelled=False) if now >= race.deadline else None
    if race.is_practice:
        return None
    signs = [race.starts_at, *finishes, *(entrant.last_at for entrant in entrants if entrant.last_at)]
    if now - max(signs) < UNUSED_AFTER:
        return None
    # A result that somebody reached stands, although the others went away.
    return Ending(now, cancelled=not finishes)


def _ending_of_term(race: Race, now: datetime) -> Ending | None:
    assert race.closes_at is not None
    if now >= race.closes_at:
        begun = race.entrants.filter(started_at__isnull=False).exists()
        return Ending(race.closes_at, cancelled=not begun)
    if race.kind == Kind.DAILY or race.entrants.filter(outcome=None).exists():
        return None
    entrants = _with_race(race, race.entrants.all())
    if len(entrants) < race.max_racers:
        return None  # somebody may still come
    finishes = [entrant.finished_at for entrant in entrants if entrant.finished_at is not None]
    return _unless_taken_back(race, entrants, Ending(max(finishes), cancelled=False), now)


def _unless_taken_back(race: Race, entrants: list[Entrant], ending: Ending, now: datetime) -> Ending | None:
    """Return the ending of a race in which nobody plays, once nobody can play again."""
    time_is_up = race.deadline is not None and now >= race.deadline
    return ending if time_is_up or all(entrant.is_final(now) for entrant in entrants) else None


def _with_race(race: Race, rows: QuerySet[Entrant]) -> list[Entrant]:
    entrants = list(rows)
    for entrant in entrants:
        entrant.race = race  # the very same; spares a query for each
    return entrants


def settle(race_id: int, now: datetime) -> bool:
    """End the race if everybody has finished, time is up, or nobody uses it. Returns whether it ended now.

    Also ends attempts whose own time is up. Anybody may call this, at any time, in any process: it looks without
    a lock first, and only one does it.
    """
    race = Race.objects.filter(pk=race_id).first()
    if race is None or race.is_over:
        return False
    keep_new_day_rows(race, now)
    if due_ending(race, now) is None and not _overdue(race, now).exists():
        return False
    with transaction.atomic():
        race = locked(race.code)
        overdue = end_overdue(race, now)
        ended = end_if_due(race, now)
        if ended or overdue:
            changed(race)
    return ended


def settle_and_tell(race_id: int, now: datetime) -> None:
    """Settle a race at a moment that its news named, and tell it: time alone may have made a resignation final."""
    if not settle(race_id, now) and Race.objects.going_on().filter(pk=race_id).exists():
        announce(race_id, at_once=True)


def settle_due(now: datetime) -> int:
    """Settle every race that is due, for the timer and the management command. Returns how many ended."""
    playing = Entrant.objects.filter(race=OuterRef("pk"), outcome=None)
    # Practice waits for its player, for ever.
    candidates = Race.objects.going_on().filter(~Q(kind=Kind.PRACTICE) | ~Exists(playing))
    ended = 0
    for race_id in list(candidates.order_by("pk").values_list("pk", flat=True)):
        try:
            ended += settle(race_id, now)
        except Exception:
            # One race must not keep the others from ending.
            logger.exception("race %s not settled", race_id)
    # Their letters are for others now.
    Race.objects.filter(short_until__lte=now).update(short_code=None, short_until=None)
    return ended


def _overdue(race: Race, now: datetime) -> QuerySet[Entrant]:
    """Return who plays although their own time is up: that is possible where everybody begins alone."""
    if not race.is_asynchronous or race.time_limit is None:
        return Entrant.objects.none()
    since = now - timedelta(seconds=race.time_limit)
    return race.entrants.filter(outcome=None, started_at__lte=since)


def end_overdue(race: Race, now: datetime) -> bool:
    """End attempts in a locked race whose own time is up. Returns whether there were any."""
    if race.is_over:
        return False
    overdue = _overdue(race, now).select_for_update(no_key=True, of=("self",)).select_related("player")
    late = _with_race(race, overdue.order_by("pk"))
    for entrant in late:
        entrant.outcome = Outcome.TIMEOUT
        entrant.finished_at = entrant.deadline
    Entrant.objects.bulk_update(late, ["outcome", "finished_at"])
    keep_day_rows(race, late)
    return bool(late)


def end_if_due(race: Race, now: datetime) -> bool:
    """End a locked race if it is due, without counting the change: the caller does, once."""
    if due_ending(race, now) is None:
        return False
    # A ply may have been under way: with the entrants locked, what is read is what holds.
    entrants = entrants_of(race)
    ending = due_ending(race, now)
    if ending is None:
        return False
    if race.listed:
        lobby_changed()
    if ending.cancelled:
        race.cancelled_at = ending.at
    else:
        race.ended_at = ending.at
    if race.starts_at is not None:
        _close_attempts(race, entrants, ending)
    race.short_code = race.short_until = None
    race.save(update_fields=["ended_at", "cancelled_at", "short_code", "short_until"])
    if not ending.cancelled:
        count_result(race, entrants)
    logger.info("race %s %s", race.pk, "cancelled" if ending.cancelled else "finished")
    # Only now: before the end the deal is nobody's business, the solver's included.
    transaction.on_commit(lambda: want_par(race), robust=True)
    return True


def _close_attempts(race: Race, entrants: list[Entrant], ending: Ending) -> None:
    # With an outcome no ply is taken any more, whichever process still believes in a running race. Whoever never
    # began has no attempt, so neither an outcome nor a place.
    begun = [entrant for entrant in entrants if entrant.begins_at is not None]
    for entrant in begun:
        if entrant.outcome is None:
            deadline = entrant.deadline
            entrant.outcome = Outcome.TIMEOUT
            entrant.finished_at = ending.at if deadline is None else min(deadline, ending.at)
    if not ending.cancelled:
        for place, entrant in rank(begun, race.goal, same_for_all=race.ruleset.family == "clock"):
            entrant.place = place
    Entrant.objects.bulk_update(begun, ["outcome", "finished_at", "place"], batch_size=500)
