"""The list of searches that nobody waits for: put on it, taken by one process at a time, given back."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q

from racing.clock import now
from racing.models import WantedSearch

# Longer than any search takes, making way for people's as often as it may. What a dead process took can wait so long.
TAKEN_SECONDS = 300
# Whatever ends each process that searches for it is not searched for any more.
TRIES = 3


def want_search(ruleset_key: str, race_id: int | None) -> None:
    """Put a search on the list unless it is there: par of a race that is over, or a deal to keep ready."""
    WantedSearch.objects.get_or_create(race_id=race_id, ruleset_key=ruleset_key)


def take_wanted() -> WantedSearch | None:
    """Return a search that nobody else does meanwhile, or None. It is taken off the list when it is done.

    Deals to keep ready come first: somebody may stand before the form for one.
    """
    moment = now()
    rows = WantedSearch.objects.select_for_update(skip_locked=True, of=("self",))
    free = rows.filter(Q(taken_until=None) | Q(taken_until__lt=moment)).select_related("race__deal")
    with transaction.atomic():
        WantedSearch.objects.filter(tries__gte=TRIES, taken_until__lt=moment).delete()
        wanted = free.order_by(F("race").asc(nulls_first=True), "pk").first()
        if wanted is not None:
            wanted.taken_until = moment + timedelta(seconds=TAKEN_SECONDS)
            wanted.tries += 1
            wanted.save(update_fields=["taken_until", "tries"])
    return wanted


def give_back(wanted: WantedSearch) -> None:
    """Let another process have what this one took and cannot do."""
    WantedSearch.objects.filter(pk=wanted.pk).update(taken_until=None, tries=F("tries") - 1)
