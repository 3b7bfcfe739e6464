"""Who beat whom."""

from dataclasses import dataclass

import pytest

from racing.ranking import rank


@dataclass
class Attempt:
    name: str
    outcome: str | None = "won"
    progress: int = 52
    score: int = 40
    slips: int = 0
    time_ms: int | None = 60_000


def places(goal: str, *attempts: Attempt, same_for_all: bool = False) -> str:
    return " ".join(
        f"{place}:{attempt.name}" for place, attempt in rank(attempts, goal, same_for_all=same_for_all)
    )


@pytest.mark.parametrize("goal", ["fewest_moves", "first_home"])
@pytest.mark.parametrize("outcome", ["lost", "resigned", "timeout"])
def test_who_won_is_before_who_did_not_whatever_else(goal: str, outcome: str) -> None:
    slow = Attempt("ana", score=900, time_ms=9_000_000)
    near = Attempt("boris", outcome, progress=51, score=1, time_ms=1)
    assert places(goal, near, slow) == "1:ana 2:boris"


def test_fewest_moves_ranks_winners_by_score_and_then_by_time() -> None:
    ana = Attempt("ana", score=41, time_ms=10)
    boris = Attempt("boris", score=40, time_ms=30)
    clara = Attempt("clara", score=40, time_ms=20)
    assert places("fewest_moves", ana, boris, clara) == "1:clara 2:boris 3:ana"


def test_first_home_ranks_winners_by_time_whatever_their_score() -> None:
    ana = Attempt("ana", score=90, time_ms=10)
    boris = Attempt("boris", score=40, time_ms=30)
    assert places("first_home", boris, ana) == "1:ana 2:boris"


def test_first_home_breaks_a_tie_of_time_by_slips() -> None:
    ana = Attempt("ana", slips=2, score=2)
    boris = Attempt("boris", slips=1, score=1)
    assert places("first_home", ana, boris) == "1:boris 2:ana"


@pytest.mark.parametrize("goal", ["fewest_moves", "first_home"])
def test_who_did_not_win_is_ranked_by_progress_then_score_then_time(goal: str) -> None:
    ana = Attempt("ana", "lost", progress=20, score=30, time_ms=5)
    boris = Attempt("boris", "timeout", progress=21, score=99, time_ms=99)
    clara = Attempt("clara", "resigned", progress=20, score=30, time_ms=4)
    dina = Attempt("dina", "lost", progress=20, score=29, time_ms=9)
    assert places(goal, ana, boris, clara, dina) == "1:boris 2:dina 3:clara 4:ana"


def test_equal_in_all_is_a_tie_and_the_next_place_is_skipped() -> None:
    ana, boris = Attempt("ana"), Attempt("boris")
    clara = Attempt("clara", score=50)
    assert places("fewest_moves", ana, boris, clara) == "1:ana 1:boris 3:clara"


def test_where_the_deal_decides_for_all_the_first_at_its_end_is_first_home_even_if_lost() -> None:
    ana = Attempt("ana", "lost", progress=40, score=3, slips=3, time_ms=10)
    boris = Attempt("boris", "lost", progress=40, score=0, slips=0, time_ms=11)
    clara = Attempt("clara", "lost", progress=40, score=1, slips=1, time_ms=10)
    assert places("first_home", ana, boris, clara, same_for_all=True) == "1:clara 2:ana 3:boris"
    assert places("fewest_moves", ana, boris, clara, same_for_all=True) == "1:boris 2:clara 3:ana"
