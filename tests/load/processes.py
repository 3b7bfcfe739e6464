"""CPU and memory of processes, from /proc."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Reading:
    """Seconds of CPU used so far, and resident bytes now."""

    cpu: float
    memory: int

    def __add__(self, other: Reading) -> Reading:
        return Reading(self.cpu + other.cpu, self.memory + other.memory)


def read(process: int) -> Reading:
    """Return what one process has used; nothing for one that is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return Reading(0.0, 0)
    return Reading((int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE)


def read_all(processes: list[int]) -> Reading:
    """Return the sum over some processes."""
    total = Reading(0.0, 0)
    for process in processes:
        total += read(process)
    return total


def family(process: int) -> list[int]:
    """Return a process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # gone meanwhile
        children.setdefault(parent, []).append(int(stat.parent.name))
    found, waiting = [], [process]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += children.get(one, [])
    return found


def name(process: int) -> str:
    """Return the name of a process's program, or nothing when it is gone."""
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""
