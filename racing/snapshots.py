"""What is told of a race and of a table, read from the database. Shapes are in racing.messages.

This is where secrets stop: a `RaceNews` holds no card, and the seed only of a finished race; a `Table` and a
`PlyMade` are made from the engine's redacted views and are sent to their own entrant only.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.urls import reverse

from engine.game import History, Ply, Ruleset
from racing.clock import now, to_ms
from racing.entrant_lines import entrant_lines
from racing.events import Newer
from racing.lines import ghost_line
from racing.messages import GhostLine, Par, PlyMade, Pong, RaceNews, State, Table
from racing.models import Audience, Deal, Entrant, Kind, Outcome, Race, Solution
from racing.rating_lines import ratings_of
from racing.solving.service import somebody_searches


def races_to_tell(now: datetime) -> QuerySet[Race]:
    """Return races with all that the news of them needs, entrants aside, in one query."""
    fresh = Audience.objects.filter(
        race=OuterRef("pk"), seen_at__gt=now - timedelta(seconds=Audience.STALE_SECONDS)
    )
    watching = fresh.values("race").annotate(total=Sum("watching")).values("total")
    return Race.objects.select_related("deal", "next_race").annotate(watching=Subquery(watching))


def race_news(race_id: int) -> RaceNews:
    """Return the race as a stranger may know it. Raises Race.DoesNotExist.

    The race is read before its entrants: what changes in between makes the version too low, never too high,
    so the newer news are always taken for newer.
    """
    moment = now()
    race = races_to_tell(moment).get(pk=race_id)
    return news_of(race, _entrants(race), moment)


def _entrants(race: Race) -> list[Entrant]:
    return list(race.entrants.select_related("player").order_by("pk"))


def news_for_all(race_id: int) -> RaceNews | Newer:
    """Return what is published of a race: its news, or, where everybody sees others, that there are news."""
    moment = now()
    race = races_to_tell(moment).get(pk=race_id)
    if race.is_asynchronous:
        return Newer(race.changes + attempts_over(race_id, moment))
    return news_of(race, _entrants(race), moment)


def attempts_over(race_id: int, now: datetime) -> int:
    """Return how many attempts at the race have ended for good."""
    for_good = ~Q(outcome=Outcome.RESIGNED) | Q(finished_at__lte=now - _undo_time())
    return Entrant.objects.filter(for_good, race=race_id, outcome__isnull=False).count()


def _undo_time() -> timedelta:
    return timedelta(seconds=settings.RESIGN_UNDO_SECONDS)


def version_of(race: Race, entrants: list[Entrant], now: datetime) -> int:
    """Return the version at ``now`` of a race that was read before all its ``entrants``.

    Where everybody begins alone the plies of others are nobody's news, but that an attempt has ended for good is: a
    change that time makes, when nobody comes back from a resignation.
    """
    if race.kind == Kind.DAILY:
        return race.changes + attempts_over(race.pk, now)  # entrants are not all of them
    if race.is_asynchronous:
        return race.changes + sum(_is_over(entrant, now) for entrant in entrants)
    return race.changes + sum(entrant.plies for entrant in entrants)


def _is_over(entrant: Entrant, now: datetime) -> bool:
    if entrant.outcome is None or entrant.finished_at is None:
        return False
    return entrant.outcome != Outcome.RESIGNED or entrant.finished_at <= now - _undo_time()


def sees_results(race: Race, viewer: Entrant | None, now: datetime) -> bool:
    """Whether whoever has the place ``viewer`` may know what others reached, or how far they are."""
    if race.is_over or not race.is_asynchronous:
        return True
    return viewer is not None and viewer.is_final(now)


def news_of(
    race: Race,
    entrants: list[Entrant],
    now: datetime,
    viewer: Entrant | None = None,
    total: int | None = None,
) -> RaceNews:
    """Return the race as the entrant ``viewer`` (None: a stranger) may know it at ``now``.

    ``race`` comes from `races_to_tell`, ``entrants`` come with their players. They are all, or those of ``total``
    that are told.
    """
    finished = race.ended_at is not None
    next_race = getattr(race, "next_race", None)
    board = finished and not race.is_practice
    for entrant in entrants:
        entrant.race = race  # the very same; spares a query for the times
    ghosts = ghosts_of(race)
    return RaceNews(
        version=version_of(race, entrants, now),
        changes=race.changes,
        kind=_checked(race.kind),
        status=_checked(race.status(now).value),
        now=to_ms(now),
        starts_at=to_ms(race.starts_at),
        closes_at=to_ms(race.closes_at),
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
        host=_host(race, entrants),
        min=1 if ghosts else Race.MIN_RACERS,
        max=race.max_racers,
        entrants=entrant_lines(
            race,
            entrants,
            now,
            ratings_of(race, entrants, now),
            open_to_viewer=sees_results(race, viewer, now),
            own=viewer.pk if viewer is not None else None,
        ),
        entrants_total=len(entrants) if total is None else total,
        ghosts=ghosts,
        watching=getattr(race, "watching", None) or 0,
        rated=race.rated,
        short_code=_short_code(race, now),
        rematch=next_race.code if next_race else None,
        board=reverse("board", args=[race.ruleset_key, race.deal_id]) if board else None,
        certified=race.certified,
        par=par_of(race.deal, race.ruleset, raced=not race.is_practice) if finished else None,
    )


def _host(race: Race, entrants: list[Entrant]) -> int | None:
    if race.kind == Kind.DAILY:
        return None  # whoever came first to it is nobody's host
    return next((entrant.pk for entrant in entrants if entrant.player_id == race.host_id), None)


def _short_code(race: Race, now: datetime) -> str | None:
    valid = race.short_until is not None and now < race.short_until and not race.is_over
    return race.short_code if valid else None


def ghosts_of(race: Race) -> list[GhostLine]:
    """Return what is raced against in a race, besides its entrants."""
    if race.rated or race.kind != Kind.RACE:
        return []  # no ghosts there, and no query
    rows = race.ghosts.select_related("entrant__player", "entrant__race", "solution", "record")
    return [ghost_line(ghost, race) for ghost in rows.order_by("pk")]


def par_of(deal: Deal, ruleset: Ruleset, *, raced: bool) -> Par | None:
    """Return what the solver knows of a deal, or None: no solver, or a game without choices.

    ``raced``: a race of it is over, so par is looked for, and the solver's log is there for everybody to see.
    """
    known = Solution.objects.filter(deal=deal, ruleset_key=ruleset.key).first()
    looking = raced and somebody_searches() and not (known and known.is_thorough)
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


def table_of(history: History, last_at: datetime | None, now: datetime) -> Table:
    """Return the whole table for its own entrant."""
    return Table(
        ply=history.plies,
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
    return Pong(version=_version(race, now), ply=entrant.plies if entrant else None, now=to_ms(now))


def _version(race: Race, now: datetime) -> int:
    # Read after the race, as always.
    if race.is_asynchronous:
        return race.changes + attempts_over(race.pk, now)
    return race.changes + (race.entrants.aggregate(total=Sum("plies"))["total"] or 0)


def _checked(value: str | None) -> Any:
    # To mypy Django's choices are any text; pydantic checks that this is one of the message's.
    return value
