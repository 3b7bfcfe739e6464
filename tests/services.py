"""Private PostgreSQL and Redis servers for tests: started in a temporary folder, always stopped again.

Standard library only. The servers listen on free loopback ports behind random passwords, and belong to
a small keeper process whose standard input is a pipe from the one that asked for them. However that one
ends, Ctrl-C and `kill -9` included, the pipe closes, and the keeper stops the servers and removes the folder.

    python -m tests.services run -- COMMAND...     COMMAND with DATABASE_URL and REDIS_URL set
"""

from __future__ import annotations

import json
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, MutableMapping
from pathlib import Path
from typing import IO

# Starting takes about two seconds; a machine that needs this long is broken, not busy.
START_SECONDS = 240.0
STOP_SECONDS = 30.0
POSTGRES_SETTINGS = {
    # The data live as long as one test run, so nothing has to survive a power cut.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    # Two server processes, the tests and a browser's worth of sockets fit with room to spare.
    "max_connections": "200",
    "shared_buffers": "64MB",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "logging_collector": "off",
}
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}


class ServiceError(Exception):
    """A server is not installed or did not start; the message says what to do."""


class Services:
    """The servers that the environment does not name already: reserve, start, stop.

    Reserving is cheap and fixes the addresses, so that settings can be loaded before anything runs.
    """

    def __init__(self, environment: MutableMapping[str, str] = os.environ, durable: bool = False) -> None:
        """Reserve a port and a password for each missing server and put the URLs into `environment`."""
        self._durable = durable
        self._plan: dict[str, tuple[int, str]] = {}
        self._reserved: list[socket.socket] = []
        self._keeper: subprocess.Popen[bytes] | None = None
        if "DATABASE_URL" not in environment:
            port, password = self._reserve("postgres")
            environment["DATABASE_URL"] = f"postgres://patience:{password}@127.0.0.1:{port}/patience"
        if "REDIS_URL" not in environment:
            port, password = self._reserve("redis")
            environment["REDIS_URL"] = f"redis://default:{password}@127.0.0.1:{port}/0"

    def _reserve(self, server: str) -> tuple[int, str]:
        # The socket stays bound until the server starts, so that nobody else is given the port.
        holder = socket.socket()
        holder.bind(("127.0.0.1", 0))
        self._reserved.append(holder)
        self._plan[server] = holder.getsockname()[1], secrets.token_hex(16)
        return self._plan[server]

    def start(self) -> None:
        """Start the reserved servers and wait until they answer; harmless when they run already.

        Raises ServiceError when one is not installed or does not start.
        """
        if self._keeper or not self._plan:
            return
        for holder in self._reserved:
            holder.close()
        self._keeper = subprocess.Popen(
            [sys.executable, __file__, "keep"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A session of its own: Ctrl-C in the terminal ends the tests first and the servers after them.
            start_new_session=True,
        )
        assert self._keeper.stdin and self._keeper.stdout
        self._keeper.stdin.write(json.dumps({**self._plan, "durable": self._durable}).encode() + b"\n")
        self._keeper.stdin.flush()
        answer = self._keeper.stdout.readline().decode().strip()
        if answer != "ready":
            self.stop()
            raise ServiceError(answer or "the test servers' keeper died")

    def stop(self) -> None:
        """Stop what runs and wait until it is gone; harmless when nothing runs."""
        for holder in self._reserved:
            holder.close()
        if self._keeper and self._keeper.stdin and self._keeper.stdout:
            self._keeper.stdin.close()
            self._keeper.wait(STOP_SECONDS * 10)
            self._keeper.stdout.close()
            self._keeper = None

    @property
    def keeper(self) -> int:
        """The process id of the keeper, whose children the servers are."""
        return self._keeper.pid if self._keeper else 0

    def __enter__(self) -> Services:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Keeper:
    """Starts the servers of a plan in one folder and owns every process that it started."""

    def __init__(self) -> None:
        """Make the folder; as root it belongs to the account that will run the servers."""
        self.folder = Path(tempfile.mkdtemp(prefix="patience-services-"))
        self._account = _unprivileged_account()
        self._processes: list[tuple[subprocess.Popen[bytes], signal.Signals]] = []
        if self._account:
            os.chown(self.folder, self._account.pw_uid, self._account.pw_gid)

    def start_redis(self, port: int, password: str) -> None:
        """Start a Redis that writes nothing to disk."""
        binary = shutil.which("redis-server")
        if not binary:
            raise ServiceError("redis-server is not installed: on Debian, apt-get install redis-server")
        # In a file, because a command line is for everybody on the machine to read.
        settings = self.folder / "redis.conf"
        settings.write_text(
            f"port {port}\nbind 127.0.0.1\nrequirepass {password}\n"
            f'save ""\nappendonly no\ndir {self.folder}\ndaemonize no\n'
        )
        server = self._spawn([binary, str(settings)])

        def answers() -> bool:
            with socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS) as connection:
                connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
                replies = connection.makefile("rb")
                return [replies.readline(), replies.readline()] == [b"+OK\r\n", b"+PONG\r\n"]

        self._wait_until(answers, server)

    def start_postgres(self, port: int, password: str, durable: bool = False) -> None:
        """Start a fresh PostgreSQL cluster with one account and one database, both `patience`."""
        settings = POSTGRES_SETTINGS | (DURABLE if durable else {})
        binaries = _postgres_binaries()
        data, secret = self.folder / "data", self.folder / "password"
        secret.write_text(password)
        command = [str(binaries / "initdb"), "--pgdata", str(data), "--username", "patience", "--no-sync"]
        command += ["--encoding", "UTF8", "--no-locale", "--auth", "scram-sha-256", "--pwfile", str(secret)]
        if self._spawn(command).wait(START_SECONDS):
            raise ServiceError(f"initdb failed: {self._log_tail()}")
        command = [str(binaries / "postgres"), "-D", str(data), "-p", str(port)]
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        # SIGQUIT ends PostgreSQL at once, without writing out data that nobody will read.
        server = self._spawn(command, how=signal.SIGQUIT)
        address = ["--host", "127.0.0.1", "--port", str(port)]

        def answers() -> bool:
            return subprocess.run([binaries / "pg_isready", "-q", *address], check=False).returncode == 0

        self._wait_until(answers, server)
        command = [str(binaries / "createdb"), *address, "--username", "patience", "patience"]
        if self._spawn(command, PGPASSWORD=password).wait(START_SECONDS):
            raise ServiceError(f"createdb failed: {self._log_tail()}")

    def leave(self) -> None:
        """End every process that still runs, and remove the folder."""
        for process, how in self._processes:
            process.send_signal(how)
        for process, _ in self._processes:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _spawn(
        self, command: list[str], how: signal.Signals = signal.SIGTERM, **variables: str
    ) -> subprocess.Popen[bytes]:
        # A small environment: PostgreSQL's own PG* variables of the developer's shell must not reach it.
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC", **variables}
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self._account.pw_uid if self._account else None,
                group=self._account.pw_gid if self._account else None,
                extra_groups=[] if self._account else None,
            )
        self._processes.append((process, how))
        return process

    def _wait_until(self, answers: Callable[[], bool], server: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            if server.poll() is not None:
                raise ServiceError(f"a test server ended as it started: {self._log_tail()}")
            try:
                if answers():
                    return
            except OSError:
                pass  # Nobody listens yet.
            if time.monotonic() > deadline:
                raise ServiceError(f"a test server does not answer: {self._log_tail()}")
            time.sleep(0.02)

    def _log_tail(self) -> str:
        return "\n".join((self.folder / "log").read_text(errors="replace").splitlines()[-5:])


def _unprivileged_account() -> pwd.struct_passwd | None:
    """Who runs the servers: we ourselves, unless we are root, which PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServiceError("PostgreSQL refuses to run as root, and there is no account 'postgres' or 'nobody'")


def _postgres_binaries() -> Path:
    """The folder of the newest PostgreSQL: Debian keeps its server programs out of PATH."""
    versions = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if versions:
        return max(versions, key=lambda path: [int(part) for part in re.findall(r"\d+", path.parent.name)])
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    raise ServiceError("the PostgreSQL server is not installed: on Debian, apt-get install postgresql")


def keep(asked: IO[str], answer: IO[str]) -> int:
    """Be the keeper's process: read the plan, run its servers until `asked` ends, leave nothing behind."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    plan, keeper = json.loads(asked.readline()), Keeper()
    try:
        if "redis" in plan:
            keeper.start_redis(*plan["redis"])
        if "postgres" in plan:
            keeper.start_postgres(plan["postgres"][0], plan["postgres"][1], plan["durable"])
        print("ready", file=answer, flush=True)
        asked.read()
    except ServiceError as error:
        print(" ".join(str(error).split()), file=answer, flush=True)
        return 1
    finally:
        keeper.leave()
    return 0


def run(command: Iterable[str]) -> int:
    """Run `command` with the servers up and return its exit code (128 + n when signal n ended it)."""
    environment = dict(os.environ)
    with Services(environment):
        process = subprocess.Popen(list(command), env=environment)
        # A terminal's Ctrl-C reaches the command by itself; a plain `kill` of us has to be handed on.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        code = process.wait()
    return code if code >= 0 else 128 - code


def main(arguments: list[str]) -> int:
    """Entry point of `python -m tests.services`."""
    if arguments == ["keep"]:
        return keep(sys.stdin, sys.stdout)
    if len(arguments) > 2 and arguments[:2] == ["run", "--"]:
        try:
            return run(arguments[2:])
        except (ServiceError, FileNotFoundError) as error:
            print(error, file=sys.stderr)
            return 1
    print("usage: python -m tests.services run -- COMMAND...", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
