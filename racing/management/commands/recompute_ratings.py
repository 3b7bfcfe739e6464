"""`manage.py recompute_ratings`: all ratings once more, from the stored races."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from racing.actions.recounting import recompute_ratings


class Command(BaseCommand):
    help = (
        "Rate every rated race once more, in the order in which they were rated, and write what is otherwise than "
        "kept. Races that end meanwhile wait."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail if anything is otherwise"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        differences = recompute_ratings(check=options["check"])
        for line in differences:
            self.stdout.write(line)
        if differences and options["check"]:
            raise CommandError(f"{len(differences)} of the kept numbers are otherwise.")
        self.stdout.write(f"{len(differences)} of the kept numbers were otherwise.")
