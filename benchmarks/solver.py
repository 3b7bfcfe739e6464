"""Measure the solver: what share of deals it decides in how long, how fast it is, and the lowest scores it finds.

    python -m benchmarks.solver [EDITION...] [--deals 20] [--first 1] [--seconds 0.1 1] [--lowest 5] [--json]

Deals are known by their numbers, so every figure but the times can be had again. A deal is searched once, for the
longest of the times; whatever was decided earlier would have been decided with less. Times are the processor's, of this
process, so that what else a machine does disturbs them little. Some editions are no rulesets of the catalogue: they are
here because they have been measured elsewhere.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any, Final

from engine.game import Ruleset
from engine.rules import at_any_time, whole_piles
from engine.rulesets import CRUEL, CRUEL_WHEN_STUCK, RIPPLE_FAN, ROYAL_FAMILY, RULESETS
from engine.shuffle import seed_of_number
from engine.solver import Budget, Outcome, Verdict, lowest, prepare, solve

EDITIONS: Final[dict[str, Ruleset]] = {
    "cruel-when-stuck, by pile": replace(CRUEL_WHEN_STUCK, layout=whole_piles),
    **{
        key: RULESETS[key] for key in ("cruel-when-stuck", "cruel-limited-3", "cruel-limited-5", "ripple-fan")
    },
    "royal-family": ROYAL_FAMILY,
    "cruel": CRUEL,
    "cruel, three redeals": replace(CRUEL, redeal_limit=3),
    "ripple-fan, any time": replace(RIPPLE_FAN, redeal_allowed=at_any_time),
    "royal-family, any time": replace(ROYAL_FAMILY, redeal_allowed=at_any_time),
    "alternations": RULESETS["alternations"],
}
LOWEST: Final = ("cruel", "alternations")
OUTCOMES: Final[tuple[Outcome, ...]] = ("won", "lost", "open")


def verdicts(ruleset: Ruleset, numbers: Sequence[int], seconds: float, *, low: bool = False) -> list[Verdict]:
    """Return what the solver says of each deal, with so many seconds of processor time for each."""
    prepare(ruleset)
    budget = Budget(seconds=seconds, clock=time.process_time)
    found = []
    for number in numbers:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{ruleset.name} {number}\x1b[K")
        found.append((lowest if low else solve)(ruleset, ruleset.deal(seed_of_number(number)), budget))
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    return found


def shares(found: Sequence[Verdict], seconds: float) -> dict[str, int]:
    """Return how many were won, lost and open after so many seconds.

    >>> shares([Verdict("won", seconds=0.5), Verdict("lost", seconds=0.2), Verdict("lost", seconds=3)], 1)
    {'won': 1, 'lost': 1, 'open': 1}
    """
    by_then = [verdict.outcome if verdict.seconds <= seconds else "open" for verdict in found]
    return {outcome: by_then.count(outcome) for outcome in OUTCOMES}


def decided(found: Sequence[Verdict], times: Sequence[float]) -> dict[str, Any]:
    """Return the figures of an edition: shares after each of the times, medians, the worst, nodes a second."""
    known = [verdict.seconds for verdict in found if verdict.outcome != "open"]
    won = [verdict for verdict in found if verdict.outcome == "won"]
    return {
        "deals": len(found),
        "after": {str(seconds): shares(found, seconds) for seconds in times},
        "median_ms": round(1000 * median(known), 2) if known else None,
        "worst_ms": round(1000 * max(known), 1) if known else None,
        "nodes_per_second": round(sum(v.nodes for v in found) / max(1e-9, sum(v.seconds for v in found))),
        "score": median(v.score or 0 for v in won) if won else None,
        "plies": median(len(v.moves) for v in won) if won else None,
    }


def scored(found: Sequence[Verdict]) -> dict[str, Any]:
    """Return the figures of a search for low scores: the best, the median, and what was proved."""
    scores = [verdict.score for verdict in found if verdict.score is not None]
    return {
        "deals": len(found),
        "won": len(scores),
        "best": min(scores, default=None),
        "median": median(scores) if scores else None,
        "median_bound": median(v.bound for v in found if v.outcome != "lost") if scores else None,
        "proved": sum(v.outcome == "won" and v.bound == v.score for v in found),
    }


def show(name: str, figures: dict[str, Any]) -> None:
    """Print an edition's figures as a row of the table in the docs."""
    after = "; ".join(
        f"{' / '.join(str(counts[outcome]) for outcome in OUTCOMES)} in {seconds} s"
        for seconds, counts in figures["after"].items()
    )
    print(
        f"| `{name}` | {figures['deals']} | {after} | {figures['median_ms']} ms | {figures['worst_ms']} ms "
        f"| {figures['score']:g} | {figures['nodes_per_second'] / 1e6:.2f} M |",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description="Measure the solver.")
    parser.add_argument("editions", nargs="*", help=f"of these: {'; '.join(EDITIONS)}")
    parser.add_argument("--deals", type=int, default=20, help="for each edition")
    parser.add_argument("--first", type=int, default=1, help="the number of the first deal")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.1, 1], help="0: no verdicts")
    parser.add_argument("--lowest", type=float, default=0, help="seconds for a lowest score, 0: none")
    parser.add_argument("--json", action="store_true", help="one object for everything")
    options = parser.parse_args(arguments)
    if unknown := set(options.editions) - set(EDITIONS):
        parser.error(f"no such edition: {', '.join(sorted(unknown))}")
    numbers = range(options.first, options.first + options.deals)
    result: dict[str, Any] = {"verdicts": {}, "lowest": {}}
    chosen = options.editions or list(EDITIONS)
    for name in chosen if max(options.seconds) else ():
        figures = decided(verdicts(EDITIONS[name], numbers, max(options.seconds)), options.seconds)
        result["verdicts"][name] = figures
        if not options.json:
            show(name, figures)
    for name in (options.editions or LOWEST) if options.lowest else ():
        figures = scored(verdicts(EDITIONS[name], numbers, options.lowest, low=True))
        result["lowest"][name] = figures
        if not options.json:
            print(
                f"| `{name}`, lowest | " + " | ".join(f"{k} {v}" for k, v in figures.items()) + " |",
                flush=True,
            )
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
