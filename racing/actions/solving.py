"""What the solver found, kept: certified deals and par. And who used a hint.

Nothing the solver says is believed before the engine has played it here. Searches that nobody waits for are written
down, and done by whichever process is told to do them (`settings.BACKGROUND_SEARCHES`), one after the other.
"""

import logging
import threading
from concurrent.futures import Future
from functools import partial

from django.conf import settings
from django.db import transaction

from engine.game import Ruleset, replay
from engine.rulesets import find_ruleset
from racing.actions.flagging import look_at_race
from racing.actions.locking import changed, entrants_of, locked
from racing.actions.wanting import give_back, take_wanted, want_search
from racing.models import PAR_SECONDS, Deal, Race, Solution, WantedSearch
from racing.offload import in_background
from racing.solving.pool import SolverPool, Unavailable
from racing.solving.searches import Found, Search
from racing.solving.service import solvers, somebody_searches

logger = logging.getLogger(__name__)

# Certified deals that a site keeps ready by itself for each ruleset that somebody asked for.
READY = 2
# A deal of any ruleset that can be won is found in less, or the ruleset has few of them.
ANY_DEAL_SECONDS = 20.0


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
    if somebody_searches() and not _are_enough_ready(ruleset.key):
        in_background(partial(_want, ruleset.key, None))


def _are_enough_ready(ruleset_key: str) -> bool:
    return Solution.objects.filter(ruleset_key=ruleset_key, pooled=True).count() >= READY


# Par ----------------------------------------------------------------------------------------------------


def want_par(race: Race) -> None:
    """Have the lowest score of a finished race's deal looked for, unless that was done. Never waits, never raises."""
    if race.ended_at is None or race.is_practice or race.ruleset.family == "clock":
        return
    if somebody_searches() and not _is_par_known(race):
        in_background(partial(_want, race.ruleset_key, race.pk))


def _is_par_known(race: Race) -> bool:
    known = Solution.objects.filter(deal=race.deal_id, ruleset_key=race.ruleset_key).first()
    return known is not None and known.is_thorough


# What nobody waits for ----------------------------------------------------------------------------------


def _want(ruleset_key: str, race_id: int | None) -> None:
    want_search(ruleset_key, race_id)
    search_wanted()


def search_wanted() -> None:
    """Have what is wanted searched, as far as this process shall and its solvers are free. Never waits.

    When a search has ended the next one begins.
    """
    pool = solvers()
    while settings.BACKGROUND_SEARCHES and _reserve(pool.size):
        begun = False
        try:
            wanted = take_wanted()
            while wanted and (search := _search_of(wanted)) is None:
                _finish(wanted, None)
                wanted = take_wanted()
            begun = bool(wanted and search and _begin(pool, wanted, search))
        finally:
            missed = not begun and _release()
        if not begun and not missed:
            return


def _begin(pool: SolverPool, wanted: WantedSearch, search: Search) -> bool:
    try:
        job = pool.ask(search, urgent=False)
    except Unavailable:
        give_back(wanted)
        return False

    def done() -> None:
        try:
            if job.result.cancelled():
                give_back(wanted)
            else:
                _finish(wanted, job.result)
        finally:
            _release()
            search_wanted()

    job.result.add_done_callback(lambda _: in_background(done))
    return True


def _search_of(wanted: WantedSearch) -> Search | None:
    """Return the search, or None when what it would find is known by now."""
    if wanted.race is None:
        if _are_enough_ready(wanted.ruleset_key):
            return None
        return Search(ruleset=wanted.ruleset_key, seconds=ANY_DEAL_SECONDS)
    if _is_par_known(wanted.race):
        return None
    seed = bytes(wanted.race.deal.seed).hex()
    return Search(ruleset=wanted.ruleset_key, seed=seed, seconds=PAR_SECONDS, shortest=True)


def _finish(wanted: WantedSearch, result: Future[Found] | None) -> None:
    """Keep what was found and want it no more, at once. What failed is wanted again by whoever looks next."""
    with transaction.atomic():
        wanted.delete()
        error = result.exception() if result else None
        if result and not error:
            _keep(wanted, result.result())
    if error:
        logger.warning("%s was not found: %s", wanted, error)
    elif wanted.race is not None:
        look_at_race(wanted.race.pk)
        # Everybody who looked on meanwhile is told.
        for code in Race.objects.filter(pk=wanted.race.pk).values_list("code", flat=True):
            with transaction.atomic():
                changed(locked(code))
    elif result and result.result().outcome == "won":
        want_certified(find_ruleset(wanted.ruleset_key))


def _keep(wanted: WantedSearch, found: Found) -> None:
    ruleset = find_ruleset(wanted.ruleset_key)
    if wanted.race is not None:
        keep_solution(wanted.race.deal, ruleset, found, PAR_SECONDS)
    elif found.outcome == "won":
        keep_certified(ruleset, found, found.seconds)


# How many searches of that kind this process has begun or looks for; whether somebody else looked meanwhile, in vain.
_begun = 0
_missed = False
_beginning = threading.Lock()


def _reserve(most: int) -> bool:
    global _begun, _missed
    with _beginning:
        if _begun >= most:
            _missed = True
            return False
        _begun += 1
        return True


def _release() -> bool:
    """Return whether there may be something on the list by now that was not there before."""
    global _begun, _missed
    with _beginning:
        _begun -= 1
        missed, _missed = _missed, False
        return missed
