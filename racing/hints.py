"""Hints in practice: the first move of a winning log from here, and the log kept for the next ones; at Clock the hour.

The search runs in a solver process; whoever asks waits for it beside everything else, and may stop waiting.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from engine.game import History
from engine.table import Table
from racing import actions
from racing.messages import HintNews
from racing.models import Entrant
from racing.offload import in_database
from racing.refusals import Refused
from racing.seats import load_seat
from racing.solving.pool import Job, Unavailable
from racing.solving.searches import Found, Search
from racing.solving.service import solvers

# Most positions need less than one second. Whoever does not want to wait so long stops it.
HINT_SECONDS = 20.0

Tell = Callable[[HintNews], Awaitable[None]]


class Plan(NamedTuple):
    """A winning log that was found: which move leads on from each of its tables. ``used`` at which ply last."""

    moves: dict[Table, str]
    used: int


class Plans:
    """The plans of the entrants who asked last: for an event loop's one thread. Only a shortcut, as seats are."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._plans: OrderedDict[int, Plan] = OrderedDict()

    def get(self, entrant_id: int) -> Plan | None:
        """Return the entrant's plan, if it is still here."""
        return self._plans.get(entrant_id)

    def keep(self, entrant_id: int, plan: Plan) -> None:
        """Keep the entrant's newest plan."""
        self._plans[entrant_id] = plan
        self._plans.move_to_end(entrant_id)
        while len(self._plans) > self._capacity:
            self._plans.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a restarted process would."""
        self._plans.clear()


# A plan of 600 plies takes some 200 KB.
PLANS = Plans(capacity=200)


async def hint(entrant_id: int, ply: int, tell: Tell) -> None:
    """Tell the hint for the entrant's table after ply ``ply``; before that, if it takes time, that it is searched.

    Cancel it to stop the search. Raises Refused: not in practice, not at this ply, no solver to ask.
    """
    history = await in_database(_history, entrant_id, ply)
    plan = PLANS.get(entrant_id)
    if history.ruleset.family == "clock" and (hours := history.legal()):
        # Nothing to choose, and how the deal ends is for the player to find out: the hint is the only hour.
        plan = Plan({history.table: hours[0]}, plan.used if plan else -1)
    elif plan is None or history.table not in plan.moves:
        await tell(HintNews(ply=ply, status="searching"))
        found = await searched(search_of(history, HINT_SECONDS))
        if found.outcome != "won" or not found.moves:
            await tell(HintNews(ply=ply, status="lost" if found.outcome == "lost" else "none"))
            return
        plan = Plan(_moves_by_table(history, found), -1)
    # The same hint looked at twice is one hint.
    if plan.used != ply and not await in_database(actions.count_hint, entrant_id, ply):
        raise Refused("hint_too_late")
    PLANS.keep(entrant_id, plan._replace(used=ply))
    await tell(HintNews(ply=ply, status="found", move=plan.moves[history.table]))


def search_of(history: History, seconds: float, plies: int | None = None) -> Search:
    """Return the search for a win from where an attempt stands, or stood after so many plies."""
    return Search(
        ruleset=history.ruleset.key,
        seed=history.seed.hex(),
        log=history.log[:plies],
        take_back=history.take_back,
        seconds=seconds,
    )


async def searched(search: Search) -> Found:
    """Wait for a search; cancelling stops it. Raises Refused when the solver does not take it, or lost it."""
    job: Job | None = None
    try:
        job = solvers().ask(search)
        return await asyncio.wrap_future(job.result)
    except Unavailable as unavailable:
        raise Refused(unavailable.code) from None
    except asyncio.CancelledError:
        if job is not None:
            job.stop()
        raise


def _history(entrant_id: int, ply: int) -> History:
    if not Entrant.objects.filter(pk=entrant_id, race__kind="practice").exists():
        raise Refused("no_hints_in_races")
    seat = load_seat(entrant_id)
    if seat.outcome is not None:
        raise Refused("already_finished")
    if seat.plies != ply:
        raise Refused("hint_too_late")
    return seat.history


def _moves_by_table(history: History, found: Found) -> dict[Table, str]:
    """Play the log on a table of our own, which is what makes it believed."""
    ruleset, table = history.ruleset, history.table
    moves: dict[Table, str] = {}
    for text in found.moves:
        moves[table] = text
        table = table.after(ruleset.effects(table, ruleset.read(text)))
    return moves
