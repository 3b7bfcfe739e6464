"""Shuffled packs, and what the solver knows of them."""

from django.db import models
from django.db.models import Q

# How long the lowest score of a deal is looked for.
PAR_SECONDS = 10.0


class Deal(models.Model):
    """A shuffled pack, given by its 32-byte seed. A numbered deal's seed follows from its number."""

    seed = models.BinaryField(max_length=32, unique=True)
    number = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    def __str__(self) -> str:
        # Never the seed: this text ends up in the admin and in logs.
        return f"deal number {self.number}" if self.number else f"unnumbered deal {self.pk}"


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
