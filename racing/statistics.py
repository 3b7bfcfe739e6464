"""What a player's own practice amounts to, game by game."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from engine.game import Ruleset
from engine.notation import TAKE_BACK
from engine.rulesets import RULESETS
from racing.models import Entrant, Kind, Outcome, Player, Ply, Race


class Row(NamedTuple):
    """One ruleset's practice. Streaks are wins in a row, by the order in which the attempts ended.

    ``clean``: wins without a hint and with nothing taken back.
    """

    ruleset: Ruleset
    played: int
    won: int
    clean: int
    lost: int
    best_score: int | None
    best_time_ms: int | None
    streak: int
    best_streak: int


def practice_rows(player: Player) -> list[Row]:
    """Return a row for each ruleset that the player practised to an end, in the order of the catalogue.

    A deal that was given up before its first move is no attempt.
    """
    ended = (
        Entrant.objects.filter(player=player, race__kind=Kind.PRACTICE, outcome__isnull=False, plies__gt=0)
        .annotate(took_back=Exists(Ply.objects.filter(entrant=OuterRef("pk"), move=TAKE_BACK)))
        .select_related("race")
        .order_by("finished_at", "pk")
    )
    attempts: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in ended:
        attempts[entrant.race.ruleset_key].append(entrant)
    return [_row(rules, attempts[key]) for key, rules in RULESETS.items() if attempts[key]]


def unfinished(player: Player) -> list[Race]:
    """Return what the player can go on with, newest first: practices with a move in them, races not over.

    Of races in which everybody begins alone: those in which the player's own attempt is not over; of the deals of
    the day those in which it has begun.
    """
    waiting = Q(entrants__outcome=None)
    # In one filter, so that all of it is about the player's own place.
    races = Race.objects.going_on().filter(
        Q(kind=Kind.RACE)
        | Q(kind=Kind.PRACTICE, entrants__plies__gt=0)
        | Q(kind=Kind.CHALLENGE) & waiting
        | Q(kind=Kind.DAILY, entrants__started_at__isnull=False) & waiting,
        entrants__player=player,
    )
    return list(races.select_related("deal").order_by("-created_at", "-pk")[:20])


def _row(rules: Ruleset, attempts: list[Entrant]) -> Row:
    wins = [attempt for attempt in attempts if attempt.outcome == Outcome.WON]
    streaks = list(_streaks(attempts))
    return Row(
        ruleset=rules,
        played=len(attempts),
        won=len(wins),
        clean=sum(win.hints == 0 and not win.took_back for win in wins),  # type: ignore[attr-defined]  # annotated
        lost=len(attempts) - len(wins),
        best_score=min((win.score for win in wins), default=None),
        best_time_ms=min((win.time_ms or 0 for win in wins), default=None),
        streak=streaks[-1],
        best_streak=max(streaks),
    )


def _streaks(attempts: Iterable[Entrant]) -> Iterable[int]:
    streak = 0
    for attempt in attempts:
        streak = streak + 1 if attempt.outcome == Outcome.WON else 0
        yield streak
