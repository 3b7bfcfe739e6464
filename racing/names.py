"""Players' names: what a name may be, decided once."""

import unicodedata

from racing.refusals import Refused

MIN_LENGTH = 2
MAX_LENGTH = 24
# NFKC can make one character out of many and many (18) out of one. Input this long is refused before it is
# normalised, so that nobody buys processor time with a long name.
MAX_RAW_LENGTH = 200


def clean_name(raw: str) -> str:
    """Return the name in NFKC with plain single spaces. Raises Refused (name_*) when it is not one.

    >>> clean_name("  Ａｎａ   B. ")
    'Ana B.'
    """
    if len(raw) > MAX_RAW_LENGTH:
        raise Refused("name_too_long", max=MAX_LENGTH)
    # Checked before, because splitting drops some separators, and after, because normalising makes new text.
    _refuse_bad_characters(raw.strip())
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    _refuse_bad_characters(name)
    if len(name) > MAX_LENGTH:
        raise Refused("name_too_long", max=MAX_LENGTH)
    if len(name) < MIN_LENGTH:
        raise Refused("name_too_short", min=MIN_LENGTH)
    if sum(_is_visible(character) for character in name) < MIN_LENGTH:
        raise Refused("name_unreadable", min=MIN_LENGTH)
    return name


def _refuse_bad_characters(text: str) -> None:
    for character in text:
        # C*: control, format (bidi overrides, zero width), surrogate, private use, unassigned.
        # Zl and Zp are line and paragraph separators.
        category = unicodedata.category(character)
        if category[0] == "C" or category in {"Zl", "Zp"}:
            raise Refused("name_bad_character", character=f"U+{ord(character):04X}")


def _is_visible(character: str) -> bool:
    # Letters, digits, symbols and punctuation show; spaces, and marks without a letter, do not. The braille
    # blank and the Hangul fillers are letters or symbols by category that draw nothing.
    return unicodedata.category(character)[0] in "LNSP" and character not in "\u2800\u115f\u1160\u3164\uffa0"
