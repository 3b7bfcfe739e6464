"""What is told of the entrants of a race, each a line: all of it, or only that they are there."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from racing.clock import to_ms
from racing.messages import EntrantLine, RatingShown
from racing.models import Entrant, Player, Race
from racing.names import told_apart

# Four heartbeats: a phone that sleeps for a moment is not away.
AWAY_AFTER = timedelta(seconds=60)


def entrant_lines(
    race: Race,
    entrants: list[Entrant],
    now: datetime,
    ratings: Mapping[int, RatingShown],
    *,
    open_to_viewer: bool,
    own: int | None,
) -> list[EntrantLine]:
    """Return the lines of a race's entrants, in their order; ``own`` is the reader's, who may know that one."""
    return [
        _line(race, entrant, name, now, ratings.get(entrant.pk))
        if open_to_viewer or entrant.pk == own
        else _hidden_line(entrant, name, now, ratings.get(entrant.pk))
        for entrant, name in _named(entrants)
    ]


def _named(entrants: list[Entrant]) -> list[tuple[Entrant, str]]:
    """Return each entrant with a name that no other in the race has. Those with accounts keep theirs as it is."""
    by_right = sorted(entrants, key=lambda entrant: entrant.player.user_id is None)
    names = told_apart([entrant.player.name for entrant in by_right])
    known = {entrant.pk: name for entrant, name in zip(by_right, names, strict=True)}
    return [(entrant, known[entrant.pk]) for entrant in entrants]


def profile_of(player: Player) -> str | None:
    """Return the address of a player's profile, which accounts have."""
    return reverse("profile", args=[player.pk]) if player.user_id is not None else None


def _line(race: Race, entrant: Entrant, name: str, now: datetime, rating: RatingShown | None) -> EntrantLine:
    replay = race.ended_at is not None and entrant.outcome is not None
    undo_until = None if race.is_over or entrant.is_final(now) else entrant.undo_until
    return EntrantLine(
        id=entrant.pk,
        name=name,
        ready=entrant.ready_at is not None,
        away=is_away(entrant, now),
        progress=entrant.progress,
        plies=entrant.plies,
        redeals=entrant.redeals,
        score=entrant.score,
        slips=entrant.slips,
        hints=entrant.hints,
        outcome=_checked(entrant.outcome),
        finished_at=to_ms(entrant.finished_at),
        time_ms=entrant.time_ms,
        place=entrant.place,
        replay=reverse("replay", args=[race.code, entrant.pk]) if replay else None,
        begun_at=to_ms(entrant.begins_at),
        deadline=to_ms(entrant.deadline),
        clean=entrant.is_clean,
        hidden=False,
        undo_until=to_ms(undo_until),
        profile=profile_of(entrant.player),
        rating=rating,
    )


def _hidden_line(entrant: Entrant, name: str, now: datetime, rating: RatingShown | None) -> EntrantLine:
    """Say that somebody is in the race, and whether they are done: with the beginning one could tell their time."""
    return EntrantLine(
        id=entrant.pk,
        name=name,
        ready=False,
        away=is_away(entrant, now),
        progress=0,
        plies=0,
        redeals=0,
        score=0,
        slips=0,
        hints=0,
        outcome=None,
        finished_at=to_ms(entrant.finished_at) if entrant.is_final(now) else None,
        time_ms=None,
        place=None,
        replay=None,
        begun_at=None,
        deadline=None,
        clean=True,
        hidden=True,
        undo_until=None,
        profile=profile_of(entrant.player),
        rating=rating,
    )


def is_away(entrant: Entrant, now: datetime) -> bool:
    """Whether no socket of the entrant is known to be there."""
    if entrant.left_at is not None:
        return True
    return now - (entrant.seen_at or entrant.joined_at) > AWAY_AFTER


def _checked(value: str | None) -> Any:
    # To mypy Django's choices are any text; pydantic checks that this is one of the message's.
    return value
