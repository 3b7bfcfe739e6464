"""``{% place n %}``: a place on a board; None is one too far down to be counted."""

from django import template
from django.utils.formats import number_format

from racing.ranked import FAR

register = template.Library()


@register.inclusion_tag("_place.html")
def place(number: int | None) -> dict[str, object]:
    """Return what the place's cell shows: the number, or that it is beyond ``racing.ranked.FAR``."""
    return {"place": number, "far": number_format(FAR, use_l10n=True, force_grouping=True)}
