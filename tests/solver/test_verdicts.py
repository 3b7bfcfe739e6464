"""What the solver says of whole deals, against verdicts worked out by an independent program."""

import json
from pathlib import Path

import pytest

from engine.game import History, replay
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, lowest, solve

VECTORS = Path(__file__).parent.parent / "engine" / "vectors"
SAYS = {"winnable": "won", "lost": "lost"}


@pytest.mark.parametrize("key", RULESETS)
def test_every_verdict_of_the_vectors_is_found_and_every_log_replays(key: str) -> None:
    ruleset = find_ruleset(key)
    verdicts = json.loads((VECTORS / f"{key}.json").read_text())["verdicts"]
    assert verdicts
    for number, expected in verdicts.items():
        seed = seed_of_number(int(number))
        verdict = solve(ruleset, ruleset.deal(seed), Budget(nodes=4_000_000))
        assert verdict.outcome == SAYS[expected], f"deal {number}"
        if verdict.outcome == "won":
            history = replay(ruleset, seed, verdict.moves)
            assert history.won
            assert history.score == verdict.score


@pytest.mark.parametrize("key", ["cruel", "cruel-limited-5", "royal-family", "alternations"])
def test_a_position_in_the_middle_of_a_game_is_solved_from_there(key: str) -> None:
    ruleset = find_ruleset(key)
    number = {"cruel-limited-5": 17, "royal-family": 4}.get(key, 1)
    seed = seed_of_number(number)
    way = solve(ruleset, ruleset.deal(seed), Budget(nodes=4_000_000)).moves
    history = History(ruleset, seed)
    for text in way[: len(way) // 2]:
        history.play(text)
    verdict = solve(ruleset, history.table, Budget(nodes=4_000_000))
    assert verdict.outcome == "won"
    for text in verdict.moves:
        history.play(text)
    assert history.won


def test_a_won_table_is_won_without_a_move() -> None:
    for key in ("cruel", "alternations"):
        ruleset = find_ruleset(key)
        seed = seed_of_number(1)
        history = replay(ruleset, seed, solve(ruleset, ruleset.deal(seed), Budget(nodes=4_000_000)).moves)
        for search in (solve, lowest):
            verdict = search(ruleset, history.table, Budget(nodes=1000))
            assert (verdict.outcome, verdict.moves, verdict.score) == ("won", (), 0)


def test_the_front_of_a_lost_deal_proves_the_loss_where_no_search_ends() -> None:
    # The first pile holds a king on a card of its own suit, and nothing before it ever moves.
    ruleset = find_ruleset("cruel")
    verdict = solve(ruleset, ruleset.deal(seed_of_number(48)), Budget(nodes=1000))
    assert verdict.outcome == "lost"
    assert verdict.nodes < 1000


def test_the_lowest_score_meets_its_bound_or_lies_above() -> None:
    ruleset = find_ruleset("cruel")
    table = ruleset.deal(seed_of_number(1))
    first = solve(ruleset, table, Budget(nodes=1_000_000))
    best = lowest(ruleset, table, Budget(nodes=400_000))
    assert first.score is not None
    assert best.score is not None
    assert 8 <= best.bound <= best.score < first.score


def test_the_lowest_score_of_most_deals_is_proved_to_be_the_lowest() -> None:
    ruleset = find_ruleset("cruel")
    for number, score in ((1, 9), (2, 9)):
        best = lowest(ruleset, ruleset.deal(seed_of_number(number)), Budget(nodes=1_500_000))
        assert (best.score, best.bound) == (score, score)
