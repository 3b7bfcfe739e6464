"""The pages."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone
from pytest_django import Settings

from engine import record
from engine.rulesets import RULESETS
from racing import actions
from racing.early import SCRIPT
from racing.identity import COOKIE, player_id_of, signed
from racing.models import Player, Race, Status
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, opened, plays, started, wins, won_game

pytestmark = pytest.mark.django_db

OPEN = {
    "name": "ana",
    "ruleset": "cruel",
    "goal": "",
    "deal_number": "",
    "take_back": "counted",
    "time_limit": "",
}


def browser_of(player: Player | None, **options: Any) -> Client:
    client = Client(**options)
    if player:
        client.cookies[COOKIE] = signed(player.pk)
    return client


def data_of(page: str, name: str) -> dict[str, Any]:
    """What a page hands to its scripts."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found, f"no {name} in the page"
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_home_page_opens_races_and_practice(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    text = page.content.decode()
    assert 'action="/races/"' in text and 'action="/practice/"' in text
    assert "no-store" in page["Cache-Control"]


def test_opening_a_race_makes_a_player_and_leads_to_the_room(client: Client) -> None:
    answer = client.post("/races/", OPEN | {"goal": "first_home", "time_limit": "15", "take_back": "off"})
    race = Race.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/r/{race.code}/"
    assert (race.goal, race.take_back, race.time_limit, race.deal.number) == ("first_home", "off", 900, None)
    assert race.host.name == "ana"
    assert player_id_of({COOKIE: answer.cookies[COOKIE].value}) == race.host_id


def test_opening_again_is_the_same_player_under_the_new_name(ana: Player) -> None:
    browser_of(ana).post("/races/", OPEN | {"name": "Ana Maria", "deal_number": "17", "listed": "on"})
    race = Race.objects.get()
    assert (race.host_id, race.host.name, race.deal.number, race.listed) == (ana.pk, "Ana Maria", 17, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 10_000),
        ("name", "a\u202eb"),
        ("name", "ana\x00"),
        ("ruleset", "crule"),
        ("ruleset", ""),
        ("goal", "slowest"),
        ("deal_number", "0"),
        ("deal_number", str(2**63)),
        ("deal_number", "NaN"),
        ("deal_number", "9" * 5000),
        ("take_back", "always"),
        ("time_limit", "-5"),
        ("time_limit", "7"),
    ],
)
def test_what_is_filled_in_wrongly_is_told_and_opens_nothing(client: Client, field: str, value: str) -> None:
    answer = client.post("/races/", OPEN | {field: value})
    assert answer.status_code == 400
    assert answer.context["form"].errors[field]
    assert not Race.objects.exists() and not Player.objects.exists()


def test_a_refused_name_says_its_code(client: Client) -> None:
    answer = client.post("/races/", OPEN | {"name": "x" * 10_000})
    (error,) = answer.context["form"].errors.as_data()["name"]
    assert error.code == "name_too_long"


def test_nothing_is_done_without_the_csrf_token(ana: Player, now: datetime) -> None:
    race = opened(ana)
    browser = browser_of(ana, enforce_csrf_checks=True)
    for path in (
        "/races/",
        "/name/",
        "/practice/",
        *(f"/r/{race.code}/{do}/" for do in ("join", "leave", "restart", "next")),
    ):
        assert browser.post(path, OPEN).status_code == 403
        assert browser.get(path).status_code == 405
    assert Race.objects.count() == 1 and not race.is_over


def test_the_room_gives_its_script_all_that_the_socket_will_say_of_the_race(
    ana: Player, boris: Player, settings: Settings
) -> None:
    settings.PUBLIC_ORIGIN = "https://cards.example"
    race = opened(ana, boris, ruleset="alternations", deal_number=5)
    page = browser_of(boris).get(f"/r/{race.code}/")
    data = data_of(page.content.decode(), "room-data")
    assert data["you"] == entrant_of(race, boris).pk
    assert data["ws"] == f"/ws/r/{race.code}/?lang=en"
    assert data["share_url"] == f"https://cards.example/r/{race.code}/"
    assert data["race"] | {"now": 0} == race_news(race.pk).model_dump(mode="json") | {"now": 0}
    assert data["known_deal"] is True
    assert data["ruleset"] == {
        "key": "alternations",
        "name": "Alternations",
        "family": "alternations",
        "fanned": False,
        "cards_total": 104,
        "has_hidden_cards": True,
        "redeal_limit": data["ruleset"]["redeal_limit"],
        "redeal": None,
    }
    assert set(data["urls"]) == {"home", "rules", "join", "leave", "restart", "next", "lines", "replays"}
    assert all(resolve(url) for url in data["urls"].values())
    assert "<svg" in page.context["qr_svg"] and page.context["race"] == race


