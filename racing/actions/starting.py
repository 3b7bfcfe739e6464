"""From an open race to the common start, or to one's own."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from racing.actions.locking import changed, entrant_of, entrants_of, lobby_changed, locked
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
        fewest = fewest_racers(race)
        if race.entrants.count() < fewest:
            raise Refused("too_few_racers", min=fewest)
        changed(race, *_count_down(race, now))


def begin(code: str, player_id: int | None, now: datetime) -> None:
    """Begin the player's own attempt, once, in a race where everybody begins alone: time runs from now on.

    Raises Refused for every other kind of race, and when its term is over.
    """
    with transaction.atomic():
        race = locked(code)
        entrant = entrant_of(race, player_id)
        if not race.is_asynchronous:
            raise Refused("starts_for_all")
        if entrant.started_at is not None:
            return
        if race.is_over:
            refuse_unless_open(race, now)
        if race.closes_at is not None and now >= race.closes_at:
            raise Refused("time_is_up")
        entrant.started_at = now
        entrant.save(update_fields=["started_at"])
        changed(race)


def start_if_all_are_ready(race: Race, entrants: list[Entrant], now: datetime) -> tuple[str, ...]:
    """Start the countdown of a locked race if nobody is waited for. Returns the fields that changed."""
    if race.starts_at is not None or any(entrant.ready_at is None for entrant in entrants):
        return ()
    if len(entrants) < fewest_racers(race):
        return ()
    return _count_down(race, now)


def fewest_racers(race: Race) -> int:
    """Return how many it takes to start: against a ghost one is enough."""
    return 1 if not race.rated and race.ghosts.exists() else Race.MIN_RACERS


def _count_down(race: Race, now: datetime) -> tuple[str, ...]:
    race.starts_at = now + timedelta(seconds=settings.COUNTDOWN_SECONDS)
    race.short_code = race.short_until = None
    if race.listed:
        lobby_changed()
    return ("starts_at", "short_code", "short_until")


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
