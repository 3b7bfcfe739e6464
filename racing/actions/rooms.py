"""Joining a race, leaving it."""

from datetime import datetime

from django.db import transaction

from racing.actions.befriending import take_back
from racing.actions.locking import changed, entrants_of, lobby_changed, locked
from racing.actions.people import new_player, rename
from racing.actions.starting import refuse_unless_open, start_if_all_are_ready
from racing.models import Entrant, Kind, Player, Race
from racing.refusals import Refused


def join(code: str, player: Player, now: datetime) -> Entrant:
    """Give the player a place; whoever has one keeps it. Raises Refused when it is too late, or full."""
    with transaction.atomic():
        return join_locked(locked(code), player, now)


def join_by_name(code: str, player: Player | None, name: str, now: datetime) -> Entrant:
    """Give a place to a player under this name, or to a new player of this name.

    Raises Refused (name_* too); then nobody new has been made.
    """
    if player is not None:
        rename(player, name, now)
        return join(code, player, now)
    with transaction.atomic():
        return join(code, new_player(name, now), now)


def join_locked(race: Race, player: Player, now: datetime) -> Entrant:
    """Give the player a place in a locked race, within the caller's transaction."""
    mine = race.entrants.select_related("player").filter(player=player).first()
    if mine is not None:
        mine.race = race
        return mine
    refuse_unless_joinable(race, now)
    # As many as like may play the deal of the day.
    if race.kind != Kind.DAILY and race.entrants.count() >= race.max_racers:
        raise Refused("race_full", max=race.max_racers)
    entrant = take_place(race, player, now)
    changed(race)
    if race.listed:
        lobby_changed()
    return entrant


def take_place(race: Race, player: Player, now: datetime) -> Entrant:
    """Create the row of an entrant, within the caller's transaction.

    Some deals begin with progress (the aces of Cruel): it is there before the first ply, as it is after it.
    """
    progress = race.new_history().progress
    return Entrant.objects.create(race=race, player=player, joined_at=now, progress=progress)


def refuse_unless_joinable(race: Race, now: datetime) -> None:
    """Raise the Refused that says why nobody can come any more."""
    if not race.is_asynchronous or race.is_over:
        refuse_unless_open(race, now)
    elif race.closes_at is not None and now >= race.closes_at:
        raise Refused("time_is_up")


def leave(code: str, player_id: int, now: datetime) -> None:
    """Give up one's place while the race is open. The next entrant is host; the last one cancels the race.

    Where everybody begins alone, until one has begun. Whoever has no place has left already. Raises Refused after
    the start.
    """
    with transaction.atomic():
        race = locked(code)
        leaver = race.entrants.filter(player=player_id).first()
        if leaver is None:
            return
        refuse_unless_joinable(race, now)
        if leaver.started_at is not None:
            raise Refused("race_started")
        # Whoever comes would not find them.
        take_back(race.invitations.filter(by=player_id))
        if race.kind == Kind.DAILY:
            leaver.delete()
            changed(race)
            return
        if race.listed:
            lobby_changed()
        entrants = entrants_of(race)
        if len(entrants) == 1:
            # The place stays: a cancelled race still says who opened it.
            race.cancelled_at = now
            race.short_code = race.short_until = None
            changed(race, "cancelled_at", "short_code", "short_until")
            return
        entrants = [entrant for entrant in entrants if entrant.pk != leaver.pk]
        leaver.delete()
        if race.host_id == player_id:
            race.host = entrants[0].player
        # The others may have been waiting for this one only.
        started = start_if_all_are_ready(race, entrants, now)
        changed(race, "host", *started)
