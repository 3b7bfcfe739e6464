"""`make play`, from the step after the packages are installed: it prepares, serves, says where, and stops."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.checkout import ROOT, files
from tests.servers import free_port

# Only what hangs takes so long.
SECONDS = 240.0


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git would clone, so that nobody's game is touched."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in files():
        if not name.startswith(("tests/", "docs/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def environment(port: int | str) -> dict[str, str]:
    """What a person's shell has: none of the settings that the tests' own run has set."""
    names = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV")
    return {name: os.environ[name] for name in names if name in os.environ} | {"PORT": str(port)}


@contextmanager
def playing(checkout: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve until the block ends; gives the process and what it printed until it was ready."""
    process = subprocess.Popen(
        [sys.executable, "scripts/play.py"],
        cwd=checkout,
        env=environment(port),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    printed = ""
    try:
        for line in process.stdout:
            printed += line
            if "Ctrl-C" in line:
                break
        assert "is served" in printed, printed
        yield process, printed
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def get(port: int, path: str, host: str) -> tuple[int, str]:
    """Ask as a browser would that was given this host name, but over loopback."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return answer.status, answer.read().decode(errors="replace")  # icons are among the files
    except urllib.error.HTTPError as error:
        return error.code, ""


def practises(port: int) -> str:
    """Open a practice as a browser's form does; returns the room's address."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    front = f"http://127.0.0.1:{port}/"
    with browser.open(front, timeout=SECONDS) as answer:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
    assert token
    form = {"csrfmiddlewaretoken": token[1], "ruleset": "cruel", "deal_number": "1"}
    with browser.open(front + "practice/", urlencode(form).encode(), timeout=SECONDS) as answer:
        return str(answer.url)


def socket_status(port: int, host: str, origin: str) -> int:
    """The HTTP status with which a room's socket answers the handshake, 101 when it opens."""
    here = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
    try:
        with connect(f"ws://{host}/ws/r/nosuchrace/", sock=here, origin=Origin(origin)):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_both_printed_addresses_open_the_page_its_files_and_its_sockets(checkout: Path) -> None:
    port = free_port()
    with playing(checkout, port) as (_, printed):
        addresses = re.findall(r"http://(\S+)/", printed)
        assert addresses[0] == f"localhost:{port}", printed
        # The first start takes a while and says with what.
        assert printed.index("database") < printed.index("is served")
        # Without a network there is no second one, and the text says so.
        assert len(addresses) == 2 or "no network" in printed
        for host in addresses:
            status, page = get(port, "/", host)
            assert status == 200
            files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
            assert files and all(re.search(r"\.[0-9a-f]{12}\.", name) for name in files)
            assert {get(port, name, host)[0] for name in files} == {200}
            assert socket_status(port, host, f"http://{host}") == 101
        assert get(port, "/", "elsewhere.example")[0] == 400
        assert socket_status(port, addresses[0], "http://elsewhere.example") == 403


def test_a_second_start_collects_nothing_again_and_keeps_key_and_data(checkout: Path) -> None:
    index = checkout / "staticfiles" / "staticfiles.json"
    with playing(checkout, free_port()):
        key = (checkout / "var" / "secret_key").read_text()
        database = (checkout / "var" / "patience.sqlite3").stat().st_ino
        collected = index.stat().st_mtime_ns
    with playing(checkout, free_port()):
        # Which is what takes the time.
        assert index.stat().st_mtime_ns == collected
        assert (checkout / "var" / "secret_key").read_text() == key
        assert (checkout / "var" / "patience.sqlite3").stat().st_ino == database


def test_a_start_after_a_change_serves_the_changed_files_and_ctrl_c_frees_the_port(checkout: Path) -> None:
    source = checkout / "racing" / "static" / "racing" / "effects.js"
    collected = checkout / "staticfiles" / "racing"
    if not collected.exists():
        with playing(checkout, free_port()):
            pass
    before = set(collected.glob("effects.*.js"))
    source.write_text(source.read_text() + "export const CHANGED = 1;\n")
    port = free_port()
    with playing(checkout, port) as (process, printed):
        after = set(collected.glob("effects.*.js"))
        assert "/r/" in practises(port)
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0, printed
        assert process.stdout
        # Nor did what people do push the addresses out of sight.
        rest = process.stdout.read()
        assert "Traceback" not in rest and '"level": "info"' not in rest, rest
    assert len(before) == len(after) == 1 and before != after
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), timeout=1)


def test_a_port_in_use_is_said_in_one_sentence(checkout: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "scripts/play.py"],
            cwd=checkout,
            env=environment(port),
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Port {port} is in use") and "make play PORT=" in done.stderr


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "８０００"])
def test_a_port_that_is_none_is_refused_by_name(checkout: Path, port: str) -> None:
    done = subprocess.run(
        [sys.executable, "scripts/play.py"],
        cwd=checkout,
        env=environment(port),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"PORT must be a number from 1 to 65535, not {port!r}.\n"
