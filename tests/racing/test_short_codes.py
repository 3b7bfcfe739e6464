"""Six letters to read aloud lead to a room while it can be joined."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from racing import actions, rates
from racing.actions import opening
from racing.codes import SHORT_LETTERS, new_short_code, read_short_code
from racing.models import Player, Race
from racing.snapshots import race_news
from tests.racing.conftest import opened

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_a_code_is_made_of_letters_that_are_not_taken_for_others() -> None:
    for _ in range(200):
        code = new_short_code()
        assert len(code) == 6 and set(code) <= set(SHORT_LETTERS)
        assert read_short_code(code.lower()) == read_short_code(f" {code[:3]} {code[3:]}\n".strip()) == code
    assert not set(SHORT_LETTERS) & set("IL01OSZ")
    for text in ("", "ABCDE", "ABCDEFG", "ABCDE1", "ÄBCDEF", "A" * 1000):
        assert read_short_code(text) is None


def test_every_open_race_has_one_and_a_practice_has_none(ana: Player, now: datetime) -> None:
    race = opened(ana)
    assert race.short_code and race_news(race.pk).short_code == race.short_code
    assert race.short_until == race.created_at + timedelta(days=1)
    challenge = actions.open_race(ana, ruleset="cruel", now=now, term=HOUR)
    assert challenge.short_until == now + HOUR
    assert actions.open_practice(ana, ruleset="cruel", now=now).short_code is None


def test_it_leads_to_the_room_however_it_is_typed(ana: Player) -> None:
    race = opened(ana)
    code = race.short_code or ""
    for path in (f"/s/{code}/", f"/s/?code={code.lower()}", f"/s/?code={code[:3]}+{code[3:]}"):
        answer = Client().get(path)
        assert (answer.status_code, answer["Location"]) == (302, f"/r/{race.code}/")


def test_it_holds_until_the_start_and_no_longer_than_a_day(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana, boris)
    code = race.short_code
    actions.start(race.code, ana.pk, now)
    assert race_news(race.pk).short_code is None
    assert Client().get(f"/s/{code}/").status_code == 404
    old = opened(ana, at=timezone.now() - timedelta(days=1))
    assert race_news(old.pk).short_code is None
    assert Client().get(f"/s/{old.short_code}/").status_code == 404
    left = opened(ana)
    actions.leave(left.code, ana.pk, now)
    assert Client().get(f"/s/{left.short_code}/").status_code == 404


def test_letters_that_hold_no_longer_are_for_others(
    ana: Player, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    monkeypatch.setattr(opening, "new_short_code", lambda: "KMQRTW")
    first = opened(ana)
    # Met by chance while they hold, a race goes without.
    assert opened(ana).short_code is None
    later = actions.open_race(ana, ruleset="cruel", now=now + timedelta(days=2))
    assert later.short_code == "KMQRTW"
    first.refresh_from_db()
    assert first.short_code is None
    actions.settle_due(now + timedelta(days=4))
    assert Race.objects.exclude(short_code=None).count() == 0


def test_who_guesses_is_slowed_down(ana: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = True
    monkeypatch.setattr(rates, "_counts", [rates.Counts("")])
    race = opened(ana)
    answers = [Client().get(f"/s/?code={new_short_code()}").status_code for _ in range(21)]
    assert answers == [404] * 20 + [429]
    # The right one as well: an answer would be the guess that counts.
    refused = Client().get(f"/s/{race.short_code}/")
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
