"""Runs that a moderator should look at, after the race and beside everything else: nothing waits for this.

A flag changes nothing. A verdict does: a run that is void is left out of boards and tallies; ratings stay as they are.
"""

import logging
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from racing.actions.standings import recount_run
from racing.clock import now as time_now
from racing.models import Entrant, Flag, Outcome, Race, Solution
from racing.plausibility import Timed, is_copied, is_too_fast, pace_of, standing_moves

logger = logging.getLogger(__name__)

TOO_FAST, FORESIGHT, COPIED, MODERATOR = "too_fast", "foresight", "copied", "moderator"
VOID, FINE = "void", "fine"

# Of the thousands who may play a day's deal, those who stand where somebody looks.
BEST = 200
# Attempts of the same result as another; more of them are not compared.
ALIKE = 50


def look_at_race(race_id: int) -> None:
    """Flag what looks implausible in a race that is over. Again is no harm: a reason is given once."""
    race = Race.objects.select_related("deal").filter(pk=race_id, ended_at__isnull=False).first()
    if race is None or race.is_practice:
        return
    solution = Solution.objects.filter(deal=race.deal_id, ruleset_key=race.ruleset_key, outcome="won").first()
    for entrant in race.entrants.filter(plies__gt=0, place__lte=BEST).order_by("place"):
        entrant.race = race
        _look_at(entrant, solution)


def _look_at(entrant: Entrant, solution: Solution | None) -> None:
    race, begins_at = entrant.race, entrant.begins_at
    if begins_at is None:
        return
    log = [
        Timed(move, (at - begins_at) // timedelta(milliseconds=1))
        for move, at in entrant.ply_log.order_by("number").values_list("move", "at")
    ]
    is_clock = race.ruleset.family == "clock"
    pace = pace_of(log, clock=is_clock)
    if is_too_fast(pace):
        _flag(entrant, TOO_FAST, **pace._asdict())
    # In Clock there is one way to lay the cards, and everybody finds it.
    if entrant.outcome != Outcome.WON or is_clock:
        return
    hidden = race.ruleset.has_hidden_cards
    if hidden and solution is not None and solution.is_thorough and entrant.score <= (solution.score or 0):
        _flag(entrant, FORESIGHT, score=entrant.score, solver=solution.score, bound=solution.bound)
    moves = standing_moves(ply.move for ply in log)
    if solution is not None and is_copied(moves, standing_moves(solution.moves.split())):
        _flag(entrant, COPIED, of="solver")
    for other in _alike(entrant):
        if is_copied(moves, standing_moves(other.log())):
            _flag(entrant, COPIED, of=f"entrant {other.pk}", race=other.race.code)


def _alike(entrant: Entrant) -> list[Entrant]:
    """Return others' earlier wins of the same deal with the same result, in this race or in one that is over too."""
    race = entrant.race
    same = Entrant.objects.filter(
        race__deal=race.deal_id,
        race__ruleset_key=race.ruleset_key,
        race__ended_at__isnull=False,
        outcome=Outcome.WON,
        score=entrant.score,
        redeals=entrant.redeals,
        finished_at__lt=entrant.finished_at,
    )
    return list(same.exclude(player=entrant.player_id).select_related("race").order_by("pk")[:ALIKE])


def _flag(entrant: Entrant, reason: str, **detail: object) -> None:
    _, new = Flag.objects.get_or_create(
        entrant=entrant, reason=reason, defaults={"detail": detail, "created_at": time_now()}
    )
    if new:
        logger.info("entrant %s flagged: %s", entrant.pk, reason)


def judge(flag: Flag, verdict: str, reviewer: User | None, now: datetime) -> None:
    """Keep a moderator's verdict, "fine", "void" or "" for none yet, and count the run anew if that changes it."""
    with transaction.atomic():
        flags = Flag.objects.filter(entrant=flag.entrant_id)
        was_void = flags.filter(verdict=VOID).exists()
        flag.verdict = verdict
        flag.reviewer, flag.reviewed_at = (reviewer, now) if verdict else (None, None)
        flag.save()
        if flags.filter(verdict=VOID).exists() != was_void:
            recount_run(Entrant.objects.select_related("race").get(pk=flag.entrant_id))
    logger.info("entrant %s: %s is %s", flag.entrant_id, flag.reason, verdict or "open")
