"""What results amount to: ratings with their history, tallies for the boards, and runs to be looked at."""

from django.conf import settings
from django.db import models

from racing.models.deals import Deal
from racing.models.entrants import Entrant
from racing.models.players import Player
from racing.models.races import Race


class Rating(models.Model):
    """How strong a player is in one game: mu and sigma of openskill."""

    # Its own index would only mislead the planner: the unique one below begins with the player.
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", db_index=False)
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField(help_text="what boards sort by: mu less three sigma")
    races = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "ruleset_key"], name="rating_once_a_game"),)

    def __str__(self) -> str:
        return f"{self.player} in {self.ruleset_key}"


class RatedRace(models.Model):
    """A race that has been counted, once. The primary keys are the order in which ratings were changed.

    A key is drawn while the ratings of all its players are locked: of two races with a player in common, the one
    that was counted first has the lower key.
    """

    race = models.OneToOneField(Race, models.CASCADE, related_name="rated_as")
    rated_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}. {self.race}"


class RatingChange(models.Model):
    """What one race did to one rating. ``player`` is whose rating it was, whoever the entrant belongs to later."""

    rated_race = models.ForeignKey(RatedRace, models.CASCADE, related_name="changes")
    entrant = models.OneToOneField(Entrant, models.CASCADE, related_name="rating_change")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_changes")
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    def __str__(self) -> str:
        return f"{self.player} in {self.rated_race}"


class RatingHandover(models.Model):
    """A guest's ratings that went over to an account, once, after the rated races with keys up to ``after``."""

    guest = models.OneToOneField(Player, models.CASCADE, related_name="ratings_handed_over")
    account = models.ForeignKey(Player, models.CASCADE, related_name="ratings_taken_over")
    after = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.guest} to {self.account}"


class Period(models.TextChoices):
    """Over which time a board counts. Weeks are ISO weeks; all begin and end by UTC."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Tally(models.Model):
    """What a player did in one game in one period; ``since`` is its first day, 1970-01-01 for all time."""

    # As of ratings.
    player = models.ForeignKey(Player, models.CASCADE, related_name="tallies", db_index=False)
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    period = models.CharField(max_length=5, choices=Period)
    since = models.DateField()
    races = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    ordinal = models.FloatField(null=True, blank=True, help_text="of the newest rating in the period")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "ruleset_key", "period", "since"], name="tally_once_a_period"
            ),
        )
        # One for each board, in its order.
        indexes = (
            models.Index(
                fields=["ruleset_key", "period", "since", "-ordinal", "player"], name="tally_by_rating"
            ),
            models.Index(fields=["ruleset_key", "period", "since", "-wins", "player"], name="tally_by_wins"),
            models.Index(
                fields=["ruleset_key", "period", "since", "-best_streak", "player"], name="tally_by_streak"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.ruleset_key}, {self.period} of {self.since}"


class Board(models.TextChoices):
    """What the board of a deal ranks: won runs by score or by time; a day's board, its attempts by their place."""

    MOVES = "moves"
    TIME = "time"
    DAY = "day"


class BoardRow(models.Model):
    """A player's best run on one board of a deal; boards that are ``only_clean`` hold clean runs only.

    Follows from the runs themselves; it is stored because a popular deal has more runs than can be sorted while
    somebody waits. ``key`` sorts a board, lowest first, and equal keys share a place (see racing.ranking).
    """

    # The indexes below begin with the deal.
    deal = models.ForeignKey(Deal, models.CASCADE, related_name="+", db_index=False)
    ruleset_key = models.CharField(max_length=40, db_column="ruleset")
    board = models.CharField(max_length=5, choices=Board)
    only_clean = models.BooleanField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    key = models.BigIntegerField()
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["deal", "ruleset_key", "board", "only_clean", "player"],
                name="board_row_once_a_player",
            ),
        )
        indexes = (
            models.Index(
                fields=["deal", "ruleset_key", "board", "only_clean", "key", "entrant"],
                name="board_row_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} on {self.board} of {self.deal}"  # never a seed


class Flag(models.Model):
    """Why a moderator should look at an attempt. It punishes nobody; ``verdict`` is the moderator's."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="flags")
    reason = models.CharField(max_length=24)
    detail = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    reviewed_at = models.DateTimeField(null=True, blank=True)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    verdict = models.CharField(
        max_length=8, choices=[("fine", "fine"), ("void", "void")], blank=True, default=""
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["entrant", "reason"], name="flag_once_a_reason"),)

    def __str__(self) -> str:
        return f"{self.reason}: entrant {self.entrant_id}"
