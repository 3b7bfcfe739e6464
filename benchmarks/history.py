"""Measure what a live table costs a server: its memory, and the time to rebuild it from its log.

    python -m benchmarks.history [--tables 50]

The logs are the longest of each ruleset's won games in tests/engine/vectors.
"""

import argparse
import json
import time
import tracemalloc
from pathlib import Path

from engine.game import History, replay
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number

VECTORS = Path(__file__).parents[1] / "tests" / "engine" / "vectors"
RULESETS = ("cruel", "ripple-fan", "alternations")


def longest_log(key: str) -> tuple[int, list[str]]:
    """Return the deal's number and the moves."""
    games = json.loads((VECTORS / f"{key}.json").read_text(encoding="utf-8"))["games"]
    game = max(games, key=lambda game: len(game["moves"]))
    return game["deal"], game["moves"]


def rebuild(key: str) -> History:
    deal, log = longest_log(key)
    return replay(find_ruleset(key), seed_of_number(deal), log)


def seconds_to_rebuild(key: str, times: int) -> float:
    """Return the best of several times."""
    deal, log = longest_log(key)
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        replay(find_ruleset(key), seed_of_number(deal), log)
        best = min(best, time.process_time() - start)
    return best


def bytes_of_table(key: str, tables: int) -> float:
    """Return what one more live table needs, averaged over several that share what they can."""
    rebuild(key)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [rebuild(key) for _ in range(tables)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    options = parser.parse_args()
    print(f"{'':14}{'plies':>8}{'rebuild ms':>12}{'kilobytes':>12}")
    for key in RULESETS:
        plies = len(longest_log(key)[1])
        milliseconds = seconds_to_rebuild(key, options.tables) * 1000
        print(f"{key:14}{plies:8}{milliseconds:12.2f}{bytes_of_table(key, options.tables) / 1000:12.1f}")


if __name__ == "__main__":
    main()
