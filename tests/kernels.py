"""Compiles the solver's kernels, so that no test waits for that: `python -m tests.kernels`, with NUMBA_CACHE_DIR set.

It takes one processor a minute in a fresh checkout, and no time once they are in the cache.
"""

from __future__ import annotations

from engine.rulesets import RULESETS
from engine.solver import Budget, lowest


def main() -> None:
    """Search every ruleset for a moment."""
    for ruleset in RULESETS.values():
        lowest(ruleset, ruleset.deal(bytes(32)), Budget(nodes=1))


if __name__ == "__main__":
    main()
