"""Holds what clients were acknowledged against the database: `python -m tests.load.verify < acknowledged.json`.

The input maps entrant ids to the moves acknowledged to them, by ply number: {"7": {"1": "10-f", ...}}. Prints what
is wrong, one line each, and exits with 1 when anything is: an acknowledged ply that is not in the log exactly
once and as acknowledged, a log with a gap, one that does not replay, a result that the log does not give.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def main() -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
    django.setup()
    wrong = [
        line for entrant, acked in json.load(sys.stdin).items() for line in faults_of(int(entrant), acked)
    ]
    print("\n".join(wrong))
    return 0


def faults_of(entrant_id: int, acked: dict[str, str]) -> list[str]:
    """Return what is wrong with an entrant's log, in sentences."""
    from racing.models import Entrant

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


if __name__ == "__main__":
    sys.exit(main())
