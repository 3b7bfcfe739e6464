"""The forms of the pages: they read what people filled in; racing.actions decides what becomes of it."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.rulesets import RULESETS
from engine.shuffle import LARGEST_DEAL_NUMBER
from racing.actions.recording import MAX_RECORD_BYTES, MAX_RECORD_PLIES
from racing.models import Goal, Kind, Race, TakeBack
from racing.names import MAX_LENGTH, clean_name
from racing.refusals import Refused

GOAL_NAMES = {
    "": _("The game's own goal"),
    Goal.FEWEST_MOVES: _("Fewest moves"),
    Goal.FIRST_HOME: _("First home"),
}
TAKE_BACK_NAMES = {
    TakeBack.COUNTED: pgettext_lazy("take back", "Counted"),
    TakeBack.OFF: pgettext_lazy("take back", "Off"),
    TakeBack.FREE: pgettext_lazy("take back", "Free"),
}
TIME_LIMITS = {
    "": _("No limit"),
    5: _("5 minutes"),
    10: _("10 minutes"),
    15: _("15 minutes"),
    20: _("20 minutes"),
    30: _("30 minutes"),
    60: _("1 hour"),
}

KIND_NAMES = {
    Kind.RACE: _("All at once, now"),
    Kind.CHALLENGE: _("Everybody when it suits, within a term"),
}
# Hours in which a challenge can be played.
TERMS = {
    1: _("1 hour"),
    24: _("1 day"),
    72: _("3 days"),
    168: _("1 week"),
}


class NameField(forms.CharField):
    """A player's name, refused with the code and the sentence of racing.names."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Your name"))
        options.setdefault(
            "widget",
            forms.TextInput(
                attrs={"autocomplete": "nickname", "maxlength": MAX_LENGTH, "spellcheck": "false"}
            ),
        )
        # clean_name trims, and says better what is wrong.
        super().__init__(strip=False, **options)

    def clean(self, value: Any) -> str:
        """Return the clean name. Raises ValidationError with the refusal's code."""
        raw = super().clean(value)
        try:
            return clean_name(raw)
        except Refused as refused:
            raise ValidationError(refused.sentence(), code=refused.code) from None


def _ruleset_choices() -> list[tuple[str, str]]:
    return [(ruleset.key, gettext(ruleset.name)) for ruleset in RULESETS.values()]


class _RulesetField(forms.ChoiceField):
    def __init__(self) -> None:
        super().__init__(label=_("Game"), choices=_ruleset_choices)


class _DealNumberField(forms.IntegerField):
    def __init__(self) -> None:
        super().__init__(
            label=_("Deal number"),
            required=False,
            min_value=1,
            max_value=LARGEST_DEAL_NUMBER,
            help_text=_("Empty for a fresh, secret deal."),
        )


class ReplayField(forms.CharField):
    """A replay whose deal is to be raced: its address, or the code of its race, a slash and its entrant's number.

    Its value is the two of them, or None.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=300, widget=forms.HiddenInput(), **options)

    def clean(self, value: Any) -> tuple[str, int] | None:
        """Return code and entrant. Raises ValidationError for what is neither."""
        text = super().clean(value).strip()
        if not text:
            return None
        found = _REPLAY.search(text)
        if found is None:
            raise ValidationError(Refused("no_such_entrant").sentence(), code="no_such_entrant")
        return found["code"], int(found["entrant"])


_REPLAY = re.compile(r"(?:^|/r/)(?P<code>[0-9a-z]{1,32})/(?:replay/)?(?P<entrant>[0-9]{1,18})/?(?:[?#].*)?$")


class OpenRaceForm(forms.Form):
    """Everything that is settled about a race before anybody joins. A link may fill in all of it: see `prefilled`."""

    name = NameField()
    ruleset = _RulesetField()
    kind = forms.ChoiceField(
        label=_("When it is played"), choices=list(KIND_NAMES.items()), initial=Kind.RACE, required=False
    )
    term = forms.TypedChoiceField(
        label=_("Term"),
        choices=list(TERMS.items()),
        initial=24,
        required=False,
        coerce=int,
        empty_value=None,
    )
    max_racers = forms.IntegerField(
        label=_("Racers, at most"),
        required=False,
        min_value=Race.MIN_RACERS,
        max_value=Race.MAX_RACERS,
    )
    replay = ReplayField()
    goal = forms.ChoiceField(label=_("Goal"), choices=list(GOAL_NAMES.items()), required=False)
    deal_number = _DealNumberField()
    take_back = forms.ChoiceField(
        label=_("Taking back"), choices=list(TAKE_BACK_NAMES.items()), initial=TakeBack.COUNTED
    )
    time_limit = forms.TypedChoiceField(
        label=_("Time limit"),
        choices=list(TIME_LIMITS.items()),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("minutes"),
    )
    listed = forms.BooleanField(label=_("Show it on the front page"), required=False)
    certified = forms.BooleanField(label=_("Only a deal that can be won"), required=False)

    @classmethod
    def prefilled(cls, given: Mapping[str, str]) -> dict[str, Any]:
        """Return the initial values that a link gives: whatever its fields take, nothing else."""
        initial: dict[str, Any] = {}
        for key, field in cls.base_fields.items():
            value = given.get(key)
            if value is None:
                continue
            try:
                field.clean(value)
            except ValidationError:
                continue
            # A box is ticked by any word but these.
            is_box = isinstance(field, forms.BooleanField)
            initial[key] = value.lower() not in ("", "0", "false", "no", "off") if is_box else value
        return initial


class RecordForm(forms.Form):
    """A record to be verified: a file, or its text."""

    record_file = forms.FileField(label=_("A file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Give `record`, the text. Raises ValidationError without one, or when it is too long or no text."""
        given = super().clean() or {}
        upload = given.get("record_file")
        if upload is not None and upload.size > MAX_RECORD_BYTES:
            raise too_long()
        try:
            text = upload.read().decode("utf-8-sig") if upload is not None else given.get("text", "")
        except UnicodeDecodeError:
            raise ValidationError(gettext("This file holds no text."), code="record_unreadable") from None
        if not text.strip():
            raise ValidationError(gettext("Choose a file, or paste a record."), code="record_unreadable")
        if len(text.encode()) > MAX_RECORD_BYTES:
            raise too_long()
        given["record"] = text.replace("\r\n", "\n")
        return given


def too_long() -> ValidationError:
    """Return the error for a record that is longer than anything that is played."""
    refused = Refused("record_too_long", bytes=MAX_RECORD_BYTES, plies=MAX_RECORD_PLIES)
    return ValidationError(refused.sentence(), code=refused.code)


class PracticeForm(forms.Form):
    """What to practise."""

    ruleset = _RulesetField()
    deal_number = _DealNumberField()

    def __init__(self, *args: Any, **options: Any) -> None:
        # It stands on one page with OpenRaceForm, and an id may be there once only.
        options.setdefault("auto_id", "practice_%s")
        super().__init__(*args, **options)


class JoinForm(forms.Form):
    """A name to race under."""

    name = NameField()


class RenameForm(JoinForm):
    """Another name."""
