"""The forms of allauth with our words, and no more than they need."""

from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ReauthenticateForm, SignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _

from racing.identity import player_of
from racing.looks import skeleton
from racing.models import Player
from racing.names import MAX_LENGTH

PASSWORD_HELP = _("At least 8 characters. A few words are best.")
_NAME_ATTRIBUTES = {"maxlength": MAX_LENGTH, "spellcheck": "false", "autocapitalize": "none"}


def _without_placeholders(form: forms.Form) -> None:
    # Labels say it; and where a password was forgotten there is a link on the page itself.
    for name, field in form.fields.items():
        field.widget.attrs.pop("placeholder", None)
        if name in ("password", "oldpassword"):
            field.help_text = ""


class SignInForm(LoginForm):  # type: ignore[misc]  # published without types
    """Name and password. The name is known by what it looks like, so case does not matter."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        name = self.fields["login"]
        name.label = _("Your name")
        # A user of the admin may have a longer name than any player.
        name.widget.attrs.update(_NAME_ATTRIBUTES | {"maxlength": 150})
        _without_placeholders(self)

    def clean_login(self) -> str:
        """Return the name of the account that is meant."""
        typed: str = super().clean_login()
        account = Player.objects.filter(skeleton=skeleton(typed), user__isnull=False).select_related("user")
        meant = account.first() if typed else None
        return meant.user.username if meant and meant.user else typed


class SignUpForm(SignupForm):  # type: ignore[misc]  # published without types
    """A name, a password, and an address where the site sends mail."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        name = self.fields["username"]
        name.label = _("Your name")
        name.help_text = _("Everybody sees it, and you sign in with it.")
        name.strip = False  # clean_name trims, and says better what is wrong
        name.min_length = None
        # The browser's own limits count otherwise than ours.
        name.validators = []
        name.widget.attrs.update(_NAME_ATTRIBUTES)
        self.fields["password1"].help_text = PASSWORD_HELP
        if "email" in self.fields:
            self.fields["email"].label = _("Email")
            self.fields["email"].help_text = _(
                "Not needed. Only for a new password, when you have forgotten yours."
            )
        _without_placeholders(self)

    @property
    def keeps(self) -> Player | None:
        """The guest whose games the account will have."""
        from allauth.core import context

        player = player_of(context.request)
        return player if player is not None and player.user_id is None else None

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        """Return what a field holds at first: the guest's name, if they said one."""
        if field_name == "username" and self.keeps is not None and self.keeps.skeleton:
            return self.keeps.name
        return super().get_initial_for_field(field, field_name)


class StillYouForm(ReauthenticateForm):  # type: ignore[misc]  # published without types
    """The password, once more."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _without_placeholders(self)


class NewPasswordForm(ChangePasswordForm):  # type: ignore[misc]  # published without types
    """The password, and another one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _without_placeholders(self)
        self.fields["password1"].help_text = PASSWORD_HELP


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # published without types
    """A passkey that signs in by itself, and what it is called in the list."""

    # allauth's script asks whether it is checked, and the browser then makes a key that knows whose it is.
    passwordless = forms.BooleanField(
        required=False, initial=True, widget=forms.CheckboxInput(attrs={"hidden": True})
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("What to call it")
        self.fields["name"].max_length = 60
        self.fields["name"].widget.attrs["maxlength"] = "60"
