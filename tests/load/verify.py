"""Holds what clients were acknowledged against the database. For tests.load.onsite, where Django is set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from racing.models import Entrant


def faults_of(entrant_id: int, acked: Mapping[str, str]) -> list[str]:
    """Return what is wrong with an entrant's log, in sentences; ``acked`` maps ply numbers to moves.

    That is an acknowledged ply that is not in the log exactly once and as acknowledged, a log with a gap, one that does
    not replay, a result that the log does not give.
    """
    entrant = Entrant.objects.select_related("race__deal").get(pk=entrant_id)
    rows = list(entrant.ply_log.order_by("number").values_list("number", "move"))
    who, wrong = f"entrant {entrant_id}", []
    if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
        return [f"{who}: the log's numbers are {[number for number, _ in rows]}"]
    log = dict(rows)
    for number, move in acked.items():
        if log.get(int(number)) != move:
            wrong.append(f"{who}: ply {number} {move} was acknowledged, the log has {log.get(int(number))}")
    try:
        history = entrant.replayed()
    except Exception as error:
        return [*wrong, f"{who}: the log does not replay: {error}"]
    stored: tuple[Any, ...] = (entrant.plies, entrant.progress, entrant.score, entrant.redeals, entrant.slips)
    given = (len(rows), history.progress, history.score, history.redeals, history.slips)
    if stored != given:
        wrong.append(f"{who}: stored {stored}, the log gives {given}")
    if history.over and entrant.outcome is None:
        wrong.append(f"{who}: the log is over, the entrant is not")
    return wrong
