"""The lobby: races that can be joined, and invitations, read from the database. Shapes are in racing.messages."""

from typing import Any

from django.db.models import Count
from django.urls import reverse

from racing.clock import now, to_ms
from racing.messages import InvitationLine, LobbyRace
from racing.models import Invitation, Race

# Nobody looks through more, and every tab of the front page is told all of them.
MOST_RACES = 50
MOST_INVITATIONS = 20


def listed_races() -> list[LobbyRace]:
    """Return the listed races that can be joined now, newest first. Their games' names are in English."""
    races = Race.objects.listed_open(now()).select_related("host").annotate(places=Count("entrants"))
    return [
        LobbyRace(
            code=race.code,
            url=reverse("room", args=[race.code]),
            kind=_checked(race.kind),
            ruleset=race.ruleset_key,
            ruleset_name=race.ruleset.name,
            host=race.host.name,
            goal=_checked(race.goal),
            take_back=_checked(race.take_back),
            time_limit=race.time_limit,
            entrants=race.places,  # type: ignore[attr-defined]  # annotated
            max=race.max_racers,
            certified=race.certified,
            created_at=to_ms(race.created_at),
            closes_at=to_ms(race.closes_at),
        )
        for race in races[:MOST_RACES]
    ]


def invitations_of(player_id: int | None) -> list[InvitationLine]:
    """Return what a player is asked to come to and can still join, newest first."""
    if player_id is None:
        return []
    mine = Invitation.objects.filter(player=player_id, declined_at=None)
    open_now = mine.filter(race__in=Race.objects.open_to_join(now()))
    rows = open_now.exclude(race__entrants__player=player_id).select_related("race", "by")
    return [
        InvitationLine(
            code=invitation.race.code,
            url=reverse("room", args=[invitation.race.code]),
            by=invitation.by.name,
            ruleset_name=invitation.race.ruleset.name,
            kind=_checked(invitation.race.kind),
        )
        for invitation in rows.order_by("-created_at", "-pk")[:MOST_INVITATIONS]
    ]


def _checked(value: str) -> Any:
    # To mypy Django's choices are any text; pydantic checks that this is one of the message's.
    return value
