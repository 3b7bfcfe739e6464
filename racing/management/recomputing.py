"""What the commands share that work something out once more from the stored races."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class RecomputingCommand(BaseCommand):
    """Says what is otherwise than kept; with `--check` nothing is written, and a difference is a failure."""

    def recompute(self, *, check: bool) -> list[str]:
        """Work it out, write it unless ``check``, and return a line for each difference."""
        raise NotImplementedError

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail if anything is otherwise"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        differences = self.recompute(check=options["check"])
        for line in differences:
            self.stdout.write(line)
        if differences and options["check"]:
            raise CommandError(f"{len(differences)} of the kept numbers are otherwise.")
        self.stdout.write(f"{len(differences)} of the kept numbers were otherwise.")