def test_a_visitor_is_offered_to_join_and_then_is_in(ana: Player, client: Client) -> None:
    race = opened(ana)
    page = client.get(f"/r/{race.code}/")
    assert data_of(page.content.decode(), "room-data")["you"] is None
    answer = client.post(f"/r/{race.code}/join/", {"name": "  boris "})
    assert answer.status_code == 302 and answer["Location"] == f"/r/{race.code}/"
    assert [e.player.name for e in race.entrants.order_by("pk")] == ["ana", "boris"]
    again = client.post(f"/r/{race.code}/join/", {"name": "boris"})
    assert again.status_code == 302
    assert race.entrants.count() == 2 and Player.objects.count() == 2


def test_who_comes_too_late_is_told_why_in_the_room_and_becomes_nobody(
    ana: Player, boris: Player, client: Client, now: datetime
) -> None:
    race = started(ana, boris)
    answer = client.post(f"/r/{race.code}/join/", {"name": "clara"})
    assert answer.status_code == 409
    (error,) = answer.context["join_form"].errors.as_data()["__all__"]
    assert error.code == "race_started"
    for player in ana, boris:
        actions.resign(race.code, player.pk, now)
    answer = client.post(f"/r/{race.code}/join/", {"name": "clara"})
    (error,) = answer.context["join_form"].errors.as_data()["__all__"]
    assert (answer.status_code, error.code) == (409, "race_finished")
    assert client.post(f"/r/{race.code}/join/", {"name": "x" * 10_000}).status_code == 400
    assert not Player.objects.filter(name="clara").exists() and COOKIE not in client.cookies


def test_a_page_load_ends_a_race_whose_time_is_up(
    ana: Player, boris: Player, client: Client, now: datetime
) -> None:
    race = started(ana, boris, at=now - timedelta(hours=1), time_limit=60)
    data = data_of(client.get(f"/r/{race.code}/").content.decode(), "room-data")
    assert data["race"]["status"] == Status.FINISHED


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/r/nowhere/", "no_such_race"),
        ("/r/nowhere/replay/1/", "no_such_race"),
        ("/r/nowhere/record/1/", "no_such_race"),
        ("/boards/cruel/1/", "no_such_board"),
        ("/boards/crule/1/", "no_such_board"),
        ("/rules/crule/", "no_such_page"),
        ("/nowhere/", "no_such_page"),
        ("/r/NOWHERE/", "no_such_page"),
        ("/r/nowhere/replay/99999999999999999999999999/", "no_such_race"),
        ("/boards/cruel/99999999999999999999999999/", "no_such_board"),
    ],
)
def test_what_is_not_there_is_said_with_a_code(client: Client, path: str, code: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.context["code"] == code and answer.context["message"]


def test_another_name_leads_back_to_where_it_was_asked_and_nowhere_else(ana: Player) -> None:
    browser = browser_of(ana)
    answer = browser.post("/name/", {"name": "Ana Maria", "next": "/rules/cruel/"})
    assert answer["Location"] == "/rules/cruel/"
    ana.refresh_from_db()
    assert ana.name == "Ana Maria"
    for elsewhere in ("https://evil.example/", "//evil.example", "javascript:alert(1)", ""):
        assert browser.post("/name/", {"name": "ana", "next": elsewhere})["Location"] == "/"
    assert browser.post("/name/", {"name": "a\x00b", "next": "/"}).status_code == 400
    ana.refresh_from_db()
    assert ana.name == "ana"


def test_a_room_can_be_left_without_a_script(ana: Player, boris: Player, client: Client) -> None:
    race = opened(ana, boris)
    assert browser_of(boris).post(f"/r/{race.code}/leave/")["Location"] == "/"
    assert race.entrants.count() == 1
    answer = client.post(f"/r/{race.code}/leave/")
    assert (answer.status_code, answer.context["code"]) == (403, "not_a_racer")


def test_where_nothing_happens_without_a_script_the_page_says_so(
    ana: Player, boris: Player, client: Client
) -> None:
    race = started(ana, boris)
    actions.resign(race.code, ana.pk, timezone.now())
    actions.resign(race.code, boris.pk, timezone.now())
    actions.settle(race.pk, timezone.now() + timedelta(minutes=1))
    room = reverse("room", args=[race.code])
    for page in (room, f"{room}replay/{entrant_of(race, ana).pk}/", f"{room}replays/"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert re.search(
            r"<noscript><p [^>]*>This page needs JavaScript\.</p></noscript>", answer.content.decode()
        )


def test_practice_needs_no_name_and_is_found_again(client: Client) -> None:
    answer = client.post("/practice/", {"ruleset": "clock", "deal_number": ""})
    race = Race.objects.get()
    assert answer["Location"] == f"/r/{race.code}/" and race.is_practice
    data = data_of(client.get(answer["Location"]).content.decode(), "room-data")
    assert (data["kind"], data["race"]["status"]) == ("practice", "running")
    player = race.host
    legal = race.new_history().legal()
    plays(entrant_of(race, player), legal[0])
    assert client.get("/").context["unfinished"] == [race]
    assert client.post("/practice/", {"ruleset": "clock", "deal_number": "0"}).status_code == 400


def test_the_same_deal_again_and_the_next_one_are_new_rooms(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=8)
    for do, number in (("restart", 8), ("next", 9)):
        answer = browser_of(ana).post(f"/r/{race.code}/{do}/")
        following = Race.objects.exclude(pk=race.pk).latest("pk")
        assert answer["Location"] == f"/r/{following.code}/"
        assert following.deal.number == number
        refused = browser_of(boris).post(f"/r/{race.code}/{do}/")
        assert (refused.status_code, refused.context["code"]) == (403, "not_a_racer")


def test_the_statistics_page_counts_the_own_practice(ana: Player, client: Client, now: datetime) -> None:
    race = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, ana))
    (row,) = browser_of(ana).get("/statistics/").context["rows"]
    assert (row.ruleset.key, row.won) == ("cruel", 1)
    assert client.get("/statistics/").context["rows"] == []


