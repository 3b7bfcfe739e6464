"""Real server processes for tests: daphne on SQLite, or uvicorn workers on PostgreSQL and Redis.

Each site has a database of its own and free loopback ports. Both stop when their `with` block ends.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
# A machine that needs longer to start one server process is broken, not busy.
START_SECONDS = 240.0
# A worker takes ten seconds for what it has begun.
STOP_SECONDS = 60.0


@dataclass
class Site:
    """A served site: `urls` has one address per worker, `environment` is what the workers were given."""

    urls: list[str]
    environment: dict[str, str]
    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    commands: list[list[str]] = field(default_factory=list)
    apart: dict[int, dict[str, str]] = field(default_factory=dict)
    """What single workers are given besides."""
    fronted: int | None = None
    """To so many workers nginx sends people; None: to all. The one after them only searches."""

    @property
    def url(self) -> str:
        """The first worker's address."""
        return self.urls[0]

    def manage(self, *arguments: str) -> str:
        """Run a management command on the site's database and return what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def kill(self, worker: int, how: signal.Signals = signal.SIGKILL) -> None:
        """End one worker as hard as asked, and wait until it is gone."""
        self.processes[worker].send_signal(how)
        self.processes[worker].wait(STOP_SECONDS)

    def start(self, worker: int) -> None:
        """Start a worker, for the first time or again, on the address it always has, and wait for it."""
        self._spawn(worker)
        _wait_for(self.urls[worker], self, worker)

    def restart(self, worker: int, how: signal.Signals = signal.SIGTERM) -> None:
        """End one worker, by default as an operator does, and start it again."""
        self.kill(worker, how)
        self.start(worker)

    def _spawn(self, worker: int) -> None:
        command = [sys.executable, "-m", *self.commands[worker]]
        environment = {**self.environment, **self.apart.get(worker, {})}
        with (self.folder / f"worker-{worker}.log").open("ab") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        self.processes[worker : worker + 1] = [process]

    def log(self, worker: int = 0) -> str:
        """What a worker has written so far."""
        return (self.folder / f"worker-{worker}.log").read_text(errors="replace")


@contextmanager
def daphne_site(folder: Path, **variables: str) -> Iterator[Site]:
    """Serve with one daphne on SQLite and the in-memory layer, as the one-command default does."""
    database = f"sqlite:///{folder / 'site.sqlite3'}"
    environment = _environment(DATABASE_URL=database, REDIS_URL="", **variables)
    port = free_port()
    site = Site([f"http://127.0.0.1:{port}"], environment, folder)
    site.manage("migrate", "--verbosity", "0")
    command = ["daphne", "-b", "127.0.0.1", "-p", str(port), "racing.asgi:application"]
    with _running(site, [command]):
        yield site


@contextmanager
def cluster_site(
    folder: Path,
    workers: int = 2,
    application: str = "racing.asgi:application",
    database_port: int | None = None,
    solver: bool = False,
    server: str = "racing.serve",
    **variables: str,
) -> Iterator[Site]:
    """Serve with several uvicorn processes on one PostgreSQL database and one Redis.

    Uses the servers named by DATABASE_URL and REDIS_URL, and a new database that is dropped at the end. The
    workers reach the database through `database_port` on loopback when that is given. With `solver` there is one more
    worker, to which nobody is sent: it does the searches that nobody waits for, and the others leave them to it.
    """
    with _new_database() as database:
        if database_port:
            there = urlsplit(database)
            database = database.replace(f":{there.port}/", f":{database_port}/")
        environment = _environment(DATABASE_URL=database, **variables)
        ports = [free_port() for _ in range(workers + solver)]
        site = Site([f"http://127.0.0.1:{port}" for port in ports], environment, folder)
        if solver:
            site.fronted = workers
            site.environment["BACKGROUND_SEARCHES"] = "0"
            site.apart[workers] = {"BACKGROUND_SEARCHES": "1", "SOLVERS": "1"}
        site.manage("migrate", "--verbosity", "0")
        commands = [[server, "--port", str(port), "--application", application] for port in ports]
        with _running(site, commands):
            yield site


def collect_static(folder: Path) -> dict[str, str]:
    """Collect the files that a site serves into ``folder``; return the variables by which it serves them from there.

    Without the admin's files, which are half of all, and which no page here asks for.
    """
    variables = {"STATIC_ROOT": str(folder), "STATIC_MANIFEST": "1"}
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0", "--ignore=admin"]
    collecting = {**os.environ, **variables, "SECRET_KEY": "unused", "DATABASE_URL": "sqlite://:memory:"}
    subprocess.run(command, cwd=ROOT, env=collecting, check=True)
    return variables


_held: list[socket.socket] = []


def free_port() -> int:
    """Return a port on which nobody listens, and which is given to nobody else as long as this process lives.

    It stays bound here. A server that allows an address to be used again, as all of ours do, can listen on it all the
    same; whoever asks for just any port, or connects from one, gets another: also while the server is started again.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _held.append(holder)
    port: int = holder.getsockname()[1]
    return port


def _environment(**variables: str) -> dict[str, str]:
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DJANGO"))
    }
    # A short countdown keeps the tests quick; the plain countdown has its own test.
    fixed = {"SECRET_KEY": secrets.token_hex(32), "COUNTDOWN": "1", "PYTHONWARNINGS": "default"}
    # Everybody has one address in a test; the limits have tests of their own.
    fixed["RATE_LIMITS"] = "0"
    # Giving up ends a race at once, unless the test is about taking that back.
    fixed["RESIGN_UNDO"] = "0"
    return {**inherited, **fixed, **variables}


@contextmanager
def _running(site: Site, commands: list[list[str]]) -> Iterator[None]:
    with ExitStack() as stack:
        site.commands = commands
        # A worker may have been started anew meanwhile: whichever runs at the end is stopped.
        stack.callback(_stop_all, site)
        for number in range(len(commands)):
            site._spawn(number)
        for number, url in enumerate(site.urls):
            _wait_for(url, site, number)
        yield


def _wait_for(url: str, site: Site, number: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=START_SECONDS):
                return
        except (urllib.error.URLError, OSError):
            if site.processes[number].poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"worker {number} did not start:\n{site.log(number)}") from None
            time.sleep(0.05)


def _stop_all(site: Site) -> None:
    running = [process for process in site.processes if process.poll() is None]
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def _new_database() -> Iterator[str]:
    given = urlsplit(os.environ["DATABASE_URL"])
    name = f"site_{secrets.token_hex(6)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(given._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
