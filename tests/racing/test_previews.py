"""What is shown of a link before it is followed, in whose language, and what makes the site an app."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from racing import actions, pictures
from racing.models import Player, Race
from racing.pictures import Poster
from tests.racing.conftest import entrant_of, opened, started, wins, won_game

pytestmark = pytest.mark.django_db


def properties(client: Client, path: str) -> dict[str, str]:
    page = client.get(path).content.decode()
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


def posters(client: Client, monkeypatch: pytest.MonkeyPatch, path: str) -> Poster:
    """What the picture at a path is drawn from."""
    seen: list[Poster] = []
    drawn = pictures.png
    monkeypatch.setattr("racing.app_views.png", lambda poster: (seen.append(poster), drawn(poster))[1])
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    monkeypatch.undo()
    return seen[0]


@pytest.fixture
def race(ana: Player, boris: Player, now: datetime) -> Race:
    return started(ana, boris, ruleset="cruel", deal_number=won_game("cruel")[0], at=now)


def test_a_rooms_link_invites_by_name_in_the_language_of_the_link(
    client: Client, ana: Player, now: datetime
) -> None:
    race = opened(ana, at=now, ruleset="cruel")
    shown = properties(client, f"/r/{race.code}/")
    assert shown["title"] == "Cruel"
    assert shown["description"] == "ana invites you: the same deal for everybody."
    assert shown["image"] == f"http://testserver/r/{race.code}/preview.png?lang=en"
    german = client.get(f"/r/{race.code}/?lang=de", headers={"accept-language": "ru"})
    assert german["Content-Language"] == "de"
    assert '<html lang="de"' in german.content.decode()
    assert properties(client, f"/r/{race.code}/?lang=de")["image"].endswith("?lang=de")


def test_no_picture_shows_a_card_or_a_result_before_the_race_is_over(
    client: Client, monkeypatch: pytest.MonkeyPatch, race: Race, ana: Player, boris: Player, now: datetime
) -> None:
    picture = f"/r/{race.code}/preview.png"
    replay = f"/r/{race.code}/replay/{entrant_of(race, ana).pk}/preview.png"
    wins(entrant_of(race, ana), at=now + timedelta(seconds=5))
    poster = posters(client, monkeypatch, picture)
    assert (poster.rows, poster.piles) == ((), ())
    assert client.get(replay).status_code == 403

    actions.resign(race.code, boris.pk, now + timedelta(seconds=9))
    poster = posters(client, monkeypatch, picture)
    assert [name for name, _ in poster.rows] == ["ana", "boris"]
    assert poster.rows[0][1].startswith("52/52 · ")
    assert poster.piles == ()
    poster = posters(client, monkeypatch, replay)
    assert poster.heading == "ana plays Cruel"
    assert sorted(card for pile in poster.piles for card in pile)[:2] == ["2C", "2D"]
    assert len(poster.piles) == 12


def test_a_replay_of_hidden_cards_shows_their_backs(
    client: Client, monkeypatch: pytest.MonkeyPatch, ana: Player, now: datetime
) -> None:
    practice = actions.open_practice(ana, ruleset="alternations", now=now, deal_number=1)
    actions.resign(practice.code, ana.pk, now)
    path = f"/r/{practice.code}/replay/{entrant_of(practice, ana).pk}/preview.png"
    piles = posters(client, monkeypatch, path).piles
    assert [pile.count("##") for pile in piles] == [3] * 7


def test_a_picture_that_is_known_is_neither_drawn_nor_sent_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, ana: Player, now: datetime
) -> None:
    race = opened(ana, at=now, ruleset="cruel")
    path = f"/r/{race.code}/preview.png"
    first = client.get(path)
    assert first["Cache-Control"] == "public, max-age=60"
    with monkeypatch.context() as undrawn:
        undrawn.setattr("racing.app_views.png", lambda poster: pytest.fail("drawn again"))
        again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "public, max-age=60")
    actions.rename(ana, "anna", now)
    changed = client.get(path, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_cache_keeps_an_answer_for_whoever_reads_the_same_language(
    client: Client, ana: Player, now: datetime
) -> None:
    for path in (f"/r/{opened(ana, at=now, ruleset='cruel').code}/preview.png", "/manifest.webmanifest"):
        answer = client.get(path)
        assert {"Accept-Language", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}, path
        assert "Cookie" not in client.get(f"{path}?lang=de").get("Vary", ""), "the address says it all"


def test_any_name_and_any_length_can_be_drawn() -> None:
    long = "Überlangeswortohnejedelücke" * 4
    for name in ("", "Ὀδυσσεύς", "Жанна 💠", long, "one two " * 30):
        rows = tuple((name, "52/52") for _ in range(6))
        for poster in (Poster(name, name), Poster(name, name, rows=rows), Poster(name, piles=((), ("##",)))):
            assert Image.open(BytesIO(pictures.png(poster))).size == (1200, 630)


@pytest.mark.parametrize("name", ["李四", "דנה 12", "محمد", "😀😀"])
def test_a_name_that_the_picture_s_font_has_not_leaves_no_hole_in_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, ana: Player, boris: Player, now: datetime, name: str
) -> None:
    actions.rename(ana, name, now)
    race = started(ana, boris, ruleset="cruel", deal_number=won_game("cruel")[0], at=now)
    assert name in client.get(f"/r/{race.code}/").content.decode()
    invites = posters(client, monkeypatch, f"/r/{race.code}/preview.png")
    assert invites.line == "Join this race: the same deal for everybody."
    wins(entrant_of(race, ana), at=now)
    actions.resign(race.code, boris.pk, now)
    result = posters(client, monkeypatch, f"/r/{race.code}/preview.png")
    assert [row[0] for row in result.rows] == ["…", "boris"]
    replay = posters(client, monkeypatch, f"/r/{race.code}/replay/{entrant_of(race, ana).pk}/preview.png")
    assert replay.heading == "Cruel"


def test_what_is_no_letter_is_left_out_of_a_picture_where_its_font_has_it_not() -> None:
    assert pictures.drawn("Жанна 💠") == "Жанна"
    assert pictures.drawn("Οδυσσέας ♥") == "Οδυσσέας ♥"
    assert pictures.drawn("李 ana") == ""


def test_a_page_names_itself_in_every_language(client: Client) -> None:
    page = client.get("/?lang=ru").content.decode()
    found = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', page))
    assert found == {
        "en": "http://testserver/?lang=en",
        "ru": "http://testserver/?lang=ru",
        "pt-br": "http://testserver/?lang=pt-br",
        "de": "http://testserver/?lang=de",
        "x-default": "http://testserver/",
    }
    assert '<html lang="ru"' in page
    assert '/jsi18n/?lang=ru"' in page


def test_choosing_a_language_by_hand_leaves_the_links_language_behind(client: Client) -> None:
    page = client.get("/?lang=ru&ruleset=cruel").content.decode()
    assert '<input type="hidden" name="next" value="/?ruleset=cruel">' in page


@pytest.mark.parametrize("asked", ["xx", "", "DE", "../de", "ru%00"])
def test_a_language_that_is_none_is_passed_over(client: Client, asked: str) -> None:
    assert '<html lang="en"' in client.get(f"/?lang={asked}").content.decode()


def test_the_manifest_names_icons_that_are_there_in_the_size_they_say(client: Client) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest?lang=de").content)
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == ("de", "/", "standalone")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.status_code == 200, icon
        if icon["type"] == "image/png":
            width, height = Image.open(BytesIO(answer.content)).size
            assert f"{width}x{height}" == icon["sizes"]


def test_the_service_worker_keeps_no_page_but_the_offline_one_which_is_nobodys(
    client: Client, ana: Player
) -> None:
    worker = client.get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Cache-Control"] == "no-cache"
    settled = re.search(r"self\.SITE = \{\.\.\.(\{.*?\}), version", worker.content.decode())
    assert settled
    site = json.loads(settled[1])
    assert site["offline"] == "/offline/"
    for path in site["files"]:
        assert client.get(path).status_code == 200, path
    page = client.get("/offline/")
    assert page.status_code == 200
    assert not page.cookies
    assert "csrf" not in page.content.decode()
