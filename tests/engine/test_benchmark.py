"""The benchmark runs, and measures what it says."""

from benchmarks.engine import GOALS, RULESETS, measure, random_chess, random_patience
from benchmarks.history import RULESETS as KINDS_OF_TABLE
from benchmarks.history import bytes_of_table, rebuild, seconds_to_rebuild


def test_the_benchmark_measures_every_figure_of_every_game() -> None:
    rates = measure(games=1, rounds=1)
    assert set(rates) == {"chess", *RULESETS}
    for figures in rates.values():
        assert set(figures) == set(GOALS)
        assert all(len(rounds) == 1 and min(rounds) > 0 for rounds in figures.values())


def test_random_games_are_the_same_every_time() -> None:
    assert random_patience("cruel", 3) == random_patience("cruel", 3) != random_patience("cruel", 4)
    assert random_chess(3) == random_chess(3)


def test_a_live_table_is_rebuilt_and_weighed() -> None:
    assert all(len(rebuild(key).log) > 100 for key in KINDS_OF_TABLE)
    assert seconds_to_rebuild("cruel", 1) > 0
    assert 1_000 < bytes_of_table("alternations", 2) < 100_000
