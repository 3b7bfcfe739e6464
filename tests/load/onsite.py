"""A site's own code and settings, in one process that stays beside it: races made, and logs held to account.

To start Python and Django each time takes more than all that is asked of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.servers import ROOT, Site

_helpers: dict[int, subprocess.Popen[str]] = {}


@contextmanager
def helper_of(site: Site) -> Iterator[None]:
    """Keep a process with the site's settings, as they are now, for `prepare` and `verify`."""
    with (site.folder / "helper.log").open("w") as log:
        helper = subprocess.Popen(
            [sys.executable, "-m", "tests.load.onsite"],
            cwd=ROOT,
            env=site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    _helpers[id(site)] = helper
    try:
        yield
    finally:
        del _helpers[id(site)]
        with helper:
            assert helper.stdin
            helper.stdin.close()


def prepare(
    site: Site,
    *,
    races: int = 1,
    racers: int = 2,
    ruleset: str = "cruel",
    deal: int | None = None,
    start: bool = False,
) -> list[dict[str, Any]]:
    """Open races, each with its racers: see tests.load.prepare. Without `deal` the deal is a secret one."""
    made: list[dict[str, Any]] = _asked(
        site, made={"races": races, "racers": racers, "ruleset": ruleset, "deal": deal, "start": start}
    )
    return made


def verify(site: Site, acked: Mapping[int, Mapping[int, str]]) -> list[str]:
    """Return what the database holds otherwise than the clients were told: entrant to ply number to move."""
    wrong: list[str] = _asked(site, acked={who: dict(plies) for who, plies in acked.items()})
    return wrong


def _asked(site: Site, **what: Any) -> Any:
    helper = _helpers[id(site)]
    assert helper.stdin and helper.stdout
    helper.stdin.write(json.dumps(what) + "\n")
    helper.stdin.flush()
    answer = helper.stdout.readline()
    assert answer, (site.folder / "helper.log").read_text()
    told = json.loads(answer)
    assert "trouble" not in told, told["trouble"]
    return told["answer"]


def main() -> None:
    """Answer line by line until the input ends."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
    django.setup()
    from django.db import connection

    from tests.load.prepare import prepared
    from tests.load.verify import faults_of

    for line in sys.stdin:
        asked = json.loads(line)
        answer: Any
        try:
            if "acked" in asked:
                answer = [wrong for who, log in asked["acked"].items() for wrong in faults_of(int(who), log)]
            else:
                answer = prepared(**asked["made"])
            told = {"answer": answer}
        except Exception:
            told = {"trouble": traceback.format_exc()}
        connection.close()
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
