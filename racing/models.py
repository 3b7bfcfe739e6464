"""What the service remembers. The ply log is the stored state of a table; the rest is facts and times.

Everything that can be derived (a race's status, its deadline, an entrant's time) is a property here and is
never stored. Only racing.actions writes.
"""

from datetime import datetime, timedelta
from typing import ClassVar, cast

from django.db import models
from django.db.models import Q, Sum

from engine.game import History, Ruleset, replay
from engine.game import TakeBack as TakeBackPolicy
from engine.rulesets import find_ruleset
from engine.shuffle import SHUFFLE_VERSION

# How long the lowest score of a deal is looked for.
PAR_SECONDS = 10.0


class Player(models.Model):
    """Somebody who races: a guest known by a signed cookie (see racing.identity), or later an account."""

    name = models.CharField(max_length=24)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Deal(models.Model):
    """A shuffled pack, given by its 32-byte seed. A numbered deal's seed follows from its number."""

    seed = models.BinaryField(max_length=32, unique=True)
    number = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    def __str__(self) -> str:
        # Never the seed: this text ends up in the admin and in logs.
        return f"deal number {self.number}" if self.number else f"unnumbered deal {self.pk}"


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
    """A race has rivals; practice has one entrant, starts at once and never runs out of time."""

    RACE = "race"
    PRACTICE = "practice"


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

    def listed_open(self) -> "RaceQuerySet":
        """Open races that their hosts listed for everybody, newest first."""
        return self.going_on().filter(listed=True, starts_at=None).order_by("-created_at", "-pk")

    def of_player(self, player: Player) -> "RaceQuerySet":
        """Races in which the player has a place, newest first."""
        return self.filter(entrants__player=player).order_by("-created_at", "-pk")


class Race(models.Model):
    """One deal, one ruleset, the same start for all entrants. Also a practice, which has one entrant."""

    MIN_RACERS: ClassVar[int] = 2
    MAX_RACERS: ClassVar[int] = 16

    code = models.CharField(max_length=32, unique=True)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.RACE)
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
    host = models.ForeignKey(Player, models.PROTECT, related_name="hosted")
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    # One more at every transition, under the row's lock: the part of the version that is not plies.
    changes = models.PositiveIntegerField(default=0)
    commitment = models.CharField(max_length=64)
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
        )
        indexes = (
            # Boards: the finished races of a deal. Settling: the few that are going on.
            models.Index(fields=["deal", "ruleset_key"], name="race_deal_ruleset"),
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
        """When time is up: the first moment at which no ply is taken any more. None without a limit."""
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
        plies = Entrant.objects.filter(race=self.pk).aggregate(total=Sum("plies"))["total"]
        return changes + (plies or 0)


class Entrant(models.Model):
    """A player's place in a race, with what the newest ply left behind (written with that ply)."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True, blank=True)
    # Presence, told by sockets; a server that dies says nothing, so seen_at goes stale instead.
    seen_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    plies = models.PositiveIntegerField(default=0)
    progress = models.PositiveSmallIntegerField(default=0)
    score = models.PositiveIntegerField(default=0)
    redeals = models.PositiveIntegerField(default=0)
    slips = models.PositiveIntegerField(default=0)
    hints = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True, blank=True, help_text="when the newest ply was played")

    # Null and not empty while playing, as on the wire.
    outcome = models.CharField(max_length=8, choices=Outcome, null=True, blank=True)  # noqa: DJ001
    finished_at = models.DateTimeField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["race", "player"], name="entrant_once_in_a_race"),
            models.CheckConstraint(
                name="entrant_finished_with_an_outcome",
                condition=Q(outcome=None, finished_at=None)
                | Q(outcome__isnull=False, finished_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.race}"

    @property
    def time_ms(self) -> int | None:
        """Milliseconds from the common start to the ply that decided, or None while playing.

        For whoever resigned or ran out of time that is the last ply: progress was reached then, and waiting
        before giving up neither helps nor harms.
        """
        if self.finished_at is None or self.race.starts_at is None:
            return None
        if self.last_at is None:
            return 0
        return (self.last_at - self.race.starts_at) // timedelta(milliseconds=1)

    def log(self) -> list[str]:
        """Return the accepted moves in order."""
        return list(self.ply_log.order_by("number").values_list("move", flat=True))

    def replayed(self) -> History:
        """Return the table rebuilt from the log. Raises engine errors when the log does not verify."""
        race = self.race
        return replay(race.ruleset, bytes(race.deal.seed), self.log(), race.policy)


class Ply(models.Model):
    """An accepted move. The log of an entrant is its plies by number, and is never changed."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="ply_log")
    number = models.PositiveIntegerField()
    move = models.CharField(max_length=16)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["entrant", "number"], name="ply_once_in_a_log"),
            models.CheckConstraint(name="ply_numbers_from_one", condition=Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.move}"


class Solution(models.Model):
    """The best that the solver knows of a deal under a ruleset. Its moves are secret until a race of it is over."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="solutions")
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    ruleset_version = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=4, choices=[("won", "won"), ("lost", "lost"), ("open", "open")])
    moves = models.TextField(blank=True, help_text="the winning log, a space between two moves")
    score = models.PositiveIntegerField(null=True, blank=True)
    bound = models.PositiveIntegerField(default=0, help_text="no win scores less: proved")
    seconds = models.FloatField(default=0.0, help_text="of the longest search")
    pooled = models.BooleanField(default=False, help_text="waits for a race that asks for a certified deal")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["deal", "ruleset_key"], name="solution_once_a_ruleset"),
            models.CheckConstraint(
                name="solution_won_with_a_score",
                condition=Q(outcome="won", score__isnull=False)
                | (~Q(outcome="won") & Q(score=None, pooled=False)),
            ),
        )
        indexes = (models.Index(fields=["ruleset_key"], name="solution_pooled", condition=Q(pooled=True)),)

    def __str__(self) -> str:
        return f"{self.outcome}: {self.deal}"  # never a move

    @property
    def is_thorough(self) -> bool:
        """Whether searching again would tell nothing new."""
        settled = self.outcome == "lost" or self.score == self.bound
        return settled or self.seconds >= PAR_SECONDS
