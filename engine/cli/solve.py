"""Lets the solver loose on deals, for people and, as JSON lines, for scripts."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from time import monotonic
from typing import Final, TextIO

from engine.game import Ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, Verdict, lowest, solve

BAR: Final = 30
"""Characters of the progress bar."""


def solve_deals(
    ruleset: Ruleset,
    numbers: Sequence[int],
    out: TextIO,
    bar: TextIO | None = None,
    *,
    seconds: float | None,
    nodes: int | None = None,
    shortest: bool = False,
    as_json: bool = False,
) -> None:
    """Write a line for each deal: its verdict, within so many seconds or nodes. The progress goes to `bar`.

    With `shortest`, the lowest score is looked for, and the line says the bound that was proved.
    """
    search = lowest if shortest else solve
    budget = Budget(seconds=seconds, nodes=nodes, clock=monotonic)
    for done, number in enumerate(numbers):
        _show(bar, done, len(numbers))
        verdict = search(ruleset, ruleset.deal(seed_of_number(number)), budget)
        _clear(bar)
        out.write((_json if as_json else _line)(number, verdict, shortest) + "\n")
        out.flush()


def _json(number: int, verdict: Verdict, shortest: bool) -> str:
    facts = asdict(verdict)
    facts["verdict"] = facts.pop("outcome")
    facts["seconds"] = round(verdict.seconds, 3)
    if not shortest:
        facts.pop("bound")
    order = ("deal", "verdict", "moves", "score", "bound", "nodes", "seconds")
    facts = {"deal": number, **facts}
    return json.dumps({name: facts[name] for name in order if name in facts})


def _line(number: int, verdict: Verdict, shortest: bool) -> str:
    text = f"{number}: {verdict.outcome}"
    if verdict.score is not None:
        text += f", score {verdict.score}"
    if shortest and verdict.outcome != "lost":
        text += f", no lower than {verdict.bound}"
    text += f", {verdict.nodes} nodes, {verdict.seconds:.2f} s"
    return f"{text}\n  {' '.join(verdict.moves)}" if verdict.moves else text


def _show(bar: TextIO | None, done: int, deals: int) -> None:
    if bar:
        filled = BAR * done // deals
        bar.write(f"\r[{'#' * filled}{' ' * (BAR - filled)}] {done} of {deals}")
        bar.flush()


def _clear(bar: TextIO | None) -> None:
    if bar:
        bar.write("\r\x1b[K")
        bar.flush()
