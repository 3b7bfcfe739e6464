"""The test servers start, are skipped when given, and leave nothing behind however their owner ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.services import Services

ROOT = Path(__file__).parent.parent
OWNER = (sys.executable, "-m", "tests.services", "run", "--")
TELL = 'echo "$DATABASE_URL $REDIS_URL"; '


@pytest.fixture
def own_temp() -> Iterator[dict[str, str]]:
    """An environment without given servers whose temporary folder nobody else uses."""
    # Not tmp_path, whose parents are closed to the account that runs the servers for root.
    with tempfile.TemporaryDirectory(prefix="patience-tests-") as folder:
        os.chmod(folder, 0o755)
        environment = {**os.environ, "TMPDIR": folder}
        for name in ("DATABASE_URL", "REDIS_URL"):
            environment.pop(name, None)
        yield environment


def answers(url: str) -> bool:
    parts = urlsplit(url)
    assert parts.hostname and parts.port
    try:
        socket.create_connection((parts.hostname, parts.port), timeout=60).close()
    except OSError:
        return False
    return True


def eventually(true: Callable[[], bool], seconds: float = 120) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def test_a_command_runs_between_start_and_stop_and_its_exit_code_comes_back(own_temp: dict[str, str]) -> None:
    command = [*OWNER, "sh", "-c", TELL + "exit 7"]
    done = subprocess.run(command, cwd=ROOT, env=own_temp, capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr
    assert not any(answers(url) for url in done.stdout.split())
    assert os.listdir(own_temp["TMPDIR"]) == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_servers_and_folder_go_when_their_owner_is_killed(
    own_temp: dict[str, str], how: signal.Signals
) -> None:
    command = [*OWNER, "sh", "-c", TELL + "exec cat"]
    owner = subprocess.Popen(
        command, cwd=ROOT, env=own_temp, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert owner.stdin and owner.stdout
    urls = owner.stdout.readline().decode().split()
    assert [answers(url) for url in urls] == [True, True]
    assert len(os.listdir(own_temp["TMPDIR"])) == 1
    os.killpg(owner.pid, how)
    owner.wait(120)
    owner.stdin.close()
    owner.stdout.close()
    assert eventually(lambda: os.listdir(own_temp["TMPDIR"]) == [])
    assert not any(answers(url) for url in urls)


def test_a_given_address_is_left_alone() -> None:
    environment = {"DATABASE_URL": "sqlite:///given.sqlite3", "REDIS_URL": ""}
    with Services(environment):
        assert environment == {"DATABASE_URL": "sqlite:///given.sqlite3", "REDIS_URL": ""}


def test_a_missing_server_is_named_with_what_to_install(own_temp: dict[str, str]) -> None:
    own_temp |= {"DATABASE_URL": "sqlite:///given.sqlite3", "PATH": own_temp["TMPDIR"]}
    done = subprocess.run(
        [*OWNER, "true"], cwd=ROOT, env=own_temp, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "apt-get install redis-server" in done.stderr
    assert os.listdir(own_temp["TMPDIR"]) == []
