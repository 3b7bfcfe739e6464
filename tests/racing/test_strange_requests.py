"""What no browser of ours sends, and what every answer says of being kept."""

from __future__ import annotations

import pytest
from django.test import Client
from limits import parse
from pytest_django import Settings

from racing import middleware, rates
from racing.identity import COOKIE, player_id_of, signed
from racing.models import Player
from tests.racing.conftest import opened

pytestmark = pytest.mark.django_db

HUGE = "9" * 30
# More digits than Python reads as a number at all.
ENDLESS = "9" * 5000


@pytest.fixture
def browser(ana: Player, settings: Settings) -> Client:
    """Ana's. It raises nothing: what goes wrong is an answer, as people get it."""
    # The real hasher is slow on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    client = Client(raise_request_exception=False)
    client.cookies[COOKIE] = signed(ana.pk)
    return client


@pytest.mark.parametrize("number", [HUGE, ENDLESS])
@pytest.mark.parametrize(
    "address",
    [
        "/r/{code}/ghost/{number}/",
        "/r/{code}/again/{number}/",
        "/records/{number}/ghost/",
        "/boards/cruel/{number}/solver/ghost/",
    ],
)
def test_a_number_that_no_row_can_have_is_nobody_s_when_sent(
    browser: Client, ana: Player, address: str, number: str
) -> None:
    answer = browser.post(address.format(code=opened(ana).code, number=number))
    assert answer.status_code == 404


@pytest.mark.parametrize("number", [HUGE, ENDLESS])
@pytest.mark.parametrize(
    "address",
    [
        "/players/{number}/",
        "/records/{number}/",
        "/boards/cruel/{number}/",
        "/r/{code}/replay/{number}/",
        "/r/{code}/replay/{number}/preview.png",
    ],
)
def test_a_number_that_no_row_can_have_is_nobody_s_when_asked_for(
    browser: Client, ana: Player, address: str, number: str
) -> None:
    assert browser.get(address.format(code=opened(ana).code, number=number)).status_code == 404


def test_whoever_cannot_be_a_friend_is_no_friend_any_more(browser: Client) -> None:
    assert browser.post(f"/me/friends/{HUGE}/remove/").status_code == 302


@pytest.mark.parametrize("number", [HUGE, ENDLESS, "٣", "²", "-1"])
def test_a_friend_of_no_number_is_not_asked_to_come(browser: Client, ana: Player, number: str) -> None:
    answer = browser.post(f"/r/{opened(ana).code}/invite/", {"friend": number})
    assert answer.status_code == 404
    assert answer.context["code"] == "no_such_friend"


@pytest.mark.parametrize("path", ["/races/", "/name/", "/accounts/login/", "/records/"])
def test_a_form_in_an_encoding_of_its_own_is_refused_once(browser: Client, path: str) -> None:
    answer = browser.post(
        path, data=b"name=ana", content_type="application/x-www-form-urlencoded; charset=utf-16"
    )
    assert answer.status_code == 400
    assert "cannot be read" in answer.content.decode()


@pytest.mark.parametrize("key", ["\0abcdefgh", "abcdefgh'", "сессия-сессия", "a" * 5000])
def test_a_session_that_cannot_be_one_of_ours_is_nobody_s(ana: Player, key: str) -> None:
    quoted = "".join(
        letter if " " < letter < "~" and letter not in "'" else f"\\{ord(letter):03o}" for letter in key
    )
    browser = Client(raise_request_exception=False, HTTP_COOKIE=f'sessionid="{quoted}"')
    assert browser.get("/").status_code == 200
    assert player_id_of({"sessionid": key}) is None
    assert player_id_of({"sessionid": key, COOKIE: signed(ana.pk)}) == ana.pk


def test_an_address_of_too_many_fields_is_refused_in_words() -> None:
    answer = Client(raise_request_exception=False).get(
        "/?" + "a=b&" * 1200, headers={"accept-language": "de"}
    )
    assert answer.status_code == 400
    assert '<html lang="de">' in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/rules/cruel/",
        "/fair/",
        "/players/{ana}/",
        "/records/1/",
        "/r/nothere/",
        "/me/",
        "/me/friends/",
        "/accounts/password/change/",
        "/accounts/password/reset/",
        "/accounts/passkeys/",
        "/r/{code}/record/1/",
        "/nothing/here/",
    ],
)
def test_whatever_may_show_whose_browser_it_is_is_not_kept(browser: Client, ana: Player, path: str) -> None:
    browser.post("/accounts/signup/", {"username": "ana", "password1": "correct horse battery"})
    answer = browser.get(path.format(ana=ana.pk, code=opened(ana).code))
    assert {"private", "no-store"} <= {word.strip() for word in answer["Cache-Control"].split(",")}


def test_what_is_the_same_for_all_may_be_kept(browser: Client, ana: Player) -> None:
    race = opened(ana)
    for path in ("/manifest.webmanifest", f"/r/{race.code}/preview.png"):
        assert "public" in browser.get(path)["Cache-Control"]


def test_records_are_verified_only_so_often_for_one_address(
    browser: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = True
    monkeypatch.setattr(rates, "_counts", [])
    settings.REDIS_URL = ""
    monkeypatch.setitem(rates.PAGE_LIMITS, "record", parse("2/minute"))
    answers = [browser.post("/records/", {"text": "no record"}).status_code for _ in range(3)]
    assert answers == [400, 400, 429]
    assert browser.get("/records/").status_code == 200


def test_every_limit_of_pages_is_somebody_s() -> None:
    # The sockets' and the short codes' doors count for themselves.
    counted = {*middleware._KINDS.values(), *middleware._LOOKS.values(), "post", "socket", "short"}
    assert counted == set(rates.PAGE_LIMITS)
