"""What a player may be called."""

import pytest

from racing.names import clean_name
from racing.refusals import Refused


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("ana", "ana"),
        ("  Ana  Maria ", "Ana Maria"),
        ("Борис", "Борис"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("Ａｎａ", "Ana"),
        ("李四", "李四"),
        ("ana 🂡", "ana 🂡"),
        ("❤\ufe0f❤\ufe0f", "❤\ufe0f❤\ufe0f"),
        ("O'Neil-Smith_7.", "O'Neil-Smith_7."),
        ("x" * 24, "x" * 24),
        ("\u2003ana\r\n", "ana"),
    ],
)
def test_a_name_is_kept_in_one_spelling(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "name_too_short"),
        ("a", "name_too_short"),
        ("   a   ", "name_too_short"),
        ("x" * 25, "name_too_long"),
        ("x" * 10_000, "name_too_long"),
        ("ﷺﷺ", "name_too_long"),  # each is 18 characters in NFKC
        ("an\x00a", "name_bad_character"),
        ("an\na", "name_bad_character"),
        ("an\ta", "name_bad_character"),
        ("an\u202ea", "name_bad_character"),
        ("an\u200ba", "name_bad_character"),
        ("an\ufeffa", "name_bad_character"),
        ("an\ud800a", "name_bad_character"),
        ("an\ue000a", "name_bad_character"),
        ("an\u0378a", "name_bad_character"),
        ("an\u2028a", "name_bad_character"),
        ("\u0301\u0302\u0303", "name_unreadable"),
        # Letters and symbols that draw nothing: two names with and without one look the same.
        ("\u3164\u3164", "name_bad_character"),
        ("\u2800\u2800", "name_bad_character"),
        ("ana\u2800", "name_bad_character"),
        ("ana\u034f", "name_bad_character"),
        ("김철수\uffa0", "name_bad_character"),
        ("វិច\u17b4", "name_bad_character"),
        ("ana \U0001d159", "name_bad_character"),
    ],
)
def test_what_is_no_name_is_refused_with_its_reason(raw: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(raw)
    assert refused.value.code == code
    assert refused.value.sentence()


def test_a_refused_character_is_named_and_never_repeated() -> None:
    with pytest.raises(Refused) as refused:
        clean_name("an\u202ea")
    assert "U+202E" in refused.value.sentence()
    assert "\u202e" not in refused.value.sentence()
