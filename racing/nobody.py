"""What people are called who said no name, or left and took it with them; and the solver.

These names are kept and told in English, and put into words for each reader.
"""

from collections.abc import Callable

from django.utils.translation import gettext, gettext_noop

GUEST = gettext_noop("Guest")
FORMER_PLAYER = gettext_noop("Former player")
SOLVER = gettext_noop("The solver")

NAMES = frozenset({GUEST, FORMER_PLAYER, SOLVER})


def in_words(name: str, translate: Callable[[str], str] = gettext) -> str:
    """Return one of these names, also with the number that tells two apart, in the reader's language.

    >>> in_words("Guest (2)", {"Guest": "Gast"}.get), in_words("ana", {}.get)
    ('Gast (2)', 'ana')
    """
    stem, bracket, number = name.partition(" (")
    return translate(stem) + bracket + number if stem in NAMES else name