def test_a_replay_page_opens_when_it_may_and_says_when_a_log_is_not_valid(
    ana: Player, boris: Player, client: Client, now: datetime
) -> None:
    race = started(ana, boris, deal_number=won_game("cruel")[0])
    entrant = entrant_of(race, ana)
    wins(entrant)
    path = reverse("replay", args=[race.code, entrant.pk])
    closed = client.get(path)
    assert (closed.status_code, closed.context["code"]) == (403, "replay_closed")
    assert browser_of(ana).get(path).status_code == 200
    actions.resign(race.code, boris.pk, now)
    data = data_of(client.get(path).content.decode(), "replay-data")
    assert data["verified"] is True and data["name"] == "ana" and data["outcome"] == "won"
    assert len(data["plies"]) == len(won_game("cruel")[1]) and len(data["view"]) == 16
    entrant.ply_log.filter(number=2).delete()
    page = client.get(path)
    assert data_of(page.content.decode(), "replay-data")["verified"] is False
    assert "does not verify" in page.content.decode()
    refused = client.get(reverse("record", args=[race.code, entrant.pk]))
    assert (refused.status_code, refused.context["code"]) == (409, "log_not_valid")


def test_a_record_can_be_kept_and_verified_when_the_race_is_over(
    ana: Player, boris: Player, client: Client, now: datetime
) -> None:
    race = started(ana, boris, ruleset="alternations", deal_number=won_game("alternations")[0])
    entrant = entrant_of(race, ana)
    wins(entrant)
    path = reverse("record", args=[race.code, entrant.pk])
    # Not even to its own racer: it names the deal, which boris still plays.
    assert browser_of(ana).get(path).context["code"] == "replay_closed"
    actions.resign(race.code, boris.pk, now)
    answer = client.get(path)
    assert (
        answer["Content-Type"] == "text/plain; charset=utf-8"
        and "attachment" in answer["Content-Disposition"]
    )
    kept = record.read(answer.content.decode())
    assert record.verify(kept).won and kept.player == "ana"


def test_a_board_page_has_a_row_with_a_link_to_each_replay(
    ana: Player, boris: Player, client: Client, now: datetime
) -> None:
    race = started(ana, boris, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, ana))
    path = reverse("board", args=["cruel", race.deal_id])
    assert client.get(path).status_code == 404
    actions.resign(race.code, boris.pk, now)
    page = client.get(path)
    assert [row.name for row in page.context["board"].rows] == ["ana"]
    assert reverse("replay", args=[race.code, entrant_of(race, ana).pk]) in page.content.decode()


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_ruleset_has_its_rules_page(client: Client, ruleset: str) -> None:
    page = client.get(f"/rules/{ruleset}/")
    assert page.status_code == 200
    assert page.context["ruleset"].key == ruleset


def test_healthz_says_whether_the_database_answers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/healthz").content == b"ok\n"

    def gone(*args: Any) -> None:
        raise ConnectionError("no database")

    with monkeypatch.context() as broken:
        broken.setattr(type(connections["default"]), "cursor", gone)
        assert client.get("/healthz").status_code == 503


def test_pages_are_in_the_reader_s_language(client: Client) -> None:
    assert 'lang="de"' in client.get("/", headers={"accept-language": "de"}).content.decode()
    answer = client.post("/i18n/setlang/", {"language": "pt-br", "next": "/"})
    assert answer.status_code == 302
    assert 'lang="pt-br"' in client.get("/", headers={"accept-language": "de"}).content.decode()
    assert client.get("/jsi18n/")["Content-Type"].startswith("text/javascript")


def test_pages_carry_the_headers_that_keep_them_ours(ana: Player, client: Client) -> None:
    for path in ("/", f"/r/{opened(ana).code}/", "/nowhere/"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        # The link is the key to the room: it must not leave in a Referer.
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_has_a_script_in_it_but_the_one_that_all_have(
    ana: Player, boris: Player, client: Client
) -> None:
    race = started(ana, boris)
    for path in ("/", f"/r/{race.code}/", "/rules/clock/", "/statistics/"):
        text = browser_of(ana).get(path).content.decode()
        # But for the one whose hash the policy has.
        own = re.findall(
            r"<script(?![^>]*(?:src=|application/json))[^>]*>(.*?)</script>", text, flags=re.DOTALL
        )
        assert own == [SCRIPT]
        assert not re.search(r"\son\w+=", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))
