"""What stands around races: the deals of the day, ghosts, uploaded records, who looks on, what is to be searched."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from engine.shuffle import SHUFFLE_VERSION
from racing.models.deals import Deal, Solution
from racing.models.entrants import Entrant
from racing.models.players import Player
from racing.models.races import Goal, Outcome, Race, TakeBack


class Daily(models.Model):
    """The one race of a ruleset and a day (UTC)."""

    day = models.DateField()
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    race = models.OneToOneField(Race, models.CASCADE, related_name="daily")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["day", "ruleset_key"], name="daily_once_a_day"),)

    def __str__(self) -> str:
        return f"{self.ruleset_key} of {self.day}"


class Record(models.Model):
    """An attempt that somebody uploaded as a text, verified by the engine. The same text is stored once."""

    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="records")
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="records")
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    ruleset_version = models.PositiveSmallIntegerField()
    shuffle_version = models.PositiveSmallIntegerField(default=SHUFFLE_VERSION)
    goal = models.CharField(max_length=12, choices=Goal)
    take_back = models.CharField(max_length=7, choices=TakeBack)
    name = models.CharField(max_length=24, help_text="who played, as the record says")
    moves = models.TextField(help_text="the log, a space between two moves")
    times = models.TextField(blank=True, help_text="milliseconds from the start, for each ply, or empty")
    # Null and not empty while unfinished, as on the wire.
    outcome = models.CharField(max_length=8, choices=Outcome, null=True, blank=True)  # noqa: DJ001
    score = models.PositiveIntegerField()
    progress = models.PositiveSmallIntegerField()
    redeals = models.PositiveIntegerField()
    slips = models.PositiveIntegerField()
    plies = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the text, hex")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"record {self.pk} of {self.ruleset_key}"


class Ghost(models.Model):
    """A log that is played back in a race at its own pace, as if it were a rival."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="ghosts")
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, blank=True, related_name="+")
    solution = models.ForeignKey(Solution, models.CASCADE, null=True, blank=True, related_name="+")
    record = models.ForeignKey(Record, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="ghost_of_one_log",
                condition=Q(entrant__isnull=False, solution=None, record=None)
                | Q(entrant=None, solution__isnull=False, record=None)
                | Q(entrant=None, solution=None, record__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"ghost {self.pk} in {self.race}"


class Audience(models.Model):
    """How many look on through one server process. A process that died says nothing: its row goes stale."""

    STALE_SECONDS: ClassVar[int] = 60

    race = models.ForeignKey(Race, models.CASCADE, related_name="audiences")
    process = models.CharField(max_length=32)
    watching = models.PositiveIntegerField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["race", "process"], name="audience_once_a_process"),)

    def __str__(self) -> str:
        return f"{self.watching} at {self.race}"


class WantedSearch(models.Model):
    """A search that nobody waits for, until it is done: par of a race that is over, or one more deal to keep ready."""

    race = models.OneToOneField(
        Race, models.CASCADE, null=True, blank=True, related_name="+", help_text="none: a deal to keep ready"
    )
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    taken_until = models.DateTimeField(
        null=True, blank=True, help_text="a process that says nothing until then has died"
    )
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["ruleset_key"], condition=Q(race=None), name="wanted_search_once_a_ruleset"
            ),
        )

    def __str__(self) -> str:
        return f"par of {self.race}" if self.race_id else f"a deal of {self.ruleset_key}"
