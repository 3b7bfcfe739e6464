"""`manage.py certify`: keep deals that can be won ready for races that ask for one."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import TimeoutError as StillSearching
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine.errors import UnknownRuleset
from engine.game import Ruleset
from engine.rulesets import RULESETS, find_ruleset
from racing import actions
from racing.models import Solution
from racing.solving.pool import Job, SolverPool, Unavailable
from racing.solving.searches import Found, Search

# A fresh machine compiles first, at the lowest priority.
WARM_SECONDS = 900.0
# A deal that can be won: half a minute without one means that the ruleset has few of them, or no search yet.
DEAL_SECONDS = 30.0


class Command(BaseCommand):
    help = (
        "Find deals that can be won, with the lowest score that can be found, and keep them until a race asks for one. "
        "Runs at the lowest priority; Ctrl-C keeps what is done."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "rulesets", nargs="*", metavar="RULESET", help="which games; all when none is named"
        )
        parser.add_argument("--deals", type=int, default=20, help="how many to have ready for each game (20)")
        parser.add_argument(
            "--seconds",
            type=float,
            default=10.0,
            help="how long to look for the lowest score of each deal (10)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rulesets = [find_ruleset(key) for key in options["rulesets"]] or list(RULESETS.values())
        except UnknownRuleset as error:
            raise CommandError(f"{error} There are: {', '.join(RULESETS)}.") from None
        pool = SolverPool(1, settings.SOLVER_MEMORY, settings.SOLVER_CACHE)
        try:
            self._say("The solver is being made ready …")
            if not pool.wait_until_warm(WARM_SECONDS):
                raise CommandError("The solver does not start; see the log.")
            for ruleset in rulesets:
                self._certify(pool, ruleset, options["deals"], options["seconds"])
        except KeyboardInterrupt:
            self._say("")
            self.stderr.write("Stopped; what was found is kept.")
        finally:
            pool.close()

    def _certify(self, pool: SolverPool, ruleset: Ruleset, deals: int, seconds: float) -> None:
        while (ready := Solution.objects.filter(ruleset_key=ruleset.key, pooled=True).count()) < deals:
            where = f"{ruleset.key}: {ready} of {deals} ready"
            found = self._wait(
                pool, Search(ruleset=ruleset.key, seconds=DEAL_SECONDS), f"{where}, looking for a win"
            )
            if found.outcome != "won":
                self._say("")
                self.stderr.write(
                    f"{ruleset.key}: no deal that can be won was found in {DEAL_SECONDS:.0f} s."
                )
                return
            solution = actions.keep_certified(ruleset, found, found.seconds)
            best = Search(ruleset=ruleset.key, seed=found.seed, seconds=seconds, shortest=True)
            better = self._wait(pool, best, f"{where}, won with {solution.score}, looking for less")
            actions.keep_solution(solution.deal, ruleset, better, seconds)
        self._say("")
        self.stdout.write(f"{ruleset.key}: {ready} deals ready")

    def _wait(self, pool: SolverPool, search: Search, what: str) -> Found:
        job = self._asked(pool, search)
        began = time.monotonic()
        while True:
            self._say(f"{what} … {time.monotonic() - began:.0f} s")
            try:
                return job.result.result(0.5)
            except StillSearching:
                continue
            except Unavailable:
                raise CommandError("The solver process ended twice in a row; see the log.") from None

    def _asked(self, pool: SolverPool, search: Search) -> Job:
        try:
            return pool.ask(search)
        except Unavailable as unavailable:  # Nobody else uses this pool.
            raise CommandError(f"The solver takes no search: {unavailable.code}.") from None

    def _say(self, line: str) -> None:
        """Show where it stands, over the last line, if somebody looks on."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
