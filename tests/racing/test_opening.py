"""The form that opens a race: what it can be told, by hand or by a link."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from engine.rulesets import RULESETS
from racing import actions
from racing.forms import OpenRaceForm
from racing.models import Player, Race
from racing.refusals import Refused
from racing.snapshots import race_news
from tests.racing.conftest import opened

pytestmark = pytest.mark.django_db

FORM = {"name": "ana", "ruleset": "cruel", "take_back": "counted"}


def opened_with(**fields: str) -> Race:
    answer = Client().post("/races/", FORM | fields)
    assert answer.status_code == 302, answer.content.decode()
    return Race.objects.get(code=answer.url.split("/")[2])


def test_a_challenge_is_opened_with_its_term() -> None:
    race = opened_with(kind="challenge", term="72", time_limit="20", listed="on", max_racers="12")
    assert (race.kind, race.time_limit, race.listed, race.max_racers) == ("challenge", 1200, True, 12)
    assert race.closes_at == race.created_at + timedelta(hours=72) and race.starts_at == race.created_at
    assert opened_with(kind="challenge").closes_at is not None
    assert opened_with(kind="race", term="72").closes_at is None
    assert opened_with().kind == "race"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "daily"),
        ("kind", "practice"),
        ("term", "5"),
        ("max_racers", "1"),
        ("max_racers", "65"),
        ("max_racers", "many"),
    ],
)
def test_what_no_race_can_be_is_refused(field: str, value: str) -> None:
    answer = Client().post("/races/", FORM | {"kind": "challenge"} | {field: value})
    assert answer.status_code == 400 and field in answer.context["form"].errors
    assert not Race.objects.exists()


def test_sixty_four_may_come_or_as_few_as_the_form_says(ana: Player) -> None:
    assert opened_with().max_racers == 64
    race = opened_with(max_racers="2")
    actions.join(race.code, ana, race.created_at)
    clara = actions.new_player("clara", race.created_at)
    with pytest.raises(Refused, match="race_full"):
        actions.join(race.code, clara, race.created_at)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_races_count_for_ratings_unless_the_cards_could_be_known(ana: Player, ruleset: str) -> None:
    hidden = RULESETS[ruleset].has_hidden_cards
    assert opened(ana, ruleset=ruleset).rated
    assert opened(ana, ruleset=ruleset, term=timedelta(hours=1)).rated
    assert opened(ana, ruleset=ruleset, deal_number=7).rated is not hidden
    assert not actions.open_practice(ana, ruleset=ruleset, now=opened(ana).created_at).rated


def test_a_link_fills_in_every_field() -> None:
    given = {
        "name": "clara",
        "ruleset": "alternations",
        "kind": "challenge",
        "term": "168",
        "max_racers": "9",
        "replay": "abc/17",
        "goal": "first_home",
        "deal_number": "12345",
        "take_back": "off",
        "time_limit": "30",
        "listed": "1",
        "certified": "true",
    }
    assert set(given) == set(OpenRaceForm.base_fields)
    form = Client().get("/", given).context["form"]
    assert {key: str(value) for key, value in form.initial.items()} == {
        **given,
        "listed": "True",
        "certified": "True",
    }
    page = Client().get("/", given).content.decode()
    assert 'value="12345"' in page and 'value="168" selected' in page


def test_what_a_link_fills_in_wrongly_is_left_out() -> None:
    given = {
        "ruleset": "no-such-game",
        "kind": "daily",
        "term": "7",
        "max_racers": "1000",
        "deal_number": "-3",
        "time_limit": "soon",
        "name": "\u202eevil",
        "listed": "0",
        "nonsense": "<script>",
    }
    form = Client().get("/", given).context["form"]
    assert form.initial == {"name": "", "listed": False}


def test_the_room_of_every_kind_says_what_the_socket_will_say(ana: Player) -> None:
    for race in (opened(ana, max_racers=5), opened(ana, term=timedelta(hours=1))):
        data = Client().get(reverse("room", args=[race.code])).context["room_data"]
        news = race_news(race.pk).model_dump(mode="json")
        assert data["race"] | {"now": 0, "version": 0} == news | {"now": 0, "version": 0}
        assert data["race"]["max"] == race.max_racers and data["race"]["rated"] is True
