"""Two attempts side by side: who may look, whose stand there, and what the charts are drawn from."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from racing import actions
from racing.models import Player, Race
from tests.racing.conftest import entrant_of, plays, started, wins, won_game

pytestmark = pytest.mark.django_db


def page_data(client: Client, race: Race, **query: object) -> dict[str, Any]:
    page = client.get(f"/r/{race.code}/replays/", query)
    assert page.status_code == 200
    found = re.search(r'<script id="replays-data"[^>]*>(.*?)</script>', page.content.decode(), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture
def race(ana: Player, boris: Player, clara: Player, now: datetime) -> Race:
    """A race that ana won; boris gave up after twenty moves and clara after one."""
    race = started(ana, boris, clara, ruleset="cruel", deal_number=won_game("cruel")[0], at=now)
    wins(entrant_of(race, ana), at=now + timedelta(seconds=5))
    for player, moves in ((boris, 20), (clara, 1)):
        plays(entrant_of(race, player), *won_game("cruel")[1][:moves], at=now + timedelta(seconds=7))
    return race


def ended(race: Race, *players: Player, now: datetime) -> Race:
    for player in players:
        actions.resign(race.code, player.pk, now + timedelta(seconds=9))
    race.refresh_from_db()
    return race


def test_nobody_sees_a_rivals_attempt_while_others_play(
    client: Client, race: Race, boris: Player, now: datetime
) -> None:
    ended(race, boris, now=now)
    assert client.get(f"/r/{race.code}/replays/").status_code == 403
    assert client.get("/r/" + "a" * 26 + "/replays/").status_code == 404


def test_the_first_two_stand_there_unless_others_are_asked_for(
    client: Client, race: Race, ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    ended(race, boris, clara, now=now)
    data = page_data(client, race)
    assert (data["left"]["name"], data["right"]["name"]) == ("ana", "boris")
    assert (data["by"], data["ply"]) == ("time", None)
    wanted = {"left": entrant_of(race, clara).pk, "right": entrant_of(race, ana).pk, "by": "ply", "ply": "7"}
    data = page_data(client, race, **wanted)
    assert (data["left"]["name"], data["right"]["name"]) == ("clara", "ana")
    assert (data["by"], data["ply"]) == ("ply", 7)
    assert [len(data[side]["plies"]) for side in ("left", "right")] == [1, len(won_game("cruel")[1])]


@pytest.mark.parametrize("value", ["", "-1", "x", "1e9", "٣", "99999999999999999999", "7; DROP"])
def test_what_is_no_entrant_and_no_ply_is_passed_over(
    client: Client, race: Race, boris: Player, clara: Player, now: datetime, value: str
) -> None:
    ended(race, boris, clara, now=now)
    data = page_data(client, race, left=value, right=value, by=value, ply=value)
    assert (data["left"]["name"], data["right"]["name"], data["by"]) == ("ana", "boris", "time")
    assert data["ply"] is None


def test_the_charts_have_every_racers_way_home(
    client: Client, race: Race, boris: Player, clara: Player, now: datetime
) -> None:
    ended(race, boris, clara, now=now)
    lines = {line["name"]: line["line"] for line in page_data(client, race)["lines"]}
    assert set(lines) == {"ana", "boris", "clara"}
    assert lines["ana"][0] == [0, 4, 0, 0, 0]
    ms, progress, plies, *_ = lines["ana"][-1]
    assert (ms, progress, plies) == (5000, 52, len(won_game("cruel")[1]))
    assert [point[1] for point in lines["ana"]] == sorted(point[1] for point in lines["ana"])
    assert lines["clara"][-1][2] == 1


def test_who_raced_alone_stands_beside_themselves(client: Client, ana: Player, now: datetime) -> None:
    practice = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=1)
    actions.resign(practice.code, ana.pk, now + timedelta(seconds=9))
    data = page_data(client, practice)
    assert data["left"]["entrant"] == data["right"]["entrant"]
