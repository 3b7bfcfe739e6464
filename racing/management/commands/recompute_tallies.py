"""`manage.py recompute_tallies`: all tallies and rows of boards once more, from the runs."""

from __future__ import annotations

from racing.actions.retallying import recompute_tallies
from racing.management.recomputing import RecomputingCommand


class Command(RecomputingCommand):
    help = (
        "Count races, wins and streaks of every player, and find the best runs of every deal, once more from the "
        "stored races, and write what is otherwise than kept. Races that end meanwhile wait."
    )

    def recompute(self, *, check: bool) -> list[str]:
        return recompute_tallies(check=check)
