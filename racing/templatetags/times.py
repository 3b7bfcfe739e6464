"""Times as the clock of a race shows them; the twin of clockText in i18n.js."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def race_time(ms: int | None) -> str:
    """A duration in milliseconds, cut to tenths; a dash for none.

    >>> race_time(89_960), race_time(3_723_000), race_time(None)
    ('1:29.9', '1:02:03.0', '–')
    """
    if ms is None:
        return "–"
    minutes, rest = divmod(max(0, ms), 60_000)
    hours, minutes = divmod(minutes, 60)
    # Two digits before the mark, and the mark of the reader's language.
    seconds = number_format(rest // 100 / 10, decimal_pos=1).rjust(4, "0")
    return f"{hours}:{minutes:02}:{seconds}" if hours else f"{minutes}:{seconds}"
