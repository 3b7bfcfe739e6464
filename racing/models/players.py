"""Who races: guests and accounts, their friends, and who is asked to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from racing import nobody

if TYPE_CHECKING:
    from racing.models.races import Race


class Player(models.Model):
    """Somebody who races: a guest known by a signed cookie (see racing.identity), or an account's player."""

    name = models.CharField(max_length=24)
    # What the name looks like (see racing.names): two accounts never look alike.
    skeleton = models.CharField(max_length=96, blank=True, default="", db_index=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="player"
    )
    merged_into = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged",
        help_text="the account's player",
    )
    # Whoever opens the link with it may become a friend. Null until it was asked for.
    friend_code = models.CharField(max_length=32, unique=True, null=True, blank=True)
    created_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["skeleton"], name="account_names_look_different", condition=Q(user__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name in the reader's words: whoever has none is called something in every language."""
        return nobody.in_words(self.name)


class Friendship(models.Model):
    """One direction of a friendship; the other is a row of its own."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="friendships")
    friend = models.ForeignKey(Player, models.CASCADE, related_name="befriended_by")
    since = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "friend"], name="friendship_once"),
            models.CheckConstraint(name="friend_is_somebody_else", condition=~Q(player=F("friend"))),
        )

    def __str__(self) -> str:
        return f"{self.player} and {self.friend}"


class Invitation(models.Model):
    """A friend who is asked to come to a race, until they came, declined, or it started without them."""

    race: models.ForeignKey[Race, Race] = models.ForeignKey(
        "racing.Race", models.CASCADE, related_name="invitations"
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(Player, models.CASCADE, related_name="invited")
    created_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["race", "player"], name="invitation_once_to_a_race"),)

    def __str__(self) -> str:
        return f"{self.player} to {self.race}"
