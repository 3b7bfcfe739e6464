"""Friends, by a link that one of them gives away, and the races they are asked to come to."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from racing import events
from racing.actions.locking import locked
from racing.codes import new_code
from racing.models import Friendship, Invitation, Player, Race
from racing.refusals import Refused


def friend_code(player: Player) -> str:
    """Return the code of a player's link, made when it is first asked for."""
    if player.friend_code is None:
        # Whoever asks second in the same instant gets what the first one got.
        Player.objects.filter(pk=player.pk, friend_code=None).update(friend_code=new_code())
        player.refresh_from_db(fields=["friend_code"])
    assert player.friend_code is not None
    return player.friend_code


def new_friend_code(player: Player) -> str:
    """Return another code: the link from before makes no friends any more."""
    player.friend_code = new_code()
    player.save(update_fields=["friend_code"])
    return player.friend_code


def befriend(player: Player, other: Player, now: datetime) -> None:
    """Make two players friends of each other. Again is no harm; raises Refused for oneself."""
    if player.pk == other.pk:
        raise Refused("own_friend_link")
    pairs = ((player, other), (other, player))
    rows = [Friendship(player=one, friend=two, since=now) for one, two in pairs]
    Friendship.objects.bulk_create(rows, ignore_conflicts=True)


def unfriend(player: Player, other_id: int) -> None:
    """End a friendship, for both, and take back what one has asked the other to come to."""
    with transaction.atomic():
        pair = Q(player=player, friend=other_id) | Q(player=other_id, friend=player)
        Friendship.objects.filter(pair).delete()
        asked = Q(by=player, player=other_id) | Q(by=other_id, player=player)
        take_back(Invitation.objects.filter(asked))


def take_back(invitations: QuerySet[Invitation]) -> None:
    """Ask nobody to come any more, within the caller's transaction."""
    for player_id in set(invitations.values_list("player", flat=True)):
        transaction.on_commit(partial(events.invited, player_id))
    invitations.delete()


def invite(code: str, by: Player, friend: Player, now: datetime) -> None:
    """Ask a friend to come to a race in which one has a place. Again asks once more, even after a no.

    Raises Refused when it is not one's race, too late, or the other is no friend. Whoever is there already is not
    asked.
    """
    with transaction.atomic():
        race = locked(code)
        if not race.entrants.filter(player=by).exists():
            raise Refused("not_a_racer")
        if not Race.objects.open_to_join(now).filter(pk=race.pk).exists():
            raise Refused("race_started")
        if not Friendship.objects.filter(player=by, friend=friend).exists():
            raise Refused("no_such_friend", name=friend.shown_name)
        if race.entrants.filter(player=friend).exists():
            return
        Invitation.objects.update_or_create(
            race=race, player=friend, defaults={"by": by, "created_at": now, "declined_at": None}
        )
        transaction.on_commit(lambda: events.invited(friend.pk))


def decline(code: str, player: Player, now: datetime) -> None:
    """Say no to an invitation. Without one nothing is done."""
    Invitation.objects.filter(race__code=code, player=player, declined_at=None).update(declined_at=now)
    events.invited(player.pk)
