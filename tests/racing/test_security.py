"""docs/security.md: every threat names tests that are there. And what had no other place."""

from __future__ import annotations

import ast
import gzip
import logging
import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from racing import codes
from racing.models import Player
from tests.checkout import ROOT
from tests.racing.conftest import opened
from tests.racing.test_accounts import PASSWORD, browser_of, signs_up

PAGE = (ROOT / "docs" / "security.md").read_text()
ROWS = [line.split("|")[1:-1] for line in PAGE.splitlines() if re.match(r"\| (?!threat)", line)]


@cache
def names_in(path: Path) -> set[str]:
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("row", ROWS, ids=[row[0].strip()[:40] for row in ROWS])
def test_every_threat_names_the_tests_that_show_what_stops_it(row: list[str]) -> None:
    threat, stopped_by, shown_by = row
    assert threat.strip() and stopped_by.strip()
    named = re.findall(r"`([\w/]+): (\w+)`", shown_by)
    assert named, f"nothing shows it: {threat}"
    assert re.sub(r"`[\w/]+: \w+`", "", shown_by).strip(" ,") == "", "only tests, a comma between two"
    for file, name in named:
        assert f"test_{name}" in names_in(ROOT / "tests" / f"{file}.py"), f"{file}: no test_{name}"


@pytest.mark.django_db
def test_a_form_s_token_is_never_the_same_twice_and_pages_differ_in_length_by_chance() -> None:
    browser = Client(headers={"accept-encoding": "gzip"})
    answers = [browser.get("/") for _ in range(12)]
    pages = [gzip.decompress(answer.content).decode() for answer in answers]
    tokens = {found[1] for page in pages if (found := re.search(r'csrfmiddlewaretoken" value="(\w+)"', page))}
    assert len(tokens) == 12
    # One secret, in twelve masks of one length: only chance makes the difference.
    assert len({len(page) for page in pages}) == 1
    assert max(sizes := [len(answer.content) for answer in answers]) - min(sizes) > 30


@pytest.mark.django_db
def test_a_link_is_128_random_bits(ana: Player) -> None:
    made = {opened(ana).code for _ in range(20)}
    assert len(made) == 20
    assert all(len(code) == codes.LENGTH and set(code) <= set(codes.LETTERS) for code in made)
    assert codes.LENGTH * math.log2(len(set(codes.LETTERS))) >= 128


@pytest.mark.django_db
def test_a_name_that_nobody_has_costs_as_much_time_as_a_wrong_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signs_up(browser_of(), "ana")
    rounds: list[int] = []
    encode = PBKDF2PasswordHasher.encode

    def counted(self: Any, password: str, salt: str, iterations: int | None = None) -> str:
        rounds.append(iterations or self.iterations)
        return encode(self, password, salt, iterations)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", counted)
    spent = []
    for form in ({"login": "ana", "password": "wrong"}, {"login": "boris", "password": "wrong"}):
        rounds.clear()
        browser_of().post("/accounts/login/", form)
        spent.append(sum(rounds))
    assert spent[0] == spent[1] > 0


@pytest.mark.django_db(transaction=True)
def test_no_line_of_the_log_holds_what_somebody_typed_a_cookie_or_an_address(
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
    browser = browser_of()
    signs_up(browser, "dora the red")
    browser.post("/accounts/logout/")
    browser.post("/accounts/login/", {"login": "dora the red", "password": PASSWORD + "x"})
    browser.post("/accounts/login/", {"login": "dora the red", "password": PASSWORD})
    made = browser.post("/races/", {"name": "dora the red", "ruleset": "cruel", "take_back": "counted"})
    code = made["Location"].strip("/").split("/")[-1]

    def fails(*arguments: object, **fields: object) -> None:
        raise RuntimeError("of our own making")

    # An error is logged with its traceback, a form without its token with its address.
    monkeypatch.setattr("racing.actions.join_by_name", fails)
    stranger, forger = Client(raise_request_exception=False), Client(enforce_csrf_checks=True)
    assert stranger.post(f"/r/{code}/join/", {"name": "dora the blue"}).status_code == 500
    assert forger.post(f"/r/{code}/join/", {"name": "dora the blue"}).status_code == 403
    lines = next(
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler.formatter, structlog.stdlib.ProcessorFormatter)
    )
    written = capfd.readouterr().err + "\n".join(map(lines.format, caplog.records))
    assert "of our own making" in written and '"page": "account_login"' in written
    assert "Internal Server Error: join" in written and re.search(r"Forbidden .+: join", written)
    cookies = [cookie.value for cookie in browser.cookies.values() if len(cookie.value) > 3]
    assert [text for text in (PASSWORD, "dora the", code, *cookies) if text in written] == []
