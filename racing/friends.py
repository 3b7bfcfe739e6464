"""Who is whose friend, for pages and boards. Invitations are in racing.lobby."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from racing.looks import skeleton
from racing.models import Friendship, Kind, Player, Race
from racing.refusals import Refused


def friends_of(player: Player) -> QuerySet[Player]:
    """Return a player's friends by name."""
    return Player.objects.filter(befriended_by__player=player, deleted_at=None).order_by("name", "pk")


def are_friends(player: Player, other: Player) -> bool:
    """Whether the two are friends: each is the other's."""
    return Friendship.objects.filter(player=player, friend=other).exists()


def find_friend(player: Player, name: str) -> Player:
    """Return the friend whom a name means, however it is spelled. Raises Refused (no_such_friend)."""
    looks = skeleton(name)
    for friend in friends_of(player):
        # Guests who never said a name, and rows from before, have no skeleton stored.
        if looks and (friend.skeleton or skeleton(friend.shown_name)) == looks:
            return friend
    raise Refused("no_such_friend", name=name[:24])


def find_by_code(code: str) -> Player:
    """Return whose friend one becomes by a link. Raises Refused (no_such_friend_link)."""
    owner = Player.objects.select_related("merged_into").filter(friend_code=code).first()
    # A guest's link goes on meaning them when they have an account.
    owner = owner.merged_into if owner is not None and owner.merged_into else owner
    if owner is None or owner.deleted_at is not None:
        raise Refused("no_such_friend_link")
    return owner


def invited_by(player: Player | None, race: Race) -> Player | None:
    """Return who asks a player to come to a race, until the player has come or said no."""
    mine = race.invitations.filter(player=player, declined_at=None).select_related("by") if player else None
    invitation = mine.first() if mine is not None else None
    if invitation is None or race.entrants.filter(player=player).exists():
        return None
    return invitation.by


class Askable(NamedTuple):
    """A friend who could come to a race. ``asked``: they have been invited and did not say no."""

    friend: Player
    asked: bool


def askable(player: Player | None, race: Race, now: datetime) -> list[Askable]:
    """Return the friends whom a player could still ask to a race: for its entrants, while one can join."""
    if player is None or race.kind == Kind.DAILY or not race.entrants.filter(player=player).exists():
        return []
    if not Race.objects.open_to_join(now).filter(pk=race.pk).exists():
        return []
    asked = set(race.invitations.filter(declined_at=None).values_list("player", flat=True))
    absent = friends_of(player).exclude(entries__race=race)
    return [Askable(friend, friend.pk in asked) for friend in absent]
