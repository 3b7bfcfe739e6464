"""Giving up, and taking that back while there is time."""

from datetime import datetime

from django.db import transaction

from racing.actions.boarding import keep_day_rows
from racing.actions.ending import end_if_due, end_overdue, refusal_of_outcome
from racing.actions.locking import changed, entrant_of, locked
from racing.models import Outcome
from racing.refusals import Refused


def resign(code: str, player_id: int | None, now: datetime) -> None:
    """End the player's own attempt with the progress reached. Again is no harm; raises Refused otherwise.

    It can be taken back until `Entrant.undo_until`; a race that waits for nobody else ends then.
    """
    with transaction.atomic():
        race = locked(code)
        entrant = entrant_of(race, player_id)
        if entrant.outcome == Outcome.RESIGNED:
            return
        if race.cancelled_at is not None:
            raise Refused("race_cancelled")
        if entrant.begins_at is None:
            raise Refused("race_not_started")
        # Time may have been up already: one's own, or everybody's.
        overdue = end_overdue(race, now)
        ended = end_if_due(race, now)
        entrant.refresh_from_db(fields=["outcome", "finished_at"])
        outcome = entrant.outcome
        if outcome is None:
            entrant.outcome = Outcome.RESIGNED
            entrant.finished_at = now
            entrant.save(update_fields=["outcome", "finished_at"])
            keep_day_rows(race, [entrant])
            end_if_due(race, now)
        if ended or overdue or outcome is None:
            changed(race)
    if outcome is not None:
        raise refusal_of_outcome(outcome)


def unresign(code: str, player_id: int | None, now: datetime) -> None:
    """Take a resignation back. Whoever plays (again) need not; raises Refused when it is too late."""
    with transaction.atomic():
        race = locked(code)
        entrant = entrant_of(race, player_id)
        if entrant.outcome is None:
            return
        if entrant.outcome != Outcome.RESIGNED:
            raise refusal_of_outcome(entrant.outcome)
        if race.is_over or entrant.is_final(now):
            raise Refused("resigned_for_good")
        entrant.outcome = None
        entrant.finished_at = None
        entrant.save(update_fields=["outcome", "finished_at"])
        keep_day_rows(race, [entrant])
        changed(race)
