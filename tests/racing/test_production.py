"""The settings of a site behind TLS, in a process of their own."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = {
    "PUBLIC_URL": "https://patience.example",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "DATABASE_URL": "sqlite://:memory:",
    "REDIS_URL": "",
    "STATIC_MANIFEST": "0",
}


def run(*arguments: str) -> str:
    environment = {**os.environ, **SITE, "DJANGO_SETTINGS_MODULE": "racing.settings"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_djangos_check_for_deployment_finds_nothing() -> None:
    told = run("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert "no issues" in told


def test_behind_tls_browsers_are_kept_on_tls_and_cookies_too() -> None:
    script = """
import django; django.setup()
from django.test import Client
client = Client(headers={"host": "patience.example"})
plain = client.get("/rules/cruel/")
print(plain.status_code, plain["Location"])
print(client.get("/healthz").status_code)
answer = client.get("/rules/cruel/", headers={"x-forwarded-proto": "https"})
print(answer.status_code, answer["Strict-Transport-Security"], answer["Cross-Origin-Opener-Policy"])
"""
    told = run("-c", script).splitlines()
    assert told == [
        "301 https://patience.example/rules/cruel/",
        "200",
        "200 max-age=31536000 same-origin",
    ]


def test_a_worker_takes_as_many_files_as_it_may_have_because_a_socket_is_one() -> None:
    script = """
import resource, uvicorn
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, min(most, 4096)))
uvicorn.run = lambda *arguments, **options: print(resource.getrlimit(resource.RLIMIT_NOFILE))
from racing import serve
serve.main([])
"""
    given, most = map(int, re.findall(r"\d+", run("-c", script)))
    assert given == most > 256


@pytest.mark.django_db
def test_without_tls_no_page_sends_a_header_that_browsers_complain_of(client: Client) -> None:
    # Opened at the address that `make play` prints for friends, each page would put an error into the console.
    assert "Cross-Origin-Opener-Policy" not in client.get("/")


@pytest.mark.django_db
def test_no_page_may_run_or_style_anything_that_is_not_a_file_of_ours(client: Client) -> None:
    page = client.get("/")
    policy = page["Content-Security-Policy"]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split(";") if part.strip()}
    assert directives["default-src"] == ["'none'"]
    # One file stands in the page itself, and the policy knows its text.
    [early] = re.findall(r"<script>(.*?)</script>", page.content.decode(), flags=re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(early.encode()).digest()).decode()
    assert directives["script-src"] == ["'self'", f"'sha256-{digest}'"]
    assert directives["style-src"] == ["'self'"]
    assert directives["frame-ancestors"] == directives["base-uri"] == ["'none'"]
    assert "unsafe" not in policy
