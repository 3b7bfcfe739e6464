"""Who is there. Sockets tell; a server that dies does not, so presence also goes stale (see snapshots)."""

from datetime import datetime, timedelta

from django.db import transaction

from racing.actions.locking import changed, locked
from racing.models import Entrant
from racing.seats import SEATS

# Written no more often than this: a heartbeat of every racer would be a write each.
NOTE_EVERY = timedelta(seconds=30)


def arrive(code: str, entrant_id: int, now: datetime) -> None:
    """Note that a socket of the entrant is there. Rivals are told when the entrant was away."""
    _note(code, entrant_id, seen_at=now, left_at=None)


def depart(code: str, entrant_id: int, now: datetime) -> None:
    """Note that no socket of the entrant is left in this process. One elsewhere will say so with its beat."""
    # Whoever comes back has the table rebuilt. Kept, those of all who ever played here would be what fills the memory.
    SEATS.take(entrant_id)
    _note(code, entrant_id, seen_at=now, left_at=now)


def beat(entrant: Entrant, now: datetime) -> None:
    """Note that the entrant is still there: cheap enough for every heartbeat."""
    if entrant.left_at is not None:
        arrive(entrant.race.code, entrant.pk, now)
    elif entrant.seen_at is None or now - entrant.seen_at > NOTE_EVERY:
        Entrant.objects.filter(pk=entrant.pk).update(seen_at=now)


def _note(code: str, entrant_id: int, *, seen_at: datetime, left_at: datetime | None) -> None:
    with transaction.atomic():
        race = locked(code)
        entrant = race.entrants.select_for_update(no_key=True).filter(pk=entrant_id).first()
        if entrant is None:
            return
        is_news = (entrant.left_at is None) != (left_at is None)
        entrant.seen_at, entrant.left_at = seen_at, left_at
        entrant.save(update_fields=["seen_at", "left_at"])
        if is_news:
            changed(race, at_once=False)
