"""What is told of a race and of a table, read from the database. Shapes are in racing.messages.

This is where secrets stop: a `RaceNews` holds no card, and the seed only of a finished race; a `Table` and a
`PlyMade` are made from the engine's redacted views and are sent to their own entrant only.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse

from engine.game import History, Ply, Ruleset
from racing.clock import now, to_ms
from racing.messages import EntrantLine, Par, PlyMade, Pong, RaceNews, State, Table
from racing.models import Deal, Entrant, Race, Solution

# Four heartbeats: a phone that sleeps for a moment is not away.
AWAY_AFTER = timedelta(seconds=60)


def race_news(race_id: int) -> RaceNews:
    """Return the race as everybody may know it. Raises Race.DoesNotExist.

    The race is read before its entrants: what changes in between makes the version too low, never too high,
    so the newer news are always taken for newer.
    """
    race = Race.objects.select_related("deal", "next_race").get(pk=race_id)
    return news_of(race, list(race.entrants.select_related("player").order_by("pk")), now())


def news_of(race: Race, entrants: list[Entrant], now: datetime) -> RaceNews:
    """Return the race as everybody may know it at ``now``. ``entrants`` come with their players."""
    finished = race.ended_at is not None
    next_race = getattr(race, "next_race", None)
    board = finished and not race.is_practice
    return RaceNews(
        version=race.changes + sum(entrant.plies for entrant in entrants),
        kind=_checked(race.kind),
        status=_checked(race.status(now).value),
        now=to_ms(now),
        starts_at=to_ms(race.starts_at),
        deadline=to_ms(race.deadline),
        ended_at=to_ms(race.ended_at or race.cancelled_at),
        ruleset=race.ruleset_key,
        ruleset_name=race.ruleset.name,
        goal=_checked(race.goal),
        take_back=_checked(race.take_back),
        time_limit=race.time_limit,
        deal_number=race.deal.number,
        commitment=race.commitment,
        seed=bytes(race.deal.seed).hex() if finished else None,
        host=next((entrant.pk for entrant in entrants if entrant.player_id == race.host_id), None),
        min=Race.MIN_RACERS,
        max=race.max_racers,
        entrants=[_line(race, entrant, now) for entrant in entrants],
        rematch=next_race.code if next_race else None,
        board=reverse("board", args=[race.ruleset_key, race.deal_id]) if board else None,
        certified=race.certified,
        par=par_of(race.deal, race.ruleset, raced=not race.is_practice) if finished else None,
    )


def par_of(deal: Deal, ruleset: Ruleset, *, raced: bool) -> Par | None:
    """Return what the solver knows of a deal, or None: no solver, or a game without choices.

    ``raced``: a race of it is over, so par is looked for, and the solver's log is there for everybody to see.
    """
    known = Solution.objects.filter(deal=deal, ruleset_key=ruleset.key).first()
    looking = raced and settings.SOLVERS > 0 and not (known and known.is_thorough)
    if ruleset.family == "clock" or not (known or looking):
        return None
    won = known is not None and known.outcome == "won"
    return Par(
        outcome=_checked(known.outcome if known else "open"),
        score=known.score if known else None,
        bound=known.bound if known else 0,
        searching=looking,
        replay=reverse("solver-replay", args=[ruleset.key, deal.pk]) if won and raced else None,
    )


def _line(race: Race, entrant: Entrant, now: datetime) -> EntrantLine:
    entrant.race = race  # the very same; spares a query for the times
    replay = race.ended_at is not None and entrant.outcome is not None
    return EntrantLine(
        id=entrant.pk,
        name=entrant.player.name,
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
    )


def _checked(value: str | None) -> Any:
    # To mypy Django's choices are any text; pydantic checks that this is one of the message's.
    return value


def is_away(entrant: Entrant, now: datetime) -> bool:
    """Whether no socket of the entrant is known to be there."""
    if entrant.left_at is not None:
        return True
    return now - (entrant.seen_at or entrant.joined_at) > AWAY_AFTER


def table_of(history: History, last_at: datetime | None, now: datetime) -> Table:
    """Return the whole table for its own entrant."""
    return Table(
        ply=len(history.log),
        view=history.view(),
        legal=history.legal(),
        state=State(**history.state()),
        now=to_ms(now),
        last_at=to_ms(last_at),
    )


def ply_of(history: History, ply: Ply, at: datetime) -> PlyMade:
    """Return a ply for its own entrant; ``history`` stands where that ply left it."""
    return PlyMade(
        ply=ply.number,
        move=ply.move,
        slip=ply.slip,
        effects=[tuple(effect.wire()) for effect in ply.effects],
        legal=history.legal(),
        state=State(**history.state()),
        at=to_ms(at),
    )


def pong_of(race: Race, entrant: Entrant | None, now: datetime) -> Pong:
    """Return the newest version, and the newest ply of whoever asks."""
    return Pong(version=race.version(), ply=entrant.plies if entrant else None, now=to_ms(now))
