"""Measures the service on this machine: `python -m tests.load`, or `make load`. Traffic stays on loopback.

By default five runs on the same workers, servers and cores: the bare echo, an echo behind our own middleware and
consumer, the game with each ply committed alone, the game with plies committed in groups, and a thousand racers at an
ordinary pace. When asked for: the bare echo by uvicorn as it comes, and a soak, short races by generations, for growth.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import resource
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import uvloop

from tests.front import front
from tests.load.onsite import helper_of
from tests.load.racer import DIALS
from tests.load.runs import Plan, Result, echo, folder_for, others_of, race
from tests.load.soak import soak
from tests.servers import Site, cluster_site
from tests.services import Services

RUNS = ("echo", "stack", "alone", "groups", "pace")
APPLICATIONS = {
    "echo": "tests.load.echo:application",
    "plain": "tests.load.echo:application",
    "stack": "tests.load.stack:application",
}


def main() -> int:
    asked = _arguments()
    # Each client is an open file.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    if asked.one_core:
        # Before anything is started, and so for all of it.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        asked.workers = 1
    results: list[Result] = []
    with Services(durable=True) as services, tempfile.TemporaryDirectory(prefix="patience-load-") as place:
        for name in asked.runs:
            result = _one(name, asked, services, Path(place))
            results.append(result)
            print(result.line(), flush=True)
            for line in result.wrong:
                print(f"  WRONG: {line}")
    _compare({result.name: result for result in results})
    if asked.json:
        asked.json.write_text(json.dumps([dataclasses.asdict(result) for result in results], indent=1))
    failed = any(result.wrong or result.dropped or result.closed for result in results)
    return 1 if failed else 0


def _one(name: str, asked: argparse.Namespace, services: Services, place: Path) -> Result:
    folder = folder_for(place, name)
    # The solver is no part of what is measured.
    variables = {"LOG_LEVEL": asked.log_level, "SOLVERS": "0"}
    if name == "alone":
        variables["PLIES_IN_A_GROUP"] = "1"
    application = APPLICATIONS.get(name, "racing.asgi:application")
    with ExitStack() as stack:
        server = "tests.load.plain" if name == "plain" else "racing.serve"
        site = stack.enter_context(
            cluster_site(folder, asked.workers, application, server=server, **variables)
        )
        stack.enter_context(helper_of(site))
        address, nginx = _address(stack, site, asked)
        others = partial(others_of, services.keeper, nginx)
        if name in APPLICATIONS:
            return uvloop.run(echo(name, site, address, asked.clients, asked.seconds, others, asked.client))
        if name in ("pace", "soak"):
            plan = Plan(asked.races, asked.racers, asked.seconds, asked.every)
        else:
            plan = Plan(asked.clients // 2, 2, asked.seconds)
        plan.latency, plan.ruleset, plan.client = asked.latency / 1000, asked.ruleset, asked.client
        if name == "soak":
            return uvloop.run(soak(name, site, address, plan, asked.plies, others))
        return uvloop.run(race(name, site, address, plan, others))


def _address(stack: ExitStack, site: Site, asked: argparse.Namespace) -> tuple[str, int | None]:
    if asked.one_core:
        return site.url.replace("http://", "ws://"), None
    # Sockets reach all workers through nginx, as on a real site.
    url, process = stack.enter_context(front(site))
    return url.replace("http://", "ws://"), process.pid


def _compare(results: dict[str, Result]) -> None:
    def ratio(one: str, other: str, words: str) -> None:
        if one in results and other in results and results[other].per_second:
            by_cpu = results[other].cpu / results[one].cpu
            print(f"{words}: {results[one].per_second / results[other].per_second:.2f}, by CPU {by_cpu:.2f}")

    ratio("groups", "echo", "validated and durable, of the bare echo's rate")
    ratio("groups", "plain", "validated and durable, of the rate of a bare echo by uvicorn as it comes")
    ratio(
        "groups", "stack", "validated and durable, of the echo's rate behind our own middleware and consumer"
    )
    ratio("groups", "alone", "in groups, of the rate of each ply alone")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument(
        "runs",
        nargs="*",
        choices=[*RUNS, "plain", "soak", []],
        default=list(RUNS),
        help="default: the first five",
    )
    parser.add_argument("--seconds", type=float, default=15, help="measured time of each run")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--clients", type=int, default=100, help="of the runs in which each waits for its answer"
    )
    parser.add_argument(
        "--races", type=int, default=250, help="of the run at an ordinary pace, of a generation"
    )
    parser.add_argument("--plies", type=int, default=30, help="of each racer of a generation")
    parser.add_argument("--racers", type=int, default=4, help="in each of those races")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a racer's moves")
    parser.add_argument(
        "--latency", type=float, default=0, help="milliseconds there and back, added in the client"
    )
    parser.add_argument(
        "--one-core", action="store_true", help="one worker without nginx, and everything on one core"
    )
    parser.add_argument("--client", choices=DIALS, default="own", help="what plays: our own, or a library")
    parser.add_argument("--ruleset", default="cruel")
    parser.add_argument("--log-level", default="WARNING", help="LOG_LEVEL of the workers")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
