"""One cluster for all faults: two workers, PostgreSQL behind a proxy that misbehaves, a Redis that can be stopped."""

from __future__ import annotations

import math
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.chaos.proxy import FaultProxy, fault_proxy
from tests.chaos.tab import PATIENCE, Tab
from tests.load.onsite import helper_of, verify
from tests.servers import STOP_SECONDS, Site, cluster_site, free_port


@pytest.fixture(scope="session")
def is_long() -> bool:
    """Whether faults last as long as they would outside: minutes. `make chaos` asks for that."""
    return os.environ.get("LONG_FAULTS") == "1"


class OwnRedis:
    """A Redis process that a test may stop, freeze and start again, on the same port."""

    def __init__(self, folder: Path) -> None:
        self.port, self._password = free_port(), secrets.token_hex(16)
        self.url = f"redis://default:{self._password}@127.0.0.1:{self.port}/0"
        self._settings = folder / "redis.conf"
        self._settings.write_text(
            f'port {self.port}\nbind 127.0.0.1\nrequirepass {self._password}\nsave ""\nappendonly no\n'
            f"dir {folder}\nlogfile {folder / 'redis.log'}\n"
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        binary = shutil.which("redis-server")
        assert binary, "redis-server is not installed: on Debian, apt-get install redis-server"
        self._process = subprocess.Popen([binary, str(self._settings)], stdin=subprocess.DEVNULL)
        for _ in range(3000):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("Redis did not start")

    def stop(self) -> None:
        """End it, and wait until it is gone."""
        if self._process:
            self._process.terminate()
            self._process.wait(STOP_SECONDS)
            self._process = None

    def freeze(self) -> None:
        """Let it hang: connections stay, nothing is answered."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def kill_clients(self) -> None:
        """Cut all ordinary and subscribed connections, as an operator's CLIENT KILL does."""
        import redis

        with redis.Redis.from_url(self.url) as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


@pytest.fixture(scope="session")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRedis]:
    """The Redis of the cluster under fault."""
    server = OwnRedis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def database_line() -> Iterator[FaultProxy]:
    """What lies between the workers and PostgreSQL."""
    there = urlsplit(os.environ["DATABASE_URL"])
    assert there.hostname and there.port
    with fault_proxy(there.hostname, there.port) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, own_redis: OwnRedis, database_line: FaultProxy
) -> Iterator[Site]:
    """Two workers under fault."""
    folder = tmp_path_factory.mktemp("chaos")
    with (
        cluster_site(
            folder, database_port=database_line.port, REDIS_URL=own_redis.url, METRICS="1", LOG_LEVEL="INFO"
        ) as site,
        helper_of(site),
    ):
        yield site


@pytest.fixture
def database(site: Site) -> Iterator[psycopg.Connection]:
    """The site's database, reached directly."""
    there, direct = urlsplit(site.environment["DATABASE_URL"]), urlsplit(os.environ["DATABASE_URL"])
    address = site.environment["DATABASE_URL"].replace(f":{there.port}/", f":{direct.port}/")
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def within(is_long: bool) -> Callable[[float], float]:
    """So many seconds of a machine that does nothing else, as is asked for; elsewhere only what hangs is too late."""
    return lambda seconds: seconds if is_long else max(seconds, PATIENCE)


def slowest(*tabs: Tab, since: int = 0) -> float:
    """How long 99 of 100 plays took at most, in seconds, of those after the first ``since`` of each tab."""
    delays = sorted(delay for tab in tabs for delay in tab.delays[since:])
    return delays[math.ceil(len(delays) * 0.99) - 1]


def assert_nothing_lost(site: Site, *tabs: Tab) -> None:
    """Every ply that any tab was told of is in the log exactly once, in order, and the log replays."""
    acked: dict[int, dict[int, str]] = {}
    for tab in tabs:
        if tab.entrant_id is not None:
            told = acked.setdefault(tab.entrant_id, {})
            for ply, move in tab.acked.items():
                assert told.setdefault(ply, move) == move, f"two tabs were told differently of ply {ply}"
    assert any(acked.values()), "nothing was acknowledged, so nothing was checked"
    assert verify(site, acked) == []
