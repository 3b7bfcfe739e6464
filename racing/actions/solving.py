"""What the solver found, kept: certified deals and par. And who used a hint.

Nothing the solver says is believed before the engine has played it here. Searches that nobody waits for are asked for
after the commit; what becomes of them is written by a database thread, and whatever fails is asked for again by the
next look.
"""

import logging
import threading
from collections.abc import Callable

from django.db import transaction

from engine.game import Ruleset, replay
from engine.rulesets import find_ruleset
from racing.actions.flagging import look_at_race
from racing.actions.locking import changed, entrants_of, locked
from racing.models import PAR_SECONDS, Deal, Race, Solution
from racing.offload import in_background
from racing.solving.pool import Unavailable
from racing.solving.searches import Found, Search
from racing.solving.service import solvers

logger = logging.getLogger(__name__)

# Certified deals that a site keeps ready by itself for each ruleset that somebody asked for.
READY = 2
# A deal of any ruleset that can be won is found in less, or the ruleset has few of them.
ANY_DEAL_SECONDS = 20.0

# What this process has asked for and not heard of yet.
_wanted: set[tuple[str, object]] = set()
_wanting = threading.Lock()


def count_hint(entrant_id: int, ply: int) -> bool:
    """Count a hint used at ply ``ply``. Returns False when the entrant has played on, and so does not get it."""
    code = Race.objects.filter(entrants=entrant_id).values_list("code", flat=True).first()
    if code is None:
        return False
    with transaction.atomic():
        race = locked(code)
        entrant = next((entrant for entrant in entrants_of(race) if entrant.pk == entrant_id), None)
        if entrant is None or entrant.plies != ply or entrant.outcome is not None:
            return False
        entrant.hints += 1
        entrant.save(update_fields=["hints"])
        changed(race, at_once=False)
    return True


# Solutions ----------------------------------------------------------------------------------------------


def keep_solution(deal: Deal, ruleset: Ruleset, found: Found, seconds: float) -> Solution:
    """Return what is known of the deal, with what a search of so many seconds adds to it.

    Raises an engine error when the log does not play, ValueError when it does not win.
    """
    score = _score_of(deal, ruleset, found) if found.outcome == "won" else None
    with transaction.atomic():
        solution, _ = Solution.objects.select_for_update().get_or_create(
            deal=deal,
            ruleset_key=ruleset.key,
            defaults={"ruleset_version": ruleset.version, "outcome": "open"},
        )
        if score is not None and (solution.score is None or score < solution.score):
            solution.score = score
            solution.moves = " ".join(found.moves)
        if solution.outcome == "open":
            solution.outcome = found.outcome
        solution.bound = max(solution.bound, found.bound)
        solution.seconds = max(solution.seconds, seconds)
        solution.save()
    return solution


def _score_of(deal: Deal, ruleset: Ruleset, found: Found) -> int:
    history = replay(ruleset, bytes(deal.seed), found.moves, "off")
    if not history.won:
        raise ValueError(f"{ruleset.key}: the solver's log does not win")
    return history.score


# Certified deals ----------------------------------------------------------------------------------------


def keep_certified(ruleset: Ruleset, found: Found, seconds: float) -> Solution:
    """Keep a fresh deal that can be won until a race asks for one. Its seed is known to nobody."""
    with transaction.atomic():
        deal = Deal.objects.create(seed=bytes.fromhex(found.seed))
        solution = keep_solution(deal, ruleset, found, seconds)
        solution.pooled = True
        solution.save(update_fields=["pooled"])
    return solution


def take_certified(ruleset: Ruleset) -> Deal | None:
    """Return a kept deal that nobody else gets, or None. Within the caller's transaction."""
    kept = Solution.objects.filter(ruleset_key=ruleset.key, ruleset_version=ruleset.version, pooled=True)
    for solution in kept.select_related("deal").order_by("pk"):
        # Decided by the update: whoever changes the row has the deal.
        if Solution.objects.filter(pk=solution.pk, pooled=True).update(pooled=False):
            transaction.on_commit(lambda: want_certified(ruleset), robust=True)
            return solution.deal
    return None


def want_certified(ruleset: Ruleset) -> None:
    """Have a deal found and kept, unless enough are ready. Never waits, never raises."""
    if Solution.objects.filter(ruleset_key=ruleset.key, pooled=True).count() >= READY:
        return
    search = Search(ruleset=ruleset.key, seconds=ANY_DEAL_SECONDS)

    def keep(found: Found) -> None:
        if found.outcome == "won":
            keep_certified(ruleset, found, found.seconds)
            want_certified(ruleset)

    _ask(("certified", ruleset.key), search, keep)


# Par ----------------------------------------------------------------------------------------------------


def want_par(race: Race) -> None:
    """Have the lowest score of a finished race's deal looked for, unless that was done. Never waits, never raises."""
    if race.ended_at is None or race.is_practice or race.ruleset.family == "clock":
        return
    known = Solution.objects.filter(deal=race.deal_id, ruleset_key=race.ruleset_key).first()
    if known is not None and known.is_thorough:
        return
    seed = bytes(race.deal.seed).hex()
    search = Search(ruleset=race.ruleset_key, seed=seed, seconds=PAR_SECONDS, shortest=True)

    def keep(found: Found) -> None:
        keep_solution(race.deal, find_ruleset(race.ruleset_key), found, PAR_SECONDS)
        look_at_race(race.pk)
        # Everybody who looked on meanwhile is told.
        for code in Race.objects.filter(pk=race.pk).values_list("code", flat=True):
            with transaction.atomic():
                changed(locked(code))

    _ask(("par", (race.deal_id, race.ruleset_key)), search, keep)


def _ask(what: tuple[str, object], search: Search, keep: Callable[[Found], None]) -> None:
    with _wanting:
        if what in _wanted:
            return
        _wanted.add(what)
    try:
        job = solvers().ask(search, urgent=False)
    except Unavailable:
        with _wanting:
            _wanted.discard(what)
        return

    def done() -> None:
        with _wanting:
            _wanted.discard(what)
        if not job.result.cancelled():
            keep(job.result.result())

    job.result.add_done_callback(lambda _: in_background(done))
