"""How many look on, told by each process for itself."""

from datetime import datetime

from django.db import transaction

from racing.actions.locking import changed, locked
from racing.models import Audience, Kind, Race


def note_audience(race_id: int, process: str, watching: int, now: datetime) -> None:
    """Note how many look on at a race through a process. Everybody is told, unless the race is over.

    Not at once of a day's deal: in its room each of thousands would read the race anew for somebody's coming.
    """
    code = Race.objects.filter(pk=race_id, ended_at=None, cancelled_at=None).values_list("code", flat=True)
    with transaction.atomic():
        for race in [locked(one) for one in code]:
            if watching:
                noted = {"watching": watching, "seen_at": now}
                Audience.objects.update_or_create(race=race, process=process, defaults=noted)
            else:
                Audience.objects.filter(race=race, process=process).delete()
            if not race.is_over and race.kind != Kind.DAILY:
                changed(race, at_once=False)


def refresh_audiences(process: str, now: datetime) -> None:
    """Note that a process still serves those who look on, so that its numbers hold."""
    Audience.objects.filter(process=process).update(seen_at=now)
