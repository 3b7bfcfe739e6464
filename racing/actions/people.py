"""Players: a name is all that is asked. Accounts are in racing.actions.accounts."""

from datetime import datetime
from functools import cache

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext, override

from racing import nobody
from racing.actions.locking import changed, locked
from racing.looks import skeleton
from racing.models import Player, Race
from racing.names import clean_name
from racing.nobody import GUEST
from racing.refusals import Refused


def new_player(name: str, now: datetime) -> Player:
    """Return a new player of that name. Raises Refused (name_*)."""
    name = free_name(name, None)
    return Player.objects.create(name=name, skeleton=skeleton(name), created_at=now)


def new_guest(now: datetime) -> Player:
    """Return a new player who has not said a name: practice asks for none."""
    return Player.objects.create(name=GUEST, created_at=now)


def free_name(raw: str, player: Player | None, *, of_account: bool = False) -> str:
    """Return the name, clean, if the player (None: somebody new) may have it. Raises Refused (name_*).

    An account has its name for itself, and whatever looks like it; so none is called what the site calls people
    without a name. Guests may share theirs.
    """
    name = clean_name(raw)
    if of_account and skeleton(name) in _names_of_nobody():
        raise Refused("name_refused_word")
    taken = Player.objects.filter(skeleton=skeleton(name), user__isnull=False)
    if player is not None:
        taken = taken.exclude(pk=player.pk)
    if taken.exists():
        raise Refused("name_taken")
    return name


@cache
def _names_of_nobody() -> frozenset[str]:
    looks = set()
    for language, _ in settings.LANGUAGES:
        with override(language):
            looks |= {skeleton(gettext(name)) for name in nobody.NAMES}
    return frozenset(looks)


def rename(player: Player, name: str, now: datetime) -> None:
    """Give a player another name, seen at once in every race that is not over. Raises Refused (name_*)."""
    if clean_name(name) == player.name:
        return  # whoever has a name keeps it, even if an account has come to look like it
    if not player.skeleton and skeleton(clean_name(name)) in _names_of_nobody():
        return  # whoever has none was shown this one, in their words
    former = player.name
    player.name = free_name(name, player, of_account=player.user_id is not None)
    player.skeleton = skeleton(player.name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "skeleton"])
            if player.user is not None and player.user.username == former:
                # People sign in with their name; whoever was made in the admin, with another.
                player.user.username = player.name
                player.user.save(update_fields=["username"])
    except IntegrityError:
        # Another account took it in the same instant.
        player.refresh_from_db()
        raise Refused("name_taken") from None
    tell_races_of(player)


def tell_races_of(player: Player) -> None:
    """Tell every race of the player that is not over that somebody in it is called differently now."""
    # By age, as every action that needs two races at once takes them: the caller's transaction may keep them all.
    codes = Race.objects.of_player(player).going_on().order_by("pk").values_list("code", flat=True)
    for code in list(codes):
        with transaction.atomic():
            changed(locked(code))
