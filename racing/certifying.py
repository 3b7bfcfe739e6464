"""Deals that can be won, found while somebody waits for one; racing.actions keeps and gives them.

This waits for the solver, in the thread of the page that opens the race: never on the event loop, never in a
transaction. A race's fingerprint is shown before anybody joins, so its deal has to be settled before it opens.
"""

from concurrent.futures import TimeoutError as WaitedTooLong

from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from racing import actions
from racing.models import Deal, Solution
from racing.refusals import Refused
from racing.solving.pool import Unavailable
from racing.solving.searches import Found, Search
from racing.solving.service import solvers

# As long as somebody waits for a page that says it is working.
PATIENCE_SECONDS = 8.0


def ensure_certified(ruleset_key: str, deal_number: int | None) -> None:
    """See to it that a race with a certified deal can be opened, searching for some seconds if need be.

    Raises Refused: deal_is_lost or deal_is_open for a numbered deal, no_certified_deal, or why nothing is searched.
    """
    ruleset = find_ruleset(ruleset_key)
    ours = Solution.objects.filter(ruleset_key=ruleset.key, ruleset_version=ruleset.version)
    if deal_number is None:
        if ours.filter(pooled=True).exists():
            return
        found = _search(Search(ruleset=ruleset.key, seconds=PATIENCE_SECONDS))
        if found.outcome != "won":
            actions.want_certified(ruleset)
            raise Refused("no_certified_deal")
        actions.keep_certified(ruleset, found, found.seconds)
        return
    seed = seed_of_number(deal_number)
    known = ours.filter(deal__seed=seed).exclude(outcome="open").first()
    if known is None:
        found = _search(Search(ruleset=ruleset.key, seed=seed.hex(), seconds=PATIENCE_SECONDS))
        deal = Deal.objects.get_or_create(number=deal_number, defaults={"seed": seed})[0]
        known = actions.keep_solution(deal, ruleset, found, found.seconds)
    if known.outcome == "lost":
        raise Refused("deal_is_lost", deal=deal_number)
    if known.outcome == "open":
        raise Refused("deal_is_open", deal=deal_number)


def _search(search: Search) -> Found:
    try:
        job = solvers().ask(search)
    except Unavailable as unavailable:
        raise Refused(unavailable.code) from None
    try:
        return job.result.result(2 * search.seconds)
    except WaitedTooLong:
        job.stop()
        raise Refused("solver_busy") from None
    except Unavailable as unavailable:
        raise Refused(unavailable.code) from None
