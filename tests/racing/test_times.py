"""How a race's times are written."""

import pytest
from django.utils import translation

from racing.templatetags.times import race_time


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0:00.0"), (9_999, "0:09.9"), (89_960, "1:29.9"), (3_723_000, "1:02:03.0"), (None, "–")],
)
def test_a_time_is_cut_to_tenths_and_never_rounded_up(ms: int | None, text: str) -> None:
    assert race_time(ms) == text


def test_a_time_has_the_decimal_mark_of_the_language() -> None:
    with translation.override("de"):
        assert race_time(89_960) == "1:29,9"
