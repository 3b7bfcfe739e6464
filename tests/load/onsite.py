"""Work done with a site's own code and settings, in a process of its own: races made, and logs held to account."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from tests.servers import ROOT, Site


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
    options = ["--races", str(races), "--racers", str(racers), "--ruleset", ruleset]
    options += ["--secret"] if deal is None else ["--deal", str(deal)]
    made: list[dict[str, Any]] = json.loads(
        _run(site, "tests.load.prepare", *options, *["--start"][: int(start)])
    )
    return made


def verify(site: Site, acked: Mapping[int, Mapping[int, str]]) -> list[str]:
    """Return what the database holds otherwise than the clients were told: entrant to ply number to move."""
    given = {str(who): {str(ply): move for ply, move in plies.items()} for who, plies in acked.items()}
    return [line for line in _run(site, "tests.load.verify", given=json.dumps(given)).splitlines() if line]


def _run(site: Site, module: str, *arguments: str, given: str = "") -> str:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=site.environment, input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{module} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
