"""Races: one deal, one ruleset, the same for all entrants.

Everything that can be derived (a race's status, its deadline, an entrant's time) is a property here and is
never stored.
"""

from datetime import datetime, timedelta
from typing import ClassVar, cast

from django.db import models
from django.db.models import Q, Sum

from engine.game import History, Ruleset
from engine.game import TakeBack as TakeBackPolicy
from engine.rulesets import find_ruleset
from engine.shuffle import SHUFFLE_VERSION
from racing.models.deals import Deal
from racing.models.players import Player


class Goal(models.TextChoices):
    """What decides a race. The values are the engine's and the wire's."""

    FEWEST_MOVES = "fewest_moves"
    FIRST_HOME = "first_home"


class TakeBack(models.TextChoices):
    """What `u` does; see "Taking back" in docs/rules.md."""

    OFF = "off"
    COUNTED = "counted"
    FREE = "free"


class Outcome(models.TextChoices):
    """How an entrant's attempt ended."""

    WON = "won"
    LOST = "lost"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"


class Kind(models.TextChoices):
    """How the entrants of a deal meet.

    A race starts for all at once. In a challenge and in a day's deal everybody begins when it suits, within a term.
    Practice has one entrant, starts at once and never runs out of time.
    """

    RACE = "race"
    PRACTICE = "practice"
    CHALLENGE = "challenge"
    DAILY = "daily"


# Everybody begins for themselves, and nobody who still plays may know how others fared.
ASYNCHRONOUS = (Kind.CHALLENGE, Kind.DAILY)


class Status(models.TextChoices):
    """The phases of a race, derived from its times and the present."""

    OPEN = "open"
    COUNTDOWN = "countdown"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class RaceQuerySet(models.QuerySet["Race"]):
    """Races as the pages and the settling ask for them."""

    def going_on(self) -> "RaceQuerySet":
        """Races that have not ended in any way."""
        return self.filter(ended_at=None, cancelled_at=None)

    def open_to_join(self, now: datetime) -> "RaceQuerySet":
        """Races in which one can still take a place, unless they are full."""
        return self.going_on().filter(Q(starts_at=None) | Q(kind__in=ASYNCHRONOUS, closes_at__gt=now))

    def listed_open(self, now: datetime) -> "RaceQuerySet":
        """Races that their hosts listed for everybody and that can still be joined, newest first."""
        return self.open_to_join(now).filter(listed=True).order_by("-created_at", "-pk")

    def of_player(self, player: Player) -> "RaceQuerySet":
        """Races in which the player has a place, newest first."""
        return self.filter(entrants__player=player).order_by("-created_at", "-pk")


class Race(models.Model):
    """One deal, one ruleset, the same start for all entrants. Also a practice, which has one entrant."""

    MIN_RACERS: ClassVar[int] = 2
    MAX_RACERS: ClassVar[int] = 64

    code = models.CharField(max_length=32, unique=True)
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.RACE)
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    ruleset_version = models.PositiveSmallIntegerField()
    shuffle_version = models.PositiveSmallIntegerField(default=SHUFFLE_VERSION)
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="races")
    goal = models.CharField(max_length=12, choices=Goal)
    take_back = models.CharField(max_length=7, choices=TakeBack)
    time_limit = models.PositiveIntegerField(null=True, blank=True, help_text="seconds, or none")
    max_racers = models.PositiveSmallIntegerField(default=MAX_RACERS)
    listed = models.BooleanField(default=False)
    certified = models.BooleanField(default=False, help_text="opened with a deal that can be won")
    rated = models.BooleanField(
        default=False, help_text="counts for ratings and for boards of the best players"
    )
    host = models.ForeignKey(Player, models.PROTECT, related_name="hosted")
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True, help_text="when the term of a challenge is over")
    ended_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    # One more at every transition, under the row's lock: the part of the version that is not plies.
    changes = models.PositiveIntegerField(default=0)
    commitment = models.CharField(max_length=64)
    # To be read aloud; short enough to be guessed, hence its end.
    short_code = models.CharField(max_length=8, unique=True, null=True, blank=True)
    short_until = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="next_race"
    )

    objects: ClassVar["models.Manager[Race]"] = RaceQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="race_ends_once",
                condition=Q(ended_at=None) | Q(cancelled_at=None),
            ),
            models.CheckConstraint(
                name="race_ends_after_it_started",
                condition=Q(ended_at=None) | Q(starts_at__isnull=False),
            ),
            models.CheckConstraint(
                name="race_with_a_term_if_asynchronous",
                condition=Q(kind__in=["challenge", "daily"], closes_at__isnull=False)
                | Q(kind__in=["race", "practice"], closes_at=None),
            ),
        )
        indexes = (
            # Boards: the finished races of a deal, which may be practised far more often. Settling: what is going on.
            models.Index(
                fields=["deal", "ruleset_key"],
                name="race_finished_of_deal",
                condition=Q(ended_at__isnull=False) & ~Q(kind="practice"),
            ),
            models.Index(
                fields=["created_at"],
                name="race_going_on",
                condition=Q(ended_at=None, cancelled_at=None),
            ),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def ruleset(self) -> Ruleset:
        """The rules this race is played by."""
        return find_ruleset(self.ruleset_key)

    @property
    def policy(self) -> TakeBackPolicy:
        """The take-back policy as the engine's type."""
        return cast(TakeBackPolicy, self.take_back)

    @property
    def deadline(self) -> datetime | None:
        """When time is up for everybody: the first moment at which no ply is taken any more. None without a limit."""
        if self.closes_at is not None:
            return self.closes_at
        if self.starts_at is None or self.time_limit is None:
            return None
        return self.starts_at + timedelta(seconds=self.time_limit)

    def status(self, now: datetime) -> Status:
        """Return the phase at ``now``. Running lasts until the race is settled, even past its deadline."""
        if self.cancelled_at is not None:
            return Status.CANCELLED
        if self.ended_at is not None:
            return Status.FINISHED
        if self.starts_at is None:
            return Status.OPEN
        return Status.COUNTDOWN if now < self.starts_at else Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether nothing can change any more; only then may seed, tables and replays be shown to all."""
        return self.ended_at is not None or self.cancelled_at is not None

    @property
    def is_practice(self) -> bool:
        """Whether one plays alone."""
        return self.kind == Kind.PRACTICE

    @property
    def is_asynchronous(self) -> bool:
        """Whether everybody begins when it suits, and results are open to those who have finished."""
        return self.kind in ASYNCHRONOUS

    @property
    def deal_is_known(self) -> bool:
        """Whether hidden cards could have been looked up: to be marked wherever results are shown."""
        return self.deal.number is not None and self.ruleset.has_hidden_cards

    def new_history(self) -> History:
        """Return the table as dealt, with nothing played."""
        return History(self.ruleset, bytes(self.deal.seed), self.policy)

    def version(self) -> int:
        """Return the race's version from the database: its changes and all plies of all its entrants.

        Never decreases. Reads ``changes`` first: a number read between two writes is then too low, which the
        next message makes up for, and never too high, which would hide that message.
        """
        changes = Race.objects.values_list("changes", flat=True).get(pk=self.pk)
        plies = self.entrants.aggregate(total=Sum("plies"))["total"]
        return changes + (plies or 0)
