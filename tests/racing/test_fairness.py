"""The page that says how a deal is settled, and its checker."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.rulesets import RULESETS
from racing.fairness import LANGUAGES


def page(client: Client, language: str) -> str:
    answer = client.get(reverse("fair"), headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_every_language_has_the_whole_prose(client: Client) -> None:
    prose = {language: re.findall(r"<h2>(.*?)</h2>", page(client, language)) for language in LANGUAGES}
    assert {len(titles) for titles in prose.values()} == {6}
    assert len({titles[0] for titles in prose.values()}) == len(LANGUAGES)


@pytest.mark.django_db
def test_another_language_reads_english(client: Client) -> None:
    assert "The deal is settled before anybody plays" in page(client, "ja")


@pytest.mark.django_db
def test_the_checker_knows_every_game(client: Client) -> None:
    assert re.findall(r'<option value="([^"]+)">', page(client, "en"))[-len(RULESETS) :] == list(RULESETS)
