"""Accounts: a guest becomes one, goes over into one, or is forgotten with everything that says who it was."""

from contextlib import suppress
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q

from racing.actions.locking import changed, locked
from racing.actions.people import free_name, tell_races_of
from racing.actions.standings import forget_standings, take_over_standings
from racing.looks import skeleton
from racing.models import Entrant, Friendship, Ghost, Invitation, Kind, Player, Race, Rating, Record
from racing.nobody import FORMER_PLAYER
from racing.refusals import Refused


def sign_up(user: User, guest: Player | None, name: str, now: datetime) -> Player:
    """Return the account's player: the guest with all that is theirs, or somebody new. Raises Refused (name_*)."""
    name = free_name(name, guest, of_account=True)
    try:
        with transaction.atomic():
            player = None
            if guest is not None:
                free = Player.objects.select_for_update().filter(user=None, merged_into=None, deleted_at=None)
                player = free.filter(pk=guest.pk).first()
            player = player or Player(created_at=now)
            player.name, player.skeleton, player.user = name, skeleton(name), user
            player.save()
    except IntegrityError:
        # Another account took the name in the same instant.
        raise Refused("name_taken") from None
    tell_races_of(player)
    return player


def merge(guest: Player, account: Player, now: datetime) -> None:
    """Let a guest go over into an account: races, practice, records, friends and invitations. Once.

    In a race where both have a place the account keeps its own; the guest's is given up. Who changed which rating
    stays as it was.
    """
    with transaction.atomic():
        both = (
            Player.objects.select_for_update(no_key=True).filter(pk__in=(guest.pk, account.pk)).order_by("pk")
        )
        rows = {player.pk: player for player in both}
        guest, account = rows[guest.pk], rows[account.pk]
        if guest.pk == account.pk or guest.user_id or guest.merged_into_id or guest.deleted_at:
            return
        guest.merged_into = account
        guest.save(update_fields=["merged_into"])
        # By age, as every action that needs two races at once takes them.
        for race in Race.objects.going_on().filter(entrants__player=guest).order_by("pk"):
            _take_seat(race.code, guest, account, now)
        # What is over changes no more, so nobody else is waiting for it.
        Entrant.objects.filter(player=guest, race__in=_over()).exclude(race__entrants__player=account).update(
            player=account
        )
        Race.objects.filter(host=guest).exclude(entrants__player=guest).update(host=account)
        Record.objects.filter(player=guest).update(player=account)
        _move_people(guest, account)
        take_over_standings(guest, account)


def _over() -> object:
    return Race.objects.filter(Q(ended_at__isnull=False) | Q(cancelled_at__isnull=False))


def _take_seat(code: str, guest: Player, account: Player, now: datetime) -> None:
    race = locked(code)
    if race.entrants.filter(player=account).exists():
        _give_up(race, guest, now)
        return
    race.entrants.filter(player=guest).update(player=account)
    if race.host_id == guest.pk:
        race.host = account
    changed(race, "host")


def _give_up(race: Race, player: Player, now: datetime) -> None:
    """Leave a race, or resign when it is too late for that."""
    from racing.actions import leave, resign

    try:
        leave(race.code, player.pk, now)
    except Refused:
        # It may have ended already, one way or another.
        with suppress(Refused):
            resign(race.code, player.pk, now)


def _move_people(guest: Player, account: Player) -> None:
    for mine, other in (("player", "friend"), ("friend", "player")):
        known = Friendship.objects.filter(**{mine: account}).values(other)
        fresh = Friendship.objects.filter(**{mine: guest}).exclude(**{other: account})
        fresh.exclude(**{f"{other}__in": list(known.values_list(other, flat=True))}).update(**{mine: account})
    Friendship.objects.filter(Q(player=guest) | Q(friend=guest)).delete()
    asked = Invitation.objects.filter(player=account).values_list("race", flat=True)
    Invitation.objects.filter(player=guest).exclude(race__in=list(asked)).update(player=account)
    Invitation.objects.filter(player=guest).delete()
    Invitation.objects.filter(by=guest).update(by=account)


def forget(player: Player, now: datetime) -> None:
    """Forget who a player was: the account goes, and what others raced with stays, under no name.

    Attempts that go on are given up, own practice is deleted.
    """
    for race in Race.objects.going_on().filter(entrants__player=player).exclude(kind=Kind.PRACTICE):
        _give_up(race, player, now)
    with transaction.atomic():
        played_back = Ghost.objects.filter(entrant__isnull=False).values("entrant")
        practice = Race.objects.filter(kind=Kind.PRACTICE, entrants__player=player)
        practice.exclude(entrants__in=played_back).delete()
        rows = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player.pk))
        # A race of theirs that ends now adds their rating before this, or waits until this is done and removes it.
        list(Rating.objects.select_for_update().filter(player__in=rows).order_by("ruleset_key", "player_id"))
        for row in rows.select_for_update().order_by("pk"):
            forget_standings(row)
        user = player.user
        rows.update(name=FORMER_PLAYER, skeleton="", friend_code=None, user=None, deleted_at=now)
        Friendship.objects.filter(Q(player__in=rows) | Q(friend__in=rows)).delete()
        Invitation.objects.filter(Q(player__in=rows) | Q(by__in=rows)).delete()
        Record.objects.filter(player__in=rows).update(player=None, name="")
        if user is not None:
            user.delete()
    player.refresh_from_db()
    tell_races_of(player)
