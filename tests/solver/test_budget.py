"""A search keeps to what it was given: nodes, seconds, memory, and the word to stop."""

import subprocess
import sys
import tracemalloc
from itertools import count

import pytest

from engine.rulesets import ALTERNATIONS, find_ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, lowest, prepare, solve
from engine.solver.alternations import room
from engine.solver.alternations.plan import EFFORTS, POINTS
from engine.solver.alternations.rows import deal_of
from engine.solver.budget import SLICE
from engine.solver.cruel import best, depth, layers
from engine.solver.cruel.rows import row_of

HARD = {"cruel": 313, "royal-family": 1, "alternations": 45}
"""Deals that the first searches do not decide."""


@pytest.mark.parametrize("key", HARD)
def test_the_same_nodes_give_the_same_answer(key: str) -> None:
    ruleset = find_ruleset(key)
    for number in (HARD[key], 3):
        table = ruleset.deal(seed_of_number(number))
        assert solve(ruleset, table, Budget(nodes=150_000)) == solve(ruleset, table, Budget(nodes=150_000))


@pytest.mark.parametrize("key", HARD)
def test_a_search_stops_when_it_is_told_to(key: str) -> None:
    ruleset = find_ruleset(key)
    asked = count()
    verdict = solve(ruleset, ruleset.deal(seed_of_number(HARD[key])), Budget(stop=lambda: next(asked) >= 4))
    assert verdict.outcome == "open"
    assert verdict.nodes <= 5 * SLICE


@pytest.mark.parametrize("search", [solve, lowest])
def test_a_search_ends_when_its_time_is_over(search) -> None:
    ruleset = find_ruleset("alternations")
    ticks = count()
    budget = Budget(seconds=20, clock=lambda: float(next(ticks)))
    verdict = search(ruleset, ruleset.deal(seed_of_number(45)), budget)
    assert verdict.outcome == "open"
    assert 20 <= verdict.seconds <= 23


def test_seconds_without_a_clock_are_refused() -> None:
    with pytest.raises(ValueError, match="clock"):
        Budget(seconds=1)


def test_the_tables_take_no_more_memory_than_was_reckoned() -> None:
    ruleset = find_ruleset("cruel")
    row = row_of(ruleset, ruleset.deal(seed_of_number(1)))

    def held(room: tuple) -> int:
        return sum(len(array) * array.itemsize for array in room if hasattr(array, "itemsize"))

    for width in (1000, 16_000):
        beam = layers.new_beam(row, width, noise=3, salt=0, layers=160)
        assert held(beam) <= layers.beam_bytes(width, 160) * 1.05
        whole = layers.new_beam(row, 4 * width, noise=3, salt=0, layers=12, spread=layers.WHOLE)
        assert held(whole) <= layers.beam_bytes(4 * width, 12, layers.WHOLE) * 1.05
    assert held(best.new_queue(row, 100_000, 3, 0)) <= best.queue_bytes(100_000) * 1.05
    assert held(depth.new_shaft(row, 1 << 18, 100)) <= depth.shaft_bytes(1 << 18) * 1.05
    _, row, waste = deal_of(ALTERNATIONS, ALTERNATIONS.deal(seed_of_number(1)))
    for effort in EFFORTS:
        stage = room.new_stage(row, waste, POINTS[0], **effort._asdict(), gives_back=False, noise=3, salt=0)
        assert held(stage) <= room.stage_bytes(*effort) * 1.05


@pytest.mark.parametrize("key", [*HARD, "cruel-when-stuck", "ripple-fan"])
@pytest.mark.parametrize("search", [solve, lowest])
def test_a_search_never_holds_more_memory_than_it_may(key: str, search) -> None:
    ruleset = find_ruleset(key)
    prepare(ruleset)
    tracemalloc.start()
    search(ruleset, ruleset.deal(seed_of_number(HARD.get(key, 2))), Budget(nodes=600_000, memory=16 << 20))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= 17 << 20


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, solve
from engine.solver.accelerate import COMPILES
assert not COMPILES
for key, number, nodes in {cases!r}:
    ruleset = find_ruleset(key)
    verdict = solve(ruleset, ruleset.deal(seed_of_number(number)), Budget(nodes=nodes))
    print(verdict.outcome, verdict.nodes, *verdict.moves)
"""


def test_without_the_accelerator_the_answers_are_the_same() -> None:
    cases = [
        ("cruel", 8, 3000),
        ("cruel-when-stuck", 2, 5000),
        ("royal-family", 3, 800),
        ("alternations", 1, 500),
    ]
    code = WITHOUT_NUMBA.format(cases=cases)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for (key, number, nodes), line in zip(cases, told.splitlines(), strict=True):
        ruleset = find_ruleset(key)
        verdict = solve(ruleset, ruleset.deal(seed_of_number(number)), Budget(nodes=nodes))
        assert line.split() == [verdict.outcome, str(verdict.nodes), *verdict.moves]
