"""The forms of the pages: they read what people filled in; racing.actions decides what becomes of it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.rulesets import RULESETS
from engine.shuffle import LARGEST_DEAL_NUMBER
from racing.models import Goal, TakeBack
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


class OpenRaceForm(forms.Form):
    """Everything that is settled about a race before anybody joins."""

    name = NameField()
    ruleset = _RulesetField()
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
