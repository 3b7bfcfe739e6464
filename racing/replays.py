"""A replay is rebuilt from the stored log by the engine, and valid only if all that is stored agrees."""

import logging
from datetime import timedelta
from typing import Any, NamedTuple, cast

from django.http import HttpRequest

from engine.errors import EngineError
from engine.game import Goal as EngineGoal
from engine.game import History, Ply, Ruleset, TakeBack, replay
from engine.record import record_of, write
from engine.rulesets import find_ruleset
from engine.shuffle import SHUFFLE_VERSION
from racing import nobody
from racing.clock import now
from racing.lines import steady
from racing.messages import State
from racing.models import Deal, Entrant, Outcome, Player, Race, Record, Solution
from racing.rates import replay_wait
from racing.refusals import Refused

# The solver did not play in time: its replay shows a move a second.
SOLVER_PACE_MS = 1000

logger = logging.getLogger(__name__)


class Replay(NamedTuple):
    """An attempt from the deal to its last ply, as its own entrant saw it.

    ``plies`` holds of each ply: move, slip, effects, at_ms (milliseconds since the start), state (after it).
    Of a log that does not verify only the plies before the first wrong one are there.
    """

    verified: bool
    view: dict[str, list[str]]
    state: dict[str, Any]
    plies: list[dict[str, Any]]


def find_entrant(code: str, entrant_id: int, viewer: Player | None) -> Entrant:
    """Return the entrant whose replay may be seen. Raises Refused when there is none, or while it is closed.

    While others still play, or may, only the entrant may look at an ended attempt: the deal is the same for all.
    """
    race = Race.objects.select_related("deal").filter(code=code).first()
    if race is None:
        raise Refused("no_such_race")
    entrant = race.entrants.select_related("player").filter(pk=entrant_id).first()
    if entrant is None:
        raise Refused("no_such_entrant")
    own = viewer is not None and entrant.player_id == viewer.pk
    entrant.race = race
    if race.ended_at is not None and entrant.outcome is None:
        raise Refused("no_such_entrant")  # had a place and never began
    if race.ended_at is None and not (own and entrant.is_final(now())):
        raise Refused("replay_closed")
    return entrant


def raced(code: str, entrant_id: int) -> Entrant:
    """Return an attempt whose deal may be raced again. Raises Refused while its race is not over, for everybody."""
    return find_entrant(code, entrant_id, None)


def admit(request: HttpRequest, plies: int) -> None:
    """Count plies before they are played once more. Raises Refused when the address has had too many of late."""
    if wait := replay_wait(plies, request.META.get("REMOTE_ADDR", "")):
        raise Refused("too_many_requests", seconds=wait.seconds)


def rebuild(entrant: Entrant) -> Replay:
    """Return the replay of a finished entrant, and whether it verifies."""
    race = entrant.race
    history = race.new_history()
    view, state = history.view(), history.state()
    plies: list[dict[str, Any]] = []
    problem = _wrong_version(race)
    start = entrant.begins_at or race.created_at
    for expected, logged in enumerate(entrant.ply_log.order_by("number"), start=1):
        try:
            ply = history.play(logged.move)
        except EngineError as error:
            problem = problem or f"ply {expected}: {error}"
            break
        if logged.number != expected or ply.move != logged.move:
            problem = problem or f"ply {expected} is logged as {logged.number}. {logged.move}"
            break
        at_ms = (logged.at - start) // timedelta(milliseconds=1)
        plies.append(_told(ply, history, at_ms))
    problem = problem or _wrong_result(entrant, history)
    if problem:
        logger.error("the log of entrant %s does not verify: %s", entrant.pk, problem)
    return Replay(problem is None, view, state, plies)


def solver_log(deal: Deal, ruleset: Ruleset) -> Replay:
    """Return the solver's best win of a deal as a replay, a move a second. Raises Refused when it has none."""
    known = Solution.objects.filter(deal=deal, ruleset_key=ruleset.key, outcome="won").first()
    if known is None:
        raise Refused("no_solver_log")
    moves = known.moves.split()
    times = [number * SOLVER_PACE_MS for number in range(1, len(moves) + 1)]
    history = History(ruleset, bytes(deal.seed), "off")
    told = _replayed(history, moves, times)
    return told._replace(verified=known.ruleset_version == ruleset.version and history.won)


def record_log(stored: Record) -> Replay:
    """Return an uploaded record as a replay, at its own pace or, without times, at a steady one."""
    ruleset = find_ruleset(stored.ruleset_key)
    moves = stored.moves.split()
    times = [int(time) for time in stored.times.split()] or steady(len(moves))
    history = History(ruleset, bytes(stored.deal.seed), cast(TakeBack, stored.take_back))
    told = _replayed(history, moves, times)
    ours = (ruleset.version, SHUFFLE_VERSION)
    return told._replace(verified=(stored.ruleset_version, stored.shuffle_version) == ours)


def _replayed(history: History, moves: list[str], times: list[int]) -> Replay:
    view, state = history.view(), history.state()
    plies = []
    for move, at_ms in zip(moves, times, strict=True):
        ply = history.play(move)
        plies.append(_told(ply, history, at_ms))
    return Replay(True, view, state, plies)


def record(entrant: Entrant) -> str:
    """Return the attempt as a record. Raises Refused for a log that does not verify, and before the race's end.

    A record names the deal: the seed that others still play must not be in it, not even for its own racer.
    """
    race = entrant.race
    if race.ended_at is None:
        raise Refused("replay_closed")
    if not rebuild(entrant).verified:
        raise Refused("log_not_valid")
    written = record_of(
        entrant.replayed(),
        deal=race.deal.number,
        player=None if entrant.player.name in nobody.NAMES else entrant.player.name,
        date=race.ended_at.date().isoformat(),
        goal=cast(EngineGoal, race.goal),
    )
    return write(written)


def record_text(stored: Record) -> str:
    """Return an uploaded record as a text again."""
    moves = stored.moves.split()
    history = replay(
        find_ruleset(stored.ruleset_key), bytes(stored.deal.seed), moves, cast(TakeBack, stored.take_back)
    )
    written = record_of(
        history,
        deal=stored.deal.number,
        player=stored.name or None,
        date=stored.created_at.date().isoformat(),
        goal=cast(EngineGoal, stored.goal),
    )
    return write(written)


def _told(ply: Ply, history: History, at_ms: int) -> dict[str, Any]:
    return {
        "move": ply.move,
        "slip": ply.slip,
        "effects": [effect.wire() for effect in ply.effects],
        "at_ms": at_ms,
        "state": State(**history.state()).model_dump(),
    }


def _wrong_version(race: Race) -> str | None:
    stored = (race.ruleset_version, race.shuffle_version)
    ours = (race.ruleset.version, SHUFFLE_VERSION)
    return None if stored == ours else f"versions {stored}, the engine has {ours}"


def _wrong_result(entrant: Entrant, history: History) -> str | None:
    stored = (entrant.plies, entrant.progress, entrant.score, entrant.redeals, entrant.slips)
    replayed = (len(history.log), history.progress, history.score, history.redeals, history.slips)
    if stored != replayed:
        return f"result {stored}, the log gives {replayed}"
    if history.won != (entrant.outcome == Outcome.WON):
        return f"outcome {entrant.outcome}, the log says otherwise"
    if entrant.outcome == Outcome.LOST and not history.over:
        return "outcome lost, but the log goes on"
    return None
