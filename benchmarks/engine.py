"""Measure checked plies per second against python-chess, on random games, in the same run.

    python -m benchmarks.engine [--games 20] [--rounds 15] [--json]

Two figures for each game: a checked ply (`History.play`, `Board.push_uci`), and a checked ply with the list of legal
moves after it (`History.legal`, `list(Board.legal_moves)`). Every round plays new games, so that nothing remembered
from a round answers for the next; in a round all take turns, so that a busy machine is busy for all. The first round
warms up. The figures are medians over the other rounds, of rates and of ratios. New games are made, and the random
moves chosen, outside the measured time.
"""

import argparse
import gc
import json
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import chess

from engine.game import History
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number

RULESETS = ("cruel", "alternations")
GOALS = {"plies": 5, "plies_and_legal": 10}
LONGEST = 200
"""Plies after which a random game stops: beyond, random Alternations only carries cards to and fro."""

Log = list[str]


def new_patience(key: str, number: int) -> History:
    return History(find_ruleset(key), seed_of_number(number))


def random_patience(key: str, number: int) -> Log:
    chance = random.Random(number)
    game = new_patience(key, number)
    while not (game.won or game.blocked) and len(game.log) < LONGEST:
        game.play(chance.choice(game.legal()))
    return list(game.log)


def random_chess(number: int) -> Log:
    chance = random.Random(number)
    board = chess.Board()
    log: Log = []
    while not board.is_game_over() and len(log) < LONGEST:
        move = chance.choice(list(board.legal_moves))
        log.append(move.uci())
        board.push(move)
    return log


def play_patience(game: History, log: Log) -> None:
    play = game.play
    for text in log:
        play(text)


def play_patience_and_list(game: History, log: Log) -> None:
    play, legal = game.play, game.legal
    for text in log:
        play(text)
        legal()


def play_chess(board: chess.Board, log: Log) -> None:
    push_uci = board.push_uci
    for text in log:
        push_uci(text)


def play_chess_and_list(board: chess.Board, log: Log) -> None:
    push_uci = board.push_uci
    for text in log:
        push_uci(text)
        list(board.legal_moves)


def seconds(games: list[Any], play: Callable[[Any, Log], None], logs: list[Log]) -> float:
    gc.collect()
    start = time.process_time()
    for game, log in zip(games, logs, strict=True):
        play(game, log)
    return time.process_time() - start


def measure(games: int, rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return for each game and figure the plies per second of every round but the first."""
    plans: dict[str, tuple[Callable[[int], Log], Callable[[int], Any], dict[str, Any]]] = {
        "chess": (
            random_chess,
            lambda _: chess.Board(),
            {"plies": play_chess, "plies_and_legal": play_chess_and_list},
        )
    }
    for key in RULESETS:
        plans[key] = (
            partial(random_patience, key),
            partial(new_patience, key),
            {"plies": play_patience, "plies_and_legal": play_patience_and_list},
        )
    rates: dict[str, dict[str, list[float]]] = {name: {figure: [] for figure in GOALS} for name in plans}
    # All games are chosen before any is measured: what was remembered while choosing them is long forgotten by then.
    everything = range(1, (rounds + 1) * games + 1)
    chosen = {
        name: [random_log(number) for number in everything] for name, (random_log, _, _) in plans.items()
    }
    for first in range(0, len(everything), games):
        numbers = everything[first : first + games]
        for name, (_, new, ways) in plans.items():
            logs = chosen[name][first : first + games]
            for figure, way in ways.items():
                taken = seconds([new(number) for number in numbers], way, logs)
                rates[name][figure].append(sum(map(len, logs)) / taken)
    return {name: {figure: row[1:] for figure, row in figures.items()} for name, figures in rates.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rates = measure(options.games, options.rounds)
    summary = {
        name: {
            figure: {
                "per_second": round(median(rows)),
                "ratio": round(
                    median(ours / theirs for ours, theirs in zip(rows, rates["chess"][figure], strict=True)),
                    2,
                ),
                "goal": GOALS[figure],
            }
            for figure, rows in figures.items()
        }
        for name, figures in rates.items()
    }
    if options.json:
        print(json.dumps(summary))
        return
    print(f"{'':14}{'plies/s':>12}{'ratio':>8}{'plies+legal/s':>16}{'ratio':>8}")
    for name, figures in summary.items():
        cells = "".join(
            f"{cell['per_second']:{width},}{cell['ratio']:8.1f}"
            for cell, width in zip(figures.values(), (12, 16), strict=True)
        )
        print(f"{name:14}{cells}")
    print(f"{'goal':14}{'':12}{GOALS['plies']:8.1f}{'':16}{GOALS['plies_and_legal']:8.1f}")


if __name__ == "__main__":
    main()
