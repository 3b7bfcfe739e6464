"""The whole topology behind TLS: nginx, a worker, and one that only searches."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.front import front
from tests.load.onsite import helper_of, prepare
from tests.racing.solvers import WARM_SECONDS
from tests.servers import Site, cluster_site, free_port

RULESET, WON = "cruel-when-stuck", 3


class Outside:
    """The site as people reach it, who have its certificate."""

    def __init__(self, site: Site, plain: int, secure: int, certificate: Path) -> None:
        self.site, self.plain, self.secure = site, plain, secure
        self.trust = ssl.create_default_context(cafile=certificate)

    def asks(
        self,
        path: str,
        *,
        plain: bool = False,
        method: str = "GET",
        source: str = "127.0.0.1",
        **headers: str,
    ) -> http.client.HTTPResponse:
        """Ask for a page, from any address of this machine."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        line: http.client.HTTPConnection
        if plain:
            line = http.client.HTTPConnection("localhost", self.plain, timeout=60, source_address=(source, 0))
        else:
            line = http.client.HTTPSConnection(
                "localhost", self.secure, timeout=60, source_address=(source, 0), context=self.trust
            )
        line.request(method, path, headers=given)
        answer = line.getresponse()
        answer.body = answer.read()  # type: ignore[attr-defined]  # beside the answer
        line.close()
        return answer


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    folder = tmp_path_factory.mktemp("front")
    request = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2"
    )
    keys = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "site.pem")]
    alternative = ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*request.split(), *alternative, *keys], check=True, capture_output=True)
    (folder / "static").mkdir()
    (folder / "static" / "main.0123456789ab.js").write_text("0;" * 600)
    plain, secure = free_port(), free_port()
    listen = f"listen 127.0.0.1:{plain}; listen 127.0.0.1:{secure} ssl http2;"
    listen += f" ssl_certificate {folder}/site.pem; ssl_certificate_key {folder}/key.pem;"
    with (
        cluster_site(
            folder,
            workers=1,
            solver=True,
            RATE_LIMITS="1",
            METRICS="1",
            PUBLIC_URL=f"https://localhost:{secure}",
            STATIC_ROOT=str(folder / "static"),
        ) as site,
        front(
            site, plain, LISTEN=listen, PAGES_PER_SECOND="1", PAGES_BURST="60", CONNECTIONS_PER_ADDRESS="30"
        ),
        helper_of(site),
    ):
        yield Outside(site, plain, secure, folder / "site.pem")


def test_what_comes_without_tls_is_sent_to_tls_and_kept_there(outside: Outside) -> None:
    sent = outside.asks("/rules/cruel/", plain=True)
    assert sent.status == 301
    assert urlsplit(sent.headers["Location"]).scheme == "https"
    page = outside.asks("/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    cookies = page.headers.get_all("Set-Cookie") or []
    assert cookies and all("Secure" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_what_is_for_the_machine_s_own_monitoring_is_not_seen_from_outside(outside: Outside) -> None:
    assert [outside.asks(path).status for path in ("/metrics", "/readyz", "/alive", "/status")] == [404] * 4
    assert outside.asks("/healthz").status == 200


def test_nginx_serves_collected_files_itself_and_for_good(outside: Outside) -> None:
    file = outside.asks("/static/main.0123456789ab.js")
    assert (file.status, file.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
    assert outside.asks("/static/../../key.pem").status in (400, 404)


def test_a_form_larger_than_any_of_ours_is_refused_unread(outside: Outside) -> None:
    assert outside.asks("/races/", method="POST", Content_Length=str(65 * 1024)).status == 413


def test_an_address_that_a_client_claims_is_not_believed_and_its_own_is_counted(outside: Outside) -> None:
    def guesses(source: str, claim: str) -> int:
        return outside.asks("/s/?code=AAAAAA", source=source, X_Forwarded_For=claim, X_Real_IP=claim).status

    # Where Redis does not answer soon enough the worker counts by itself, from the beginning.
    answers = [guesses("127.0.0.2", f"203.0.113.{number}") for number in range(20)]
    while answers[-1] != 429 and len(answers) < 60:
        answers.append(guesses("127.0.0.2", f"203.0.113.{len(answers)}"))
    assert 429 not in answers[:20] and answers[-1] == 429, "each was taken for somebody else"
    assert guesses("127.0.0.3", "127.0.0.2") != 429, "somebody else's were counted"


def test_who_asks_for_pages_without_end_is_told_to_wait_and_others_are_served(outside: Outside) -> None:
    def asks(source: str) -> http.client.HTTPResponse:
        return outside.asks("/healthz", plain=True, source=source)

    refused = next((answer for _ in range(600) if (answer := asks("127.0.0.4")).status != 200), None)
    assert refused and refused.status == 429 and int(refused.headers["Retry-After"]) > 0
    assert asks("127.0.0.5").status == 200


def test_an_address_has_only_so_many_connections_and_others_are_served(outside: Outside) -> None:
    (race,) = prepare(outside.site)
    handshake = (
        f"GET /ws/r/{race['code']}/ HTTP/1.1\r\nHost: localhost:{outside.secure}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nOrigin: https://localhost:{outside.secure}\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()

    def opens(stack: ExitStack, source: str) -> str:
        there = ("127.0.0.1", outside.secure)
        line = socket.create_connection(there, timeout=60, source_address=(source, 0))
        secure = stack.enter_context(outside.trust.wrap_socket(line, server_hostname="localhost"))
        secure.sendall(handshake)
        return secure.recv(4096).decode("latin1").split("\r\n\r\n")[0]

    with ExitStack() as stack:
        answers = [opens(stack, "127.0.0.6") for _ in range(31)]
        assert all(answer.startswith("HTTP/1.1 101") for answer in answers[:30])
        assert answers[30].startswith("HTTP/1.1 429") and "Retry-After" in answers[30]
        assert opens(stack, "127.0.0.7").startswith("HTTP/1.1 101")


def test_a_scheme_that_a_client_claims_is_not_believed(outside: Outside) -> None:
    assert outside.asks("/", plain=True, X_Forwarded_Proto="https").status == 301


async def test_par_is_found_by_the_worker_that_only_searches_and_told_through_nginx(outside: Outside) -> None:
    (race,) = prepare(outside.site, ruleset=RULESET, deal=WON, start=True)
    address = f"wss://localhost:{outside.secure}/ws/r/{race['code']}/"

    def tab(cookie: str = "") -> Any:
        return connect(
            address,
            ssl=outside.trust,
            origin=Origin(f"https://localhost:{outside.secure}"),
            additional_headers={"Cookie": cookie},
            proxy=None,
            open_timeout=60,
            ping_interval=None,
        )

    ana, boris = (entrant["cookie"] for entrant in race["entrants"])
    async with tab(ana) as one, tab(boris) as two, tab() as watcher:
        for line in (one, two):
            await line.send(json.dumps({"do": "resign"}))
        par: dict[str, Any] | None = None
        async with asyncio.timeout(WARM_SECONDS):
            while par is None or par["searching"]:
                message = json.loads(await watcher.recv())
                par = message.get("par") if message["type"] == "race" else par
    assert par["outcome"] == "won" and par["score"] > 0
    web, solver = outside.site.urls
    assert 'kind="can_wait",outcome="won"' in metrics_of(solver)
    assert "can_wait" not in metrics_of(web).split("patience_solver_seconds", 1)[1]


def metrics_of(url: str) -> str:
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        text: str = answer.read().decode()
        return text
