"""Where django-allauth meets players: an account is a user with a player, and takes the guest along."""

from typing import Any, ClassVar

from allauth.account import signals
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from racing import actions, rates
from racing.account_settings import SIGNED_IN_SECONDS
from racing.clock import now
from racing.identity import guest_of, player_changes, player_of
from racing.models import Player
from racing.refusals import Refused


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # published without types
    """What allauth asks the site about accounts."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("This name and this password do not belong together."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name, clean, if it is free. Raises ValidationError with the refusal's code."""
        try:
            return actions.free_name(username, player_of(self.request), of_account=True)
        except Refused as refused:
            raise ValidationError(refused.sentence(), code=refused.code) from None

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new user with the player whom the browser has been so far. Raises Refused (name_taken)."""
        guest = guest_of(request.COOKIES)
        with transaction.atomic():
            saved: User = super().save_user(request, user, form, commit)
            actions.sign_up(saved, guest, saved.username, now())
        player_changes(request, guest)
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count tries for a name, over all processes and addresses. Raises ValidationError when there were too many."""
        wait = rates.sign_in_wait(str(credentials.get("username", "")))
        if wait is not None:
            raise ValidationError(Refused("too_many_requests", seconds=wait.seconds).sentence())
        super().pre_authenticate(request, **credentials)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in for a long time, however it is done: by password, by passkey, or with a new account."""
        super().login(request, user)
        request.session.set_expiry(SIGNED_IN_SECONDS)

    def get_login_stages(self) -> list[str]:
        """Return what may stand between a right password and being signed in."""
        # A passkey is another way in, not a second lock: see racing.account_settings.
        return [
            stage for stage in super().get_login_stages() if stage != "allauth.mfa.stages.AuthenticateStage"
        ]


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # published without types
    """What allauth asks the site about passkeys."""

    def _get_user_identifier(self, user: User) -> str:
        return user.username

    def generate_authenticator_name(self, user: User, kind: str) -> str:
        """Return what a new passkey is called until its owner says otherwise."""
        number = Authenticator.objects.filter(user=user, type=kind).count() + 1
        return gettext("Passkey {number}").format(number=number)

    def _get_site_name(self) -> str:
        return "Patience Racing"


def take_guest_along(request: HttpRequest, user: User, **_rest: object) -> None:
    """Let the guest whom the browser has been go over into the account that signs in."""
    guest = guest_of(request.COOKIES)
    account = Player.objects.filter(user=user).first()
    if account is None:
        _give_player(user, guest)
    elif guest is not None:
        actions.merge(guest, account, now())


def _give_player(user: User, guest: Player | None) -> None:
    # Made on the command line or in the admin: such a user plays under the guest's name or, if it is one, their own.
    for name in (guest.name if guest and guest.skeleton else "", user.username):
        try:
            actions.sign_up(user, guest, name, now())
        except Refused:
            continue
        return


def _others_are_signed_out(request: HttpRequest, user: User, **_rest: object) -> None:
    player_changes(request, Player.objects.filter(user=user).first())


def register() -> None:
    """Hear of everybody who signs in or takes another password."""
    user_logged_in.connect(take_guest_along, dispatch_uid="racing.accounts")
    for signal in (signals.password_changed, signals.password_set, signals.password_reset):
        signal.connect(_others_are_signed_out, dispatch_uid="racing.accounts")
