"""What every action on a race begins and ends with."""

from django.db import transaction

from racing import events
from racing.lobby import listed_races
from racing.models import Entrant, Race
from racing.refusals import Refused
from racing.snapshots import news_for_all


def locked(code: str) -> Race:
    """Return the race with its row locked until the transaction ends. Raises Refused when there is none.

    NO KEY UPDATE: a ply's and an entrant's foreign keys do not have to wait for it.
    """
    race = (
        Race.objects.select_for_update(no_key=True, of=("self",))
        .select_related("deal")
        .filter(code=code)
        .first()
    )
    if race is None:
        raise Refused("no_such_race")
    return race


def entrants_of(race: Race) -> list[Entrant]:
    """Return the entrants of a locked race in the order they joined, their rows locked as well."""
    rows = race.entrants.select_for_update(no_key=True, of=("self",)).select_related("player").order_by("pk")
    entrants = list(rows)
    for entrant in entrants:
        entrant.race = race
    return entrants


def entrant_of(race: Race, player_id: int | None) -> Entrant:
    """Return the player's place in a locked race, its row locked. Raises Refused when there is none."""
    rows = race.entrants.select_for_update(no_key=True, of=("self",)).select_related("player")
    found = rows.filter(player=player_id).first() if player_id is not None else None
    if found is None:
        raise Refused("not_a_racer")
    found.race = race
    return found


def changed(race: Race, *fields: str, at_once: bool = True) -> None:
    """Save the named fields of a locked race as one transition, and publish it when it is committed."""
    race.changes += 1
    race.save(update_fields=[*fields, "changes"])
    announce(race.pk, at_once=at_once)


def announce(race_id: int, *, at_once: bool) -> None:
    """Publish the race when the transaction is committed, or now without one."""
    transaction.on_commit(lambda: events.race_changed(race_id, news_for_all, at_once=at_once))


def lobby_changed() -> None:
    """Publish the list of races that can be joined when the transaction is committed."""
    transaction.on_commit(lambda: events.lobby_changed(listed_races))
