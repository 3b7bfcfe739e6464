"""Generations of short races: each comes, plays and leaves, and what the workers keep of it shows as growth.

Logs that grow cannot hide it: memory is read when everybody has left, at the same point of each generation.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tests.load import processes
from tests.load.games import won_game
from tests.load.onsite import prepare, verify
from tests.load.racer import LoadRace, LoadRacer, Times
from tests.load.runs import Plan, Result, all_at_once, answered, points, workers_of
from tests.servers import Site

# What is under way when the last one has left: departures, the ends of races.
SETTLING_SECONDS = 3.0


async def soak(
    name: str,
    site: Site,
    address: str,
    plan: Plan,
    plies: int,
    others: Callable[[], dict[str, list[int]]],
) -> Result:
    """Play generations of races of `plies` plies each until time is up. The growth is that of the second half."""
    times, before = Times(), {key: processes.read_all(group) for key, group in _watched(site, others).items()}
    wrong: list[str] = []
    memory: list[tuple[float, int]] = []
    dropped, begun = 0, time.monotonic()
    while (passed := time.monotonic() - begun) < plan.seconds:
        racers = await _generation(site, address, plan, plies, times)
        dropped += sum(racer.waits for racer in racers)
        wrong += await asyncio.to_thread(
            verify, site, {racer.id: dict(enumerate(racer.acked, 1)) for racer in racers}
        )
        memory.append((passed, processes.read_all(workers_of(site)).memory))
        print(f"  generation {len(memory)}: {memory[-1][1] / 2**20:.1f} MB without anybody", flush=True)
    passed = time.monotonic() - begun
    after = {key: processes.read_all(group) for key, group in _watched(site, others).items()}
    used = {key: ((after[key].cpu - before[key].cpu) / passed, after[key].memory / 2**20) for key in after}
    half = next(size for at, size in memory if at >= passed / 2 or size == memory[-1][1])
    return Result(
        name=f"{name} ({len(memory)} x {plan.races * plan.racers})",
        per_second=len(times.acks) / passed,
        acks=points(times.acks),
        screens=points(times.screens),
        dropped=dropped,
        refused=len(times.refused),
        closed=len(times.closed),
        wrong=wrong,
        processes=used,
        kilobytes_per_racer=0.0,
        growth_kilobytes=(memory[-1][1] - half) / 1024,
    )


async def _generation(site: Site, address: str, plan: Plan, plies: int, times: Times) -> list[LoadRacer]:
    deal, moves = won_game(plan.ruleset)
    made = await asyncio.to_thread(
        prepare, site, races=plan.races, racers=plan.racers, ruleset=plan.ruleset, deal=deal, start=True
    )
    every = plan.every or 1.0
    racers = []
    for one in made:
        shared = LoadRace(one["code"], moves)
        racers += [
            LoadRacer(shared, entrant, times, every=every, watches=seat == plan.racers - 1)
            for seat, entrant in enumerate(one["entrants"])
        ]
    await all_at_once([lambda racer=racer: racer.connect(address) for racer in racers])  # type: ignore[misc]  # mypy sees no type in the default
    times.measuring = True
    for number, racer in enumerate(racers):
        racer.start(every * number / len(racers))
    await asyncio.sleep(plies * every)
    for racer in racers:
        racer.stop()
    await answered(racers)
    for racer in racers:
        racer.resign()
    await asyncio.sleep(SETTLING_SECONDS)
    for racer in racers:
        racer.hang_up()
    await asyncio.sleep(SETTLING_SECONDS)
    return racers


def _watched(site: Site, others: Callable[[], dict[str, list[int]]]) -> dict[str, list[int]]:
    return {"workers": workers_of(site), **others()}
