"""The runs of the load: who connects, how long is measured, and what comes out."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from tests.load import processes
from tests.load.games import won_game
from tests.load.onsite import prepare, verify
from tests.load.racer import EchoClient, LoadRace, LoadRacer, Times
from tests.servers import Site

# Handshakes at a time: a thousand people do not come in the same moment either.
CONNECTING = 40
# Everything starts cold: the first seconds are not measured.
WARM_UP_SECONDS = 2.0
LARGEST_RUN_SECONDS = 600.0
LARGEST_CROWD = 4000


@dataclass
class Plan:
    """What to run: `every` None means that each client waits for its answer and plays on at once."""

    races: int
    racers: int
    seconds: float
    every: float | None = None
    latency: float = 0.0
    ruleset: str = "cruel"
    client: str = "own"

    def __post_init__(self) -> None:
        self.seconds = min(self.seconds, LARGEST_RUN_SECONDS)
        if self.races * self.racers > LARGEST_CROWD:
            raise ValueError(f"at most {LARGEST_CROWD} racers: {self.races} races of {self.racers} are more")


@dataclass
class Result:
    """What came out. Times are milliseconds, `processes` maps a name to (share of one core, MB)."""

    name: str
    per_second: float
    acks: tuple[float, float, float]
    screens: tuple[float, float, float]
    dropped: int
    refused: int
    closed: int
    wrong: list[str]
    processes: dict[str, tuple[float, float]]
    kilobytes_per_racer: float
    growth_kilobytes: float

    @property
    def cpu(self) -> float:
        """Milliseconds that all processes together spend on each message."""
        return sum(share for share, _ in self.processes.values()) / max(self.per_second, 1) * 1000

    def line(self) -> str:
        """Return the row of the report."""
        # Of CPU: time for each message, which other work on the machine does not blur as it does rates.
        busy = " ".join(
            f"{name} {cpu / max(self.per_second, 1) * 1000:.2f}ms/{mb:.0f}MB"
            for name, (cpu, mb) in self.processes.items()
        )
        screens = "{:.0f}/{:.0f}".format(*self.screens[:2]) if self.screens[2] else "-"
        lost = f"{self.dropped} dropped {self.refused} refused {self.closed} closed {len(self.wrong)} wrong"
        busy += f" all {self.cpu:.2f}ms"
        return (
            f"{self.name:<22} {self.per_second:7.0f}/s  ack p50/p99/max "
            + "{:.0f}/{:.0f}/{:.0f} ms".format(*self.acks)
            + f"  screen p50/p99 {screens} ms  {lost}  {busy}"
            + f"  {self.kilobytes_per_racer:.0f} KB a racer, grew {self.growth_kilobytes:.0f} KB"
        )


async def race(
    name: str, site: Site, address: str, plan: Plan, others: Callable[[], dict[str, list[int]]]
) -> Result:
    """Play races and measure; `others` names the processes besides the workers, as they are by then."""
    _, moves = won_game(plan.ruleset)
    times = Times()
    made = prepare(
        site,
        races=plan.races,
        racers=plan.racers,
        ruleset=plan.ruleset,
        deal=won_game(plan.ruleset)[0],
        start=True,
    )
    racers: list[LoadRacer] = []
    for one in made:
        shared = LoadRace(one["code"], moves)
        for seat, entrant in enumerate(one["entrants"]):
            racers.append(
                LoadRacer(
                    shared,
                    entrant,
                    times,
                    every=plan.every,
                    latency=plan.latency,
                    # One screen a race is read; the others get the same frames.
                    watches=seat == plan.racers - 1,
                    client=plan.client,
                )
            )
    before = processes.read_all(workers_of(site))
    await all_at_once([lambda racer=racer: racer.connect(address) for racer in racers])  # type: ignore[misc]  # mypy sees no type in the default
    connected = processes.read_all(workers_of(site))
    for number, racer in enumerate(racers):
        racer.start((plan.every or 0.1) * number / len(racers))
    busy, growth = await _measured(times, plan.seconds, lambda: {"workers": workers_of(site), **others()})
    for racer in racers:
        racer.stop()
    await answered(racers)
    for racer in racers:
        racer.hang_up()
    return Result(
        name=name,
        per_second=len(times.acks) / plan.seconds,
        acks=points(times.acks),
        screens=points(times.screens),
        dropped=sum(racer.waits for racer in racers),
        refused=len(times.refused),
        closed=len(times.closed),
        wrong=verify(site, {racer.id: dict(enumerate(racer.acked, 1)) for racer in racers}),
        processes=busy,
        kilobytes_per_racer=(connected.memory - before.memory) / len(racers) / 1024,
        growth_kilobytes=growth / 1024,
    )


async def echo(
    name: str,
    site: Site,
    address: str,
    clients: int,
    seconds: float,
    others: Callable[[], dict[str, list[int]]],
    client: str = "own",
) -> Result:
    """Let clients send the same frame and wait for it, as fast as it comes back."""
    times = Times()
    crowd = [EchoClient(times, client) for _ in range(clients)]
    await all_at_once([lambda one=one: one.connect(address) for one in crowd])  # type: ignore[misc]  # as above
    for one in crowd:
        one.start(0.0)
    busy, growth = await _measured(times, seconds, lambda: {"workers": workers_of(site), **others()})
    for one in crowd:
        one.hang_up()
    nothing = (0.0, 0.0, 0.0)
    rate = len(times.acks) / seconds
    return Result(name, rate, points(times.acks), nothing, 0, 0, 0, [], busy, 0.0, growth / 1024)


async def answered(racers: list[LoadRacer]) -> None:
    """Wait for what was sent: it is answered soon, or it is dropped."""
    for _ in range(100):
        if not any(racer.waits for racer in racers):
            break
        await asyncio.sleep(0.1)


async def all_at_once(doing: list[Callable[[], Awaitable[None]]]) -> None:
    """Do all of it, CONNECTING at a time."""
    limit = asyncio.Semaphore(CONNECTING)

    async def one(do: Callable[[], Awaitable[None]]) -> None:
        async with limit:
            await do()

    async with asyncio.TaskGroup() as tasks:
        for do in doing:
            tasks.create_task(one(do))


async def _measured(
    times: Times, seconds: float, watch: Callable[[], dict[str, list[int]]]
) -> tuple[dict[str, tuple[float, float]], int]:
    """Measure for so long. Returns CPU and memory by name, and how many bytes the workers grew meanwhile."""
    await asyncio.sleep(WARM_UP_SECONDS)
    watched = {**watch(), "load": [os.getpid()]}
    before = {name: processes.read_all(group) for name, group in watched.items()}
    times.measuring = True
    await asyncio.sleep(seconds)
    times.measuring = False
    after = {name: processes.read_all(group) for name, group in watched.items()}
    used = {
        name: ((after[name].cpu - before[name].cpu) / seconds, after[name].memory / 2**20) for name in watched
    }
    return used, after["workers"].memory - before["workers"].memory


def workers_of(site: Site) -> list[int]:
    """Return the processes that serve."""
    return [process.pid for process in site.processes]


def points(seconds: list[float]) -> tuple[float, float, float]:
    """Return p50, p99 and the longest, in milliseconds."""
    if not seconds:
        return 0.0, 0.0, 0.0
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return middle * 1000, late * 1000, ordered[-1] * 1000


def others_of(keeper: int, front: int | None) -> dict[str, list[int]]:
    """Return the processes of the servers that tests.services started, and nginx's, by name."""
    found: dict[str, list[int]] = {}
    for process in processes.family(keeper):
        program = processes.name(process)
        if program in ("postgres", "redis-server"):
            found.setdefault(program, []).append(process)
    if front is not None:
        found["nginx"] = processes.family(front)
    return found


def folder_for(parent: Path, name: str) -> Path:
    """Return a new folder for a site's logs."""
    folder = parent / name
    folder.mkdir()
    return folder
