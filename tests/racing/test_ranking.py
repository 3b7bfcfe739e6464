"""Who beat whom."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from racing.ranking import NOT_WON, board_key, rank, sort_key


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


RESULTS = st.builds(
    Attempt,
    name=st.just("ana"),
    outcome=st.sampled_from(["won", "won", "lost", "resigned", "timeout"]),
    progress=st.integers(0, 104),
    score=st.integers(0, 2**20 - 1),
    slips=st.integers(0, 999),
    time_ms=st.none() | st.integers(0, 7 * 24 * 3600 * 1000),
)


@given(RESULTS, RESULTS, st.sampled_from(["fewest_moves", "first_home"]), st.booleans())
def test_the_one_number_of_a_board_sorts_as_the_ranking_does(
    one: Attempt, other: Attempt, goal: str, same_for_all: bool
) -> None:
    keys = [board_key(result, goal, same_for_all=same_for_all) for result in (one, other)]
    ranks = [sort_key(result, goal, same_for_all=same_for_all) for result in (one, other)]
    assert (keys[0] < keys[1], keys[0] == keys[1]) == (ranks[0] < ranks[1], ranks[0] == ranks[1])
    assert [key < NOT_WON for key in keys] == [result.outcome == "won" for result in (one, other)]
    assert min(keys) >= 0 and max(keys) < 2**63


def test_a_result_too_large_for_its_bits_stays_the_last_of_its_kind() -> None:
    endless = Attempt("ana", score=2**40, time_ms=2**50)
    assert (
        board_key(Attempt("boris", score=999), "fewest_moves") < board_key(endless, "fewest_moves") < NOT_WON
    )
