"""Ends every race that is due to end; for a cron job where no server process runs all the time."""

from typing import Any

from django.core.management.base import BaseCommand

from racing import actions
from racing.clock import now


class Command(BaseCommand):
    help = "End races whose time is up, and rooms that nobody has used for a day."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{actions.settle_due(now())} ended")
