"""`manage.py recompute_tallies`: all tallies and rows of boards once more, from the runs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from racing.actions.retallying import recompute_tallies


class Command(BaseCommand):
    help = (
        "Count races, wins and streaks of every player, and find the best runs of every deal, once more from the "
        "stored races, and write what is otherwise than kept. Races that end meanwhile wait."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail if anything is otherwise"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        differences = recompute_tallies(check=options["check"])
        for line in differences:
            self.stdout.write(line)
        if differences and options["check"]:
            raise CommandError(f"{len(differences)} of the kept numbers are otherwise.")
        self.stdout.write(f"{len(differences)} of the kept numbers were otherwise.")
