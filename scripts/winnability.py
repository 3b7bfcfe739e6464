"""How many deals can be won: runs the solver over a fixed list of deal numbers and writes docs/winnability.md.

    python -m scripts.winnability run var/winnability.jsonl     (about half an hour; goes on where it stopped)
    python -m scripts.winnability write var/winnability.jsonl

Budgets are in nodes, so that the same numbers come out on any machine.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, lowest, solve

PAGE: Final = Path(__file__).parent.parent / "docs" / "winnability.md"
DEALS: Final = range(1, 1001)
NODES: Final = {
    "clock": 1000,
    "cruel-when-stuck": 10_000_000,
    "cruel-limited-3": 10_000_000,
    "cruel-limited-5": 10_000_000,
    "perseverance": 10_000_000,
    "ripple-fan": 10_000_000,
    "cruel": 20_000_000,
    "royal-family": 5_000_000,
    "alternations": 6_000_000,
}
"""Positions that a deal gets. `cruel-when-changed` is not here: it is won and lost with `cruel`."""

LOWEST_DEALS: Final = range(1, 101)
LOWEST_NODES: Final = dict.fromkeys(NODES, 300_000) | {"alternations": 600_000}
"""The score distribution is of the lowest scores found for the first deals. Proofs take nodes too."""

Row = dict[str, Any]


def run(file: Path) -> None:
    """Append a JSON line to the file for every deal that it does not hold yet."""
    os.nice(19 - os.nice(0))
    known = {(row["ruleset"], row["deal"], row["lowest"]) for row in _rows(file)}
    with file.open("a", encoding="utf-8") as out:
        for key, nodes in NODES.items():
            for number in DEALS:
                if (key, number, False) not in known:
                    _write(out, key, number, nodes, low=False)
            for number in LOWEST_DEALS if key != "clock" else ():
                if (key, number, True) not in known:
                    _write(out, key, number, LOWEST_NODES[key], low=True)


def _write(out: Any, key: str, number: int, nodes: int, *, low: bool) -> None:
    ruleset = find_ruleset(key)
    verdict = (lowest if low else solve)(ruleset, ruleset.deal(seed_of_number(number)), Budget(nodes=nodes))
    row = {
        "ruleset": key,
        "deal": number,
        "lowest": low,
        "verdict": verdict.outcome,
        "score": verdict.score,
        "bound": verdict.bound,
        "plies": len(verdict.moves),
        "nodes": verdict.nodes,
    }
    out.write(json.dumps(row) + "\n")
    out.flush()
    sys.stderr.write(f"\r{key} {number} {verdict.outcome}\x1b[K")


def _rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def write(file: Path) -> None:
    """Write the page from the rows of the file."""
    rows = _rows(file)
    lines = [HEAD]
    for key in NODES:
        mine = [row for row in rows if row["ruleset"] == key and not row["lowest"]]
        if mine:
            lines.append(_share_line(key, mine))
    lines.append(SCORES)
    for key in NODES:
        low = [row for row in rows if row["ruleset"] == key and row["lowest"] and row["verdict"] == "won"]
        if len(low) > 1:
            lines.append(_score_line(key, low))
    open_deals = [
        f"- `{key}`: {' '.join(str(row['deal']) for row in rows if _is_open(row, key))}"
        for key in NODES
        if any(_is_open(row, key) for row in rows)
    ]
    lines += [OPEN, *open_deals, AGAIN]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _is_open(row: Row, key: str) -> bool:
    return bool(row["ruleset"] == key and row["verdict"] == "open" and not row["lowest"])


def _share_line(key: str, rows: list[Row]) -> str:
    total = len(rows)
    counts = {outcome: sum(row["verdict"] == outcome for row in rows) for outcome in ("won", "lost", "open")}
    low, _ = wilson(counts["won"], total)
    _, high = wilson(counts["won"] + counts["open"], total)
    return (
        f"| {key} | {total} | {counts['won']} | {counts['lost']} | {counts['open']} "
        f"| {low:.1%} to {high:.1%} | {NODES[key]:,} |"
    )


def _score_line(key: str, rows: list[Row]) -> str:
    scores = [row["score"] for row in rows]
    low, middle, high = quantiles(scores, n=4, method="inclusive")
    proved = sum(row["score"] == row["bound"] for row in rows)
    bounds = quantiles([row["bound"] for row in rows], n=4, method="inclusive")
    return (
        f"| {key} | {len(rows)} | {min(scores)} | {low:g} | {middle:g} | {high:g} | {max(scores)} "
        f"| {bounds[1]:g} | {proved} |"
    )


def wilson(successes: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Return the ends of the Wilson interval for a share, 95% with this z.

    >>> wilson(500, 1000)
    (0.46907..., 0.53092...)
    """
    share, weight = successes / total, z * z / total
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * sqrt(share * (1 - share) / total + weight / (4 * total))
    return middle - half, middle + half


HEAD: Final = """# How many deals can be won

Written by `scripts/winnability.py`; do not edit it here. Every deal is known by its number and can be checked.

*Won* means that the solver has a log that the rules play to a win. *Lost* means that it proved that there is none: by
seeing every position, or by the argument in [the solver's decision](decisions/0007-how-the-solver-gets-fast.md). *Open*
means neither within the nodes given. All cards are known to the solver, face-down cards and the stock too: in
Alternations a player who cannot see them wins less often. The interval is 95% (Wilson) for the share of all deals that
can be won, its lower end counting no open deal as won and its upper end all of them.

| ruleset | deals, from 1 | won | lost | open | share that can be won | nodes a deal |
|---|---|---|---|---|---|---|"""

SCORES: Final = f"""
`cruel-when-changed` is won and lost with `cruel`: a redeal that changes nothing helps nobody.

Clock is a known quantity: 1 deal in 13, which is 7.7%.

## Lowest scores found

Of the first {len(LOWEST_DEALS)} deals, those won when the lowest score was looked for with {LOWEST_NODES["cruel"]:,}
nodes each, in Alternations {LOWEST_NODES["alternations"]:,}: the quartiles of the scores, the median of the bounds
proved, and how often the two meet, so that the score is proved to be the lowest there is.

| ruleset | deals won | best | lower quartile | median | upper quartile | worst | bound, median | proved lowest |
|---|---|---|---|---|---|---|---|---|"""

OPEN: Final = """
## Open deals
"""

AGAIN: Final = """
## Again

    python -m scripts.winnability run var/winnability.jsonl
    python -m scripts.winnability write var/winnability.jsonl

The first takes about half an hour on one core and goes on where it stopped; budgets are in nodes, so the numbers stay
the same on any machine. More about one deal: `python -m engine solve RULESET DEAL --seconds 60 --shortest`."""


def main(arguments: Iterable[str] | None = None) -> None:
    """Run or write."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.winnability", description="How many deals can be won."
    )
    parser.add_argument("what", choices=("run", "write"))
    parser.add_argument("file", type=Path, help="the rows, one JSON object a line")
    options = parser.parse_args(None if arguments is None else list(arguments))
    {"run": run, "write": write}[options.what](options.file)


if __name__ == "__main__":
    main()
