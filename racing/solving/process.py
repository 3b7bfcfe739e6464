"""One solver process: a search a line on its standard input, an answer a line on its standard output.

It knows the engine and nothing of the site: no settings, no database, no secrets but the deal it is asked about.
It ends when its standard input does, whatever it is doing then: that is how it ends with its server.
"""

from __future__ import annotations

import fcntl
import json
import os
import queue
import resource
import secrets
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.game import replay
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import SEED_SIZE, seed_of_number
from engine.solver import Budget, lowest, solve
from engine.solver.accelerate import COMPILES
from racing.solving.searches import Found, Search

# The last of all: a move that somebody plays must never wait for a search.
NICE = 15
# Bytes that Python, the compiler and the compiled code need on top of a search's tables.
PROGRAM_BYTES = 1 << 30
# A deal of the solver's own choice gets this long before the next one is tried.
SECONDS_A_DEAL = 0.5
# With these every kernel has run once.
WARMING_DEALS = (1, 2, 3)
WARMING_NODES = 20_000


class Inbox:
    """Reads in a thread of its own, so that a search can be stopped and the end is noticed at once."""

    def __init__(self) -> None:
        self._searches: queue.SimpleQueue[tuple[int, Search]] = queue.SimpleQueue()
        self._stopped = -1
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> tuple[int, Search]:
        """Wait for a search; return its number and it."""
        return self._searches.get()

    def is_stopped(self, number: int) -> bool:
        """Whether nobody wants this search's answer any more."""
        return self._stopped >= number

    def _read(self) -> None:
        for line in sys.stdin:
            content = json.loads(line)
            if "stop" in content:
                self._stopped = content["stop"]
            else:
                self._searches.put((content["number"], Search.of(content["search"])))
        os._exit(0)


def main(memory: int, cache: Path) -> None:
    """Answer searches, each with tables of ``memory`` bytes at most, until the input ends."""
    os.nice(NICE)
    bound_memory(memory + PROGRAM_BYTES)
    # Ctrl-C in the server's terminal is the server's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever else prints must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    inbox = Inbox()
    with alone(cache):
        warm(memory)
    print(json.dumps({"ready": True}), file=answers)
    while True:
        number, search = inbox.next()
        print(json.dumps({"number": number, **answer(search, memory, inbox, number)}), file=answers)


def bound_memory(size: int) -> None:
    """Let the system refuse this process more than ``size`` bytes, where the system can."""
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size if hard < 0 else min(size, hard), hard))
    except (
        OSError,
        ValueError,
    ):  # macOS knows the limit but does not set it; searches bound their tables anyway.
        pass


@contextmanager
def alone(cache: Path) -> Iterator[None]:
    """Hold the lock of the cache folder: of processes that start together one compiles, the others load."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        lock = (cache / "lock").open("w")
    except OSError:  # Nothing can be kept here, so there is nothing to share either.
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def warm(memory: int) -> None:
    """Compile, or load what was compiled before, so that no search pays for it."""
    if not COMPILES:
        return
    for ruleset in RULESETS.values():
        for number in WARMING_DEALS:
            table = ruleset.deal(seed_of_number(number))
            for look in (solve, lowest):
                look(ruleset, table, Budget(nodes=WARMING_NODES, memory=memory))


def answer(search: Search, memory: int, inbox: Inbox, number: int) -> dict[str, Any]:
    """Return ``{"found": …}``, or ``{"trouble": …}`` when the search could not be done."""
    try:
        found = (_any_deal if search.seed is None else _one_deal)(search, memory, inbox, number)
    except MemoryError:
        return {"found": asdict(Found(outcome="open", seed=search.seed or ""))}
    except Exception as error:
        # Told and not raised: the next search may be of another kind.
        return {"trouble": f"{type(error).__name__}: {error}"}
    return {"found": asdict(found)}


def _one_deal(search: Search, memory: int, inbox: Inbox, number: int) -> Found:
    assert search.seed is not None
    ruleset = find_ruleset(search.ruleset)
    history = replay(ruleset, bytes.fromhex(search.seed), search.log, search.take_back)
    budget = Budget(
        seconds=search.seconds,
        clock=time.monotonic,
        memory=memory,
        stop=lambda: inbox.is_stopped(number),
    )
    verdict = (lowest if search.shortest else solve)(ruleset, history.table, budget)
    return Found(
        outcome=verdict.outcome,
        moves=verdict.moves,
        score=verdict.score,
        bound=verdict.bound,
        nodes=verdict.nodes,
        seconds=verdict.seconds,
        seed=search.seed,
    )


def _any_deal(search: Search, memory: int, inbox: Inbox, number: int) -> Found:
    began = time.monotonic()
    nodes = 0
    while (left := search.seconds - (time.monotonic() - began)) > 0 and not inbox.is_stopped(number):
        deal = Search(
            ruleset=search.ruleset,
            seed=secrets.token_bytes(SEED_SIZE).hex(),
            seconds=min(left, SECONDS_A_DEAL),
        )
        found = _one_deal(deal, memory, inbox, number)
        if found.outcome == "won":
            return found
        nodes += found.nodes
    return Found(outcome="open", nodes=nodes, seconds=time.monotonic() - began)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
