"""Places on boards as people read them."""

import pytest
from django.template import Context, Template
from django.utils import translation

from racing import ranked


def shown(number: int | None) -> str:
    return Template("{% load places %}{% place number %}").render(Context({"number": number})).strip()


def test_a_place_is_its_number() -> None:
    assert shown(7) == "7"


@pytest.mark.parametrize(
    ("language", "cell", "hint"),
    [
        ("en", "50,000+", "More than 50,000 are better"),
        ("ru", "50\xa0000+", "Лучше более 50\xa0000"),
        ("pt-br", "50.000+", "Mais de 50.000 são melhores"),
        ("de", "50.000+", "Mehr als 50.000 sind besser"),
    ],
)
def test_a_place_too_far_down_says_how_far_in_the_readers_language(
    language: str, cell: str, hint: str
) -> None:
    with translation.override(language):
        assert shown(None) == f'<span class="far" title="{hint}">{cell}</span>'


def test_the_limit_shown_is_the_limit_counted_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("racing.templatetags.places.FAR", ranked.FAR // 10)

    assert "5,000+" in shown(None)
