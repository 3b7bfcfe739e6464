"""Players' names: what a name may be, decided once. Who may have it is decided in racing.actions.people."""

import unicodedata
from collections.abc import Sequence

from racing.looks import BLANKS, skeleton
from racing.refusals import Refused
from racing.words import holds_refused_word

MIN_LENGTH = 2
MAX_LENGTH = 24
# NFKC can make one character out of many and many (18) out of one. Input this long is refused before it is
# normalised, so that nobody buys processor time with a long name.
MAX_RAW_LENGTH = 200
# Some languages need two on a letter that has no form of its own with them; more are drawn over the lines around.
MAX_MARKS = 2

_HAN = frozenset({"CJK", "IDEOGRAPHIC"})
# What is written with several scripts at once.
_TOGETHER = (
    _HAN | {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    _HAN | {"HANGUL"},
    _HAN | {"BOPOMOFO"},
    frozenset({"ARABIC", "ARABIC-INDIC", "EXTENDED"}),
)
# Letters and marks by category that belong to no script: ʼ of Ukrainian names, and accents that stand alone.
_OF_ANY_SCRIPT = {"COMBINING", "MODIFIER"}


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
    _refuse_heaps_of_marks(name)
    if not _is_of_one_script(name):
        raise Refused("name_mixed_scripts")
    if holds_refused_word(name):
        raise Refused("name_refused_word")
    return name


def told_apart(names: Sequence[str]) -> list[str]:
    """Return the names of one race so that no two look alike: the first keeps its own, the next ones get numbers.

    >>> told_apart(["ana", "boris", "Ana"])
    ['ana', 'boris', 'Ana (2)']
    """
    seen: set[str] = set()
    told = []
    for name in names:
        shown, number = name, 1
        while (looks := skeleton(shown)) in seen:
            number += 1
            shown = f"{name} ({number})"
        seen.add(looks)
        told.append(shown)
    return told


def _refuse_bad_characters(text: str) -> None:
    for character in text:
        # C*: control, format (bidi overrides, zero width), surrogate, private use, unassigned.
        # Zl and Zp are line and paragraph separators. With blanks two names would differ and look the same.
        category = unicodedata.category(character)
        if category[0] == "C" or category in {"Zl", "Zp"} or character in BLANKS:
            raise Refused("name_bad_character", character=f"U+{ord(character):04X}")


def _is_visible(character: str) -> bool:
    # Letters, digits, symbols and punctuation show; spaces, and marks without a letter, do not.
    return unicodedata.category(character)[0] in "LNSP"


def _refuse_heaps_of_marks(name: str) -> None:
    heap = 0
    for character in name:
        heap = heap + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if heap > MAX_MARKS:
            raise Refused("name_bad_character", character=f"U+{ord(character):04X}")


def _is_of_one_script(name: str) -> bool:
    # The standard library knows no scripts, but every character's name begins with its script's.
    scripts = {
        unicodedata.name(character, "").split(" ")[0]
        for character in name
        if unicodedata.category(character)[0] in "LMN" and not character.isascii()
    }
    scripts -= _OF_ANY_SCRIPT
    if any(character.isascii() and character.isalpha() for character in name):
        scripts.add("LATIN")
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)
