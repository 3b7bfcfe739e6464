"""`manage.py recompute_ratings`: all ratings once more, from the stored races."""

from __future__ import annotations

from racing.actions.recounting import recompute_ratings
from racing.management.recomputing import RecomputingCommand


class Command(RecomputingCommand):
    help = (
        "Rate every rated race once more, in the order in which they were rated, and write what is otherwise than "
        "kept. Races that end meanwhile wait."
    )

    def recompute(self, *, check: bool) -> list[str]:
        return recompute_ratings(check=check)
