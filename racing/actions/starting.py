"""From an open race to the common start."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from racing.actions.locking import changed, entrant_of, entrants_of, locked
from racing.models import Entrant, Race, Status
from racing.refusals import Refused


def get_ready(code: str, player_id: int | None, ready: bool, now: datetime) -> None:
    """Say that the player is ready, or is not after all. The race starts when all are, two at least.

    Raises Refused once the race has started: whoever is in it then is in it.
    """
    with transaction.atomic():
        race = locked(code)
        entrant = entrant_of(race, player_id)
        if (entrant.ready_at is not None) == ready:
            return
        refuse_unless_open(race, now)
        entrant.ready_at = now if ready else None
        entrant.save(update_fields=["ready_at"])
        started = start_if_all_are_ready(race, entrants_of(race), now)
        changed(race, *started)


def start(code: str, player_id: int | None, now: datetime) -> None:
    """Start the countdown for all who joined. Raises Refused for all but the host, and with too few."""
    with transaction.atomic():
        race = locked(code)
        entrant = entrant_of(race, player_id)
        if race.host_id != entrant.player_id:
            raise Refused("not_the_host")
        if race.starts_at is not None and not race.is_over:
            return
        refuse_unless_open(race, now)
        if race.entrants.count() < Race.MIN_RACERS:
            raise Refused("too_few_racers", min=Race.MIN_RACERS)
        _count_down(race, now)
        changed(race, "starts_at")


def start_if_all_are_ready(race: Race, entrants: list[Entrant], now: datetime) -> tuple[str, ...]:
    """Start the countdown of a locked race if nobody is waited for. Returns the fields that changed."""
    if len(entrants) < Race.MIN_RACERS or any(entrant.ready_at is None for entrant in entrants):
        return ()
    _count_down(race, now)
    return ("starts_at",)


def _count_down(race: Race, now: datetime) -> None:
    race.starts_at = now + timedelta(seconds=settings.COUNTDOWN_SECONDS)


def refuse_unless_open(race: Race, now: datetime) -> None:
    """Raise the Refused that says why nobody can come, go or get ready any more."""
    match race.status(now):
        case Status.OPEN:
            return
        case Status.CANCELLED:
            raise Refused("race_cancelled")
        case Status.FINISHED:
            raise Refused("race_finished")
        case _:
            raise Refused("race_started")
