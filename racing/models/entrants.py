"""A player's place in a race, and its ply log, which is the stored state of a table."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from engine.game import History, replay
from racing.models.players import Player
from racing.models.races import Outcome, Race


class Entrant(models.Model):
    """A player's place in a race, with what the newest ply left behind (written with that ply)."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True, blank=True)
    # One's own beginning in a challenge; the start of a live race is the race's.
    started_at = models.DateTimeField(null=True, blank=True)
    # Presence, told by sockets; a server that dies says nothing, so seen_at goes stale instead.
    seen_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    plies = models.PositiveIntegerField(default=0)
    progress = models.PositiveSmallIntegerField(default=0)
    score = models.PositiveIntegerField(default=0)
    redeals = models.PositiveIntegerField(default=0)
    slips = models.PositiveIntegerField(default=0)
    take_backs = models.PositiveIntegerField(default=0)
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
        indexes = (
            # Who has just finished a day's deal, which thousands may play.
            models.Index(
                fields=["race", "finished_at"],
                name="entrant_finished",
                condition=Q(finished_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.race}"

    @property
    def begins_at(self) -> datetime | None:
        """When this attempt begins: with the race, or when its player began. None before that is known."""
        return self.started_at if self.race.is_asynchronous else self.race.starts_at

    @property
    def deadline(self) -> datetime | None:
        """The first moment at which no ply of this entrant is taken any more. None without a limit."""
        race, begins_at = self.race, self.begins_at
        if not race.is_asynchronous or race.time_limit is None or begins_at is None:
            return race.deadline
        own = begins_at + timedelta(seconds=race.time_limit)
        return own if race.closes_at is None else min(own, race.closes_at)

    @property
    def undo_until(self) -> datetime | None:
        """Until when a resignation can be taken back. None for whoever did not resign."""
        if self.outcome != Outcome.RESIGNED or self.finished_at is None:
            return None
        until = self.finished_at + timedelta(seconds=settings.RESIGN_UNDO_SECONDS)
        deadline = self.deadline
        return until if deadline is None else min(until, deadline)

    def is_final(self, now: datetime) -> bool:
        """Whether this attempt has ended for good: what others reached may be told to its player."""
        until = self.undo_until
        return self.outcome is not None and (until is None or now >= until)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was taken back and no hint was asked for."""
        return self.take_backs == 0 and self.hints == 0

    @property
    def time_ms(self) -> int | None:
        """Milliseconds from the (common or own) beginning to the ply that decided, or None while playing.

        For whoever resigned or ran out of time that is the last ply: progress was reached then, and waiting
        before giving up neither helps nor harms.
        """
        begins_at = self.begins_at
        if self.finished_at is None or begins_at is None:
            return None
        if self.last_at is None:
            return 0
        return (self.last_at - begins_at) // timedelta(milliseconds=1)

    @property
    def taken_ms(self) -> int | None:
        """Milliseconds that the attempt took, as people are told it: up to giving up, or until time was up.

        None while playing. Of whoever won or lost it is `time_ms`; places go by that, whatever the outcome.
        """
        begins_at = self.begins_at
        if self.outcome in {Outcome.WON, Outcome.LOST} or self.finished_at is None or begins_at is None:
            return self.time_ms
        return (self.finished_at - begins_at) // timedelta(milliseconds=1)

    def log(self) -> list[str]:
        """Return the accepted moves in order."""
        return list(self.ply_log.order_by("number").values_list("move", flat=True))

    def replayed(self) -> History:
        """Return the table rebuilt from the log. Raises engine errors when the log does not verify."""
        race = self.race
        return replay(race.ruleset, bytes(race.deal.seed), self.log(), race.policy)


class Ply(models.Model):
    """An accepted move. The log of an entrant is its plies by number, and is never changed."""

    # Found by the unique index below, which begins with it: one of its own would cost every ply a second entry.
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="ply_log", db_index=False)
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
