"""How an attempt went, as a line: progress over time, for charts and for ghosts. Numbers only, never a card."""

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from django.urls import reverse

from engine.game import History, Ruleset
from engine.game import TakeBack as TakeBackPolicy
from engine.rulesets import find_ruleset
from racing.messages import GhostLine, LinePoint
from racing.models import Entrant, Ghost, Outcome, Race, Record, Solution
from racing.nobody import SOLVER

# Who left no times (the solver, a record) is shown at a steady pace: a quick hand's, a ply in two seconds.
STEADY_MS = 2000
# A line has no more than about so many points.
MOST_POINTS = 1000


def line_of(entrant: Entrant) -> list[LinePoint]:
    """Return the line of an ended attempt, a point for each ply. Raises engine errors as its replay does."""
    return list(_line_of_entrant(entrant.race.code, entrant.pk, entrant.plies))


def ghost_line(ghost: Ghost, race: Race) -> GhostLine:
    """Return a ghost of a race as everybody may know it; ``ghost`` comes with what it is a ghost of."""
    if ghost.entrant is not None:
        line = line_of(ghost.entrant)
        name, outcome = ghost.entrant.player.name, ghost.entrant.outcome
    elif ghost.record is not None:
        line = list(_line_of_record(ghost.record.digest))
        name, outcome = ghost.record.name or "?", ghost.record.outcome
    else:
        assert ghost.solution is not None
        line = list(_line_of_solution(ghost.solution.pk, ghost.solution.moves))
        name, outcome = SOLVER, Outcome.WON.value
    time_ms, _, plies, redeals, score = line[-1]
    return GhostLine(
        id=ghost.pk,
        name=name,
        outcome=outcome,  # type: ignore[arg-type]  # pydantic checks that it is one of the message's
        score=score,
        time_ms=time_ms,
        redeals=redeals,
        plies=plies,
        url=_address(ghost, race) if race.is_over else None,
        line=thinned(line),
    )


def _address(ghost: Ghost, race: Race) -> str:
    if ghost.entrant is not None:
        return reverse("replay", args=[ghost.entrant.race.code, ghost.entrant.pk])
    if ghost.record is not None:
        return reverse("record-replay", args=[ghost.record.pk])
    return reverse("solver-replay", args=[race.ruleset_key, race.deal_id])


def thinned(line: Sequence[LinePoint]) -> list[LinePoint]:
    """Return the points of a line where progress or redeals change, and its last one: what a bar needs."""
    kept = list(line[:1])
    for point in line[1:]:
        if (point[1], point[3]) != (kept[-1][1], kept[-1][3]):
            kept.append(point)
    if line and kept[-1] != line[-1]:
        kept.append(line[-1])
    return kept


# Ended attempts, records and stored solutions do not change, so their lines are played through once. A line of
# 600 plies takes some 80 KB.
@lru_cache(maxsize=256)
def _line_of_entrant(code: str, entrant_id: int, plies: int) -> tuple[LinePoint, ...]:
    entrant = Entrant.objects.select_related("race__deal").get(pk=entrant_id, race__code=code)
    log = list(entrant.ply_log.order_by("number").values_list("move", "at")[:plies])
    race = entrant.race
    begins_at = entrant.begins_at or race.created_at
    times = [max(0, (at - begins_at) // timedelta(milliseconds=1)) for _, at in log]
    return _played(race.ruleset, bytes(race.deal.seed), race.policy, [move for move, _ in log], times)


@lru_cache(maxsize=64)
def _line_of_record(digest: str) -> tuple[LinePoint, ...]:
    record = Record.objects.select_related("deal").get(digest=digest)
    moves = record.moves.split()
    times = [int(time) for time in record.times.split()] or steady(len(moves))
    policy: TakeBackPolicy = record.take_back  # type: ignore[assignment]  # one of the choices
    return _played(find_ruleset(record.ruleset_key), bytes(record.deal.seed), policy, moves, times)


@lru_cache(maxsize=64)
def _line_of_solution(solution_id: int, moves: str) -> tuple[LinePoint, ...]:
    solution = Solution.objects.select_related("deal").get(pk=solution_id)
    log = moves.split()
    return _played(
        find_ruleset(solution.ruleset_key), bytes(solution.deal.seed), "off", log, steady(len(log))
    )


def steady(plies: int) -> list[int]:
    """Return the times of so many plies at a steady pace.

    >>> steady(3)
    [2000, 4000, 6000]
    """
    return [number * STEADY_MS for number in range(1, plies + 1)]


def _played(
    ruleset: Ruleset, seed: bytes, take_back: TakeBackPolicy, moves: Sequence[str], times: Sequence[int]
) -> tuple[LinePoint, ...]:
    history = History(ruleset, seed, take_back)
    points: list[LinePoint] = [(0, history.progress, 0, 0, 0)]
    # A score is a sum over all moves: of an endless log every so many plies have to do.
    step = max(1, len(moves) // MOST_POINTS)
    for number, (move, at) in enumerate(zip(moves, times, strict=True), start=1):
        history.play(move)
        if number % step == 0 or number == len(moves):
            points.append((at, history.progress, number, history.redeals, history.score))
    return tuple(points)
