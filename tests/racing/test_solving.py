"""Solver processes: bounded, stopped when asked, killed without harm, gone with their server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.conf import settings

from engine.game import replay
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from racing.solving import pool as pools
from racing.solving.handle import DiedError, Handle
from racing.solving.pool import SolverPool, Unavailable
from racing.solving.searches import Found, Search
from tests.racing.solvers import WARM_SECONDS, endless

SECONDS = 300.0
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def pool(solver_pool: SolverPool) -> SolverPool:
    return solver_pool


def search(ruleset: str, deal: int, seconds: float = 300.0) -> Search:
    return Search(ruleset=ruleset, seed=seed_of_number(deal).hex(), seconds=seconds)


def found(pool: SolverPool, wanted: Search) -> Found:
    return pool.ask(wanted).result.result(SECONDS)


def running(pool: SolverPool, wanted: Search, urgent: bool = True) -> pools.Job:
    """A job that has begun."""
    job = pool.ask(wanted, urgent=urgent)
    eventually(job.result.running)
    return job


def eventually(holds: object) -> None:
    assert callable(holds)
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_won_position_comes_with_a_log_that_the_engine_plays_to_the_win(pool: SolverPool) -> None:
    answer = found(pool, search("cruel-when-stuck", 3))
    assert answer.outcome == "won"
    history = replay(find_ruleset("cruel-when-stuck"), seed_of_number(3), answer.moves)
    assert history.won
    assert history.score == answer.score


def test_a_position_in_the_middle_is_searched_from_there(pool: SolverPool) -> None:
    whole = found(pool, search("cruel-when-stuck", 3)).moves
    middle = Search(
        ruleset="cruel-when-stuck", seed=seed_of_number(3).hex(), log=(whole[0], "u", *whole[:9]), seconds=300
    )
    rest = found(pool, middle)
    assert rest.outcome == "won"
    assert replay(find_ruleset("cruel-when-stuck"), seed_of_number(3), (*whole[:9], *rest.moves)).won


def test_a_lost_deal_is_proved_to_be_lost(pool: SolverPool) -> None:
    assert found(pool, search("cruel-when-stuck", 2)).outcome == "lost"


def test_a_deal_of_the_solvers_own_choice_can_be_won(pool: SolverPool) -> None:
    first, second = (found(pool, Search(ruleset="clock", seconds=300)) for _ in range(2))
    assert first.seed != second.seed
    for answer in (first, second):
        assert replay(find_ruleset("clock"), bytes.fromhex(answer.seed), answer.moves).won


def test_a_log_that_does_not_play_is_trouble_and_the_next_search_is_not(pool: SolverPool) -> None:
    wrong = Search(ruleset="cruel", seed=seed_of_number(1).hex(), log=("1-1",), seconds=5)
    with pytest.raises(Unavailable, match="solver_failed"):
        found(pool, wrong)
    assert found(pool, search("cruel-when-stuck", 3)).outcome == "won"


def test_stopping_ends_a_search_at_once(pool: SolverPool) -> None:
    job = running(pool, endless())
    job.stop()
    assert job.result.result(SECONDS).outcome == "open"


def test_a_search_can_be_stopped_while_its_process_is_being_started(pool: SolverPool) -> None:
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not is_alive(pid))
    job = running(pool, endless())
    job.stop()
    assert job.result.result(SECONDS).outcome == "open"


def test_a_stopped_search_whose_process_dies_found_nothing(
    pool: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(handle: Handle, wanted: Search) -> Found:
        job.stop()
        raise DiedError

    begun = threading.Event()
    monkeypatch.setattr(
        Handle, "search", lambda handle, wanted: (begun.wait(SECONDS), die(handle, wanted))[1]
    )
    job = pool.ask(search("cruel-when-stuck", 3))
    begun.set()
    assert job.result.result(SECONDS).outcome == "open"


def test_a_full_queue_says_at_once_that_it_is_busy(pool: SolverPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "QUEUE", 2)
    first = running(pool, endless())
    waiting = [pool.ask(endless()) for _ in range(2)]
    began = time.monotonic()
    with pytest.raises(Unavailable, match="solver_busy"):
        pool.ask(endless())
    assert time.monotonic() - began < 60.0, "those before it take ten minutes"
    for job in [*waiting, first]:
        job.stop()
    assert all(job.result.cancelled() for job in waiting)
    first.result.result(SECONDS)


def test_a_killed_process_is_replaced_and_its_search_is_done_all_the_same(pool: SolverPool) -> None:
    job = running(pool, endless())
    before = pool.pids()
    os.kill(before[0], signal.SIGKILL)
    eventually(lambda: pool.pids() not in ([], before))
    job.stop()
    assert job.result.result(SECONDS).outcome == "open"
    assert found(pool, search("cruel-when-stuck", 3)).outcome == "won"


def test_a_search_whose_process_is_killed_every_time_is_refused(pool: SolverPool) -> None:
    job = running(pool, endless())
    for _ in range(pools.TRIES):
        eventually(pool.pids)
        before = pool.pids()
        os.kill(before[0], signal.SIGKILL)
        eventually(lambda before=before: job.result.done() or pool.pids() not in ([], before))
    with pytest.raises(Unavailable, match="solver_failed"):
        job.result.result(SECONDS)


def test_work_that_nobody_waits_for_makes_way_and_is_done_later(pool: SolverPool) -> None:
    patient = running(pool, endless(), urgent=False)
    assert found(pool, search("cruel-when-stuck", 3)).outcome == "won"
    assert not patient.result.done()
    patient.stop()
    patient.result.result(SECONDS)


def test_solver_processes_have_low_priority_and_a_bound_on_memory(pool: SolverPool) -> None:
    (pid,) = pool.pids()
    assert os.getpriority(os.PRIO_PROCESS, pid) >= 15
    limits = Path(f"/proc/{pid}/limits")
    if limits.exists():
        line = next(line for line in limits.read_text().splitlines() if line.startswith("Max address space"))
        assert "unlimited" not in line.split("  ")[1]


def test_solver_processes_are_told_no_secret_of_the_server(pool: SolverPool) -> None:
    environment = Path(f"/proc/{pool.pids()[0]}/environ")
    if not environment.exists():
        pytest.skip("this system does not show the environment of a process")
    names = {entry.split(b"=")[0] for entry in environment.read_bytes().split(b"\0")}
    assert not names & {b"SECRET_KEY", b"DATABASE_URL", b"REDIS_URL"}


def test_without_solvers_every_search_is_refused() -> None:
    with pytest.raises(Unavailable, match="solver_off"):
        SolverPool(0, settings.SOLVER_MEMORY, settings.SOLVER_CACHE).ask(endless())


def test_solver_processes_end_with_a_server_that_is_killed() -> None:
    program = (
        "from pathlib import Path; import sys, time\n"
        "from racing.solving.pool import SolverPool\n"
        "pool = SolverPool(1, 1 << 28, Path(sys.argv[1]))\n"
        f"assert pool.wait_until_warm({WARM_SECONDS})\n"
        "print(pool.pids()[0], flush=True); time.sleep(600)\n"
    )
    command = [sys.executable, "-c", program, str(settings.SOLVER_CACHE)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        solver = int(server.stdout.readline())
        server.kill()
    eventually(lambda: not is_alive(solver))


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except FileNotFoundError:
        return False
