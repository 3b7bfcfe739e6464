"""When an attempt was lost: the last position of it from which a win is still found.

Every position on the way to one that can be won can be won too. So the moves that stand at the end are halved until the
step from the last won to the first lost position is found; what was played before that step and taken back again lies
before it in any case. What was found is kept: whoever asks again is told at once.
"""

from collections.abc import Awaitable, Callable

from django.urls import reverse

from engine.game import History
from engine.notation import TAKE_BACK
from racing import actions
from racing.hints import search_of, searched
from racing.messages import VerdictNews
from racing.models import Entrant, Loss, Outcome
from racing.offload import in_database
from racing.refusals import Refused
from racing.solving.searches import Found

# For each of the ten positions or so that a long attempt needs.
POSITION_SECONDS = 4.0

Tell = Callable[[VerdictNews], Awaitable[None]]


async def verdict(entrant_id: int, tell: Tell) -> None:
    """Tell when the entrant's attempt was lost; before that, that it is searched. Cancel it to stop.

    Raises Refused before the race is over, after a win, and when there is no solver to ask.
    """
    code, history, loss = await in_database(_attempt, entrant_id)
    if loss is None:
        await tell(VerdictNews(status="searching"))
        ply, proved = await _searched_for(history)
        await in_database(actions.keep_loss, entrant_id, len(history.log), ply, proved)
    else:
        ply, proved = loss.ply, loss.proved
    address = reverse("replay", args=[code, entrant_id])
    link = f"{address}#ply={ply}" if ply is not None else None
    await tell(VerdictNews(status="done", ply=ply, lost=proved, replay=link))


async def _searched_for(history: History) -> tuple[int | None, bool]:
    """Return the last ply after which a win is found, and whether what was played then is proved to be lost."""
    entered = standing_plies(history)
    # After as many standing moves a win was found (-1: nowhere), and none was found (all of them and one more).
    won, lost = -1, len(entered) + 1
    proved = False
    while lost - won > 1:
        middle = (won + lost) // 2
        found = await _found_after(history, _last_ply_at(entered, middle, len(history.log)))
        if found.outcome == "won":
            won = middle
        else:
            lost, proved = middle, found.outcome == "lost"
    return (_last_ply_at(entered, won, len(history.log)) if won >= 0 else None), proved


def standing_plies(history: History) -> list[int]:
    """Return the numbers of the plies that were not taken back, in order.

    >>> from engine.game import replay
    >>> from engine.rulesets import find_ruleset
    >>> from engine.shuffle import seed_of_number
    >>> cruel = find_ruleset("cruel")
    >>> standing_plies(replay(cruel, seed_of_number(1), ["r", "u", "r"]))
    [3]
    """
    standing: list[int] = []
    for number, move in enumerate(history.log, start=1):
        if move == TAKE_BACK:
            standing.pop()
        elif not move.endswith("?"):
            standing.append(number)
    return standing


def _last_ply_at(entered: list[int], moves: int, plies: int) -> int:
    """Return the last ply after which so many of the moves that stand at the end had been made."""
    return entered[moves] - 1 if moves < len(entered) else plies


async def _found_after(history: History, ply: int) -> Found:
    return await searched(search_of(history, POSITION_SECONDS, plies=ply))


def _attempt(entrant_id: int) -> tuple[str, History, Loss | None]:
    entrant = Entrant.objects.select_related("race__deal").get(pk=entrant_id)
    # While others play the same deal, whether it can be won is not to be told.
    if entrant.race.ended_at is None:
        raise Refused("race_not_over")
    if entrant.outcome == Outcome.WON:
        raise Refused("not_lost")
    history = entrant.replayed()
    return entrant.race.code, history, Loss.objects.filter(entrant=entrant, plies=len(history.log)).first()
