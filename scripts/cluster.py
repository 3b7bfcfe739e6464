"""The topology of docker-compose.yml on this machine, without Docker: `make cluster`.

Private PostgreSQL and Redis servers, workers, one more that only searches, and nginx in front, all on loopback. A
worker that dies is started again; SIGHUP restarts one after the other, as an upgrade does. Ctrl-C stops everything, and
nothing is kept: data live in a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from tests.front import front
from tests.servers import Site, cluster_site
from tests.services import ServiceError, Services

LOOK_SECONDS = 0.5
# Tests are served in more of a hurry: here it is as on a site.
AS_ON_A_SITE = {"COUNTDOWN": "5", "RATE_LIMITS": "1", "RESIGN_UNDO": "5"}


class Stopped(Exception):
    """Somebody asked us to stop."""


def main() -> int:
    """Run the cluster until SIGINT or SIGTERM."""
    parser = argparse.ArgumentParser(prog="python -m scripts.cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="nginx listens here, on 127.0.0.1")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    with ExitStack() as stack:
        try:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="patience-cluster-")))
            stack.enter_context(Services(durable=True))
            _run(stack, folder, asked)
        except Stopped:
            print("\nStopping.")
        except (ServiceError, RuntimeError) as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def _run(stack: ExitStack, folder: Path, asked: argparse.Namespace) -> None:
    static = folder / "static"
    variables = {
        "STATIC_ROOT": str(static),
        "STATIC_MANIFEST": "1",
        **AS_ON_A_SITE,
        "PUBLIC_URL": f"http://127.0.0.1:{asked.port}",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, env={**os.environ, "SECRET_KEY": secrets.token_hex(32), **variables}, check=True)
    site = stack.enter_context(
        cluster_site(folder, asked.workers, database_port=None, solver=True, **variables)
    )
    address, _ = stack.enter_context(front(site, asked.port))
    print(f"\nPatience Racing: {address}/")
    for number, url in enumerate(site.urls):
        what = "solver" if number == site.fronted else f"worker {number}"
        print(f"  {what}: {url}  (process {site.processes[number].pid})")
    print(
        f"Logs are in {folder}. kill -HUP {os.getpid()} restarts the workers one by one; Ctrl-C stops.\n",
        flush=True,
    )
    _watch(site)


def _watch(site: Site) -> None:
    rolling = False

    def roll(number: int, frame: FrameType | None) -> None:
        nonlocal rolling
        rolling = True

    signal.signal(signal.SIGHUP, roll)
    while True:
        if rolling:
            rolling = False
            for worker in range(len(site.urls)):
                site.restart(worker)
                print(f"worker {worker} restarted", flush=True)
        for worker, process in enumerate(site.processes):
            if process.poll() is not None:
                print(f"worker {worker} ended with {process.returncode}: starting it again", flush=True)
                site.start(worker)
        time.sleep(LOOK_SECONDS)


def _stop(number: int, frame: FrameType | None) -> None:
    # A second Ctrl-C must not interrupt the cleaning up.
    for again in (signal.SIGINT, signal.SIGTERM):
        signal.signal(again, signal.SIG_IGN)
    raise Stopped


if __name__ == "__main__":
    sys.exit(main())
