"""Who is asking: the signed cookie."""

from __future__ import annotations

from datetime import timedelta
from http.cookies import Morsel

import pytest
from django.core import signing
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from racing.identity import COOKIE, remember, signed, signed_id_of
from racing.models import Player


def test_the_cookie_holds_the_player_and_cannot_be_forged() -> None:
    value = signed(7)
    assert signed_id_of({COOKIE: value}) == 7
    forged = value.replace("7:", "8:", 1)
    for wrong in ("", "7", forged, value[:-1], value + "x", signing.TimestampSigner().sign("7")):
        assert signed_id_of({COOKIE: wrong}) is None
    assert signed_id_of({}) is None


def test_a_rotated_key_loses_nobody_until_it_is_dropped(settings: Settings) -> None:
    value = signed(7)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    assert signed_id_of({COOKIE: value}) == 7
    settings.SECRET_KEY_FALLBACKS = []
    assert signed_id_of({COOKIE: value}) is None


def cookie_of(response: HttpResponse) -> Morsel[str]:
    return response.cookies[COOKIE]


def test_scripts_and_other_sites_do_not_see_the_cookie(settings: Settings) -> None:
    response = HttpResponse()
    remember(response, Player(pk=7))
    cookie = cookie_of(response)
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and not cookie["secure"]
    assert cookie["max-age"] == timedelta(days=400).total_seconds()
    settings.SESSION_COOKIE_SECURE = True
    remember(response, Player(pk=7))
    assert cookie_of(response)["secure"]


@pytest.mark.django_db
def test_an_old_cookie_or_an_old_key_is_renewed_with_the_next_page(
    ana: Player, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.cookies[COOKIE] = signed(ana.pk)
    assert COOKIE not in client.get("/healthz").cookies
    import time

    week = time.time() + 8 * 86400
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: week)
        renewed = client.get("/healthz").cookies
        assert signed_id_of({COOKIE: renewed[COOKIE].value}) == ana.pk
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    client.cookies[COOKIE] = signed(ana.pk)
    assert COOKIE not in client.get("/healthz").cookies
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third key", ["another key"]
    renewed = client.get("/healthz").cookies
    settings.SECRET_KEY_FALLBACKS = []
    assert signed_id_of({COOKIE: renewed[COOKIE].value}) == ana.pk


@pytest.mark.django_db
def test_the_cookie_of_nobody_is_not_renewed(client: Client, settings: Settings) -> None:
    client.cookies[COOKIE] = "forged"
    assert COOKIE not in client.get("/healthz").cookies
