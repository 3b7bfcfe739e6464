"""Players: a name is all that is asked."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from racing.actions.locking import changed, locked
from racing.models import Player, Race
from racing.names import clean_name


def new_player(name: str, now: datetime) -> Player:
    """Return a new player of that name. Raises Refused (name_*)."""
    return Player.objects.create(name=clean_name(name), created_at=now)


def new_guest(now: datetime) -> Player:
    """Return a new player who has not said a name: practice asks for none."""
    return Player.objects.create(name=gettext("Guest"), created_at=now)


def rename(player: Player, name: str, now: datetime) -> None:
    """Give a player another name, seen at once in every race that is not over. Raises Refused (name_*)."""
    name = clean_name(name)
    if name == player.name:
        return
    player.name = name
    player.save(update_fields=["name"])
    codes = Race.objects.of_player(player).going_on().values_list("code", flat=True)
    for code in list(codes):
        # One race at a time: no two race rows are ever locked together in an order of chance.
        with transaction.atomic():
            changed(locked(code))
