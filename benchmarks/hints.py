"""Measure how soon a hint is there: from random positions of every ruleset, what the solver says within a second.

    python -m benchmarks.hints [RULESET...] [--positions 100] [--seconds 1] [--json]

A position is a deal after some moves of its winning log, or of none if it has no known one, and then up to ten moves at
random: as of somebody who has played well, and then less well. What was won or proved lost by then is answered: where
nothing wins any more, that is what a hint says. Times are the processor's. A position that is met again is a new search
here; on the site the log of a hint is kept, and the next ones come from it.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import quantiles
from typing import Any

from engine.building import Building
from engine.game import Ruleset
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, Verdict, prepare, solve
from engine.table import Table

ASIDE = 10
"""Moves at random, at most."""
LOG_NODES = 300_000
"""For the log that a position lies on, or beside."""


def positions(ruleset: Ruleset, count: int) -> Iterator[Table]:
    """Return the positions, the same ones every time; none of them is won."""
    chance = Random(ruleset.key)
    number = 0
    while count:
        number += 1
        table = ruleset.deal(seed_of_number(number))
        way = solve(ruleset, table, Budget(nodes=LOG_NODES)).moves
        for text in way[: chance.randrange(len(way) or 1)]:
            table = _after(ruleset, table, text)
        for _ in range(chance.randrange(ASIDE + 1)):
            legal = ruleset.legal(table)
            if not legal:
                break
            table = _after(ruleset, table, chance.choice(legal))
        if not ruleset.won(table):
            count -= 1
            yield table


def _after(ruleset: Ruleset, table: Table, text: str) -> Table:
    return table.after(ruleset.effects(table, ruleset.read(text)))


def figures(found: Sequence[Verdict], seconds: float) -> dict[str, Any]:
    """Return how many positions were answered in time, and the times of all, those that were not answered last."""
    times = sorted(verdict.seconds if verdict.outcome != "open" else seconds for verdict in found)
    outcomes = [verdict.outcome for verdict in found]
    percentiles = quantiles(times, n=100, method="inclusive")
    return {
        "positions": len(found),
        "won": outcomes.count("won"),
        "lost": outcomes.count("lost"),
        "open": outcomes.count("open"),
        "median_ms": round(1000 * percentiles[49], 1),
        "p90_ms": round(1000 * percentiles[89], 1),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    keys = [key for key, ruleset in RULESETS.items() if isinstance(ruleset, Building)]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hints", description="Measure hints.")
    parser.add_argument("rulesets", nargs="*", help=f"of these: {', '.join(keys)}")
    parser.add_argument("--positions", type=int, default=100, help="for each ruleset")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    parser.add_argument("--json", action="store_true", help="one object for everything")
    options = parser.parse_args(arguments)
    if unknown := set(options.rulesets) - set(keys):
        parser.error(f"no such ruleset: {', '.join(sorted(unknown))}")
    result = {}
    for key in options.rulesets or keys:
        ruleset = find_ruleset(key)
        prepare(ruleset)
        budget = Budget(seconds=options.seconds, clock=time.process_time)
        found = [solve(ruleset, table, budget) for table in positions(ruleset, options.positions)]
        result[key] = figures(found, options.seconds)
        if not options.json:
            row = result[key]
            answered = row["won"] + row["lost"]
            print(
                f"| `{key}` | {row['positions']} | {row['won']} / {row['lost']} / {row['open']} "
                f"| {answered / row['positions']:.0%} | {row['median_ms']} ms | {row['p90_ms']} ms |",
                flush=True,
            )
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
