"""On positions with few cards left the solver says what looking at everything says, in every ruleset."""

from collections import deque

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.building import Building
from engine.cards import FACE_DOWN, PACK, suit
from engine.game import History
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import seed_of_number
from engine.solver import Budget, lowest, solve
from engine.table import Table

BUILDINGS = [key for key, ruleset in RULESETS.items() if isinstance(ruleset, Building)]
MOST = 4000
"""Positions that the plain search looks at; larger games are passed over."""


def everything(ruleset: Building, table: Table) -> int | None:
    """Return the lowest score of a win, -1 for none, None when there is too much to see: the rules and a queue."""
    key = (table.piles, table.redeals if ruleset.redeal_limit is not None else 0)
    seen, waiting = {key: 0}, deque([(0, table)])
    while waiting:
        score, table = waiting.popleft()
        key = (table.piles, table.redeals if ruleset.redeal_limit is not None else 0)
        if score > seen[key]:
            continue
        if ruleset.won(table):
            return score
        for text in ruleset.legal(table):
            move = ruleset.read(text)
            after = table.after(ruleset.effects(table, move))
            cost = move.cost
            key = (after.piles, after.redeals if ruleset.redeal_limit is not None else 0)
            if score + cost < seen.get(key, 1 << 30):
                seen[key] = score + cost
                (waiting.append if cost else waiting.appendleft)((score + cost, after))
        if len(seen) > MOST:
            return None
    return -1


@st.composite
def tables(draw: st.DrawFn, key: str) -> tuple[Building, Table]:
    """Draw a table with few cards that are not home yet, lying anywhere."""
    ruleset = find_ruleset(key)
    assert isinstance(ruleset, Building)
    start = ruleset.deal(bytes(32))
    left = draw(st.lists(st.integers(0, 4 if ruleset.decks == 1 else 2), min_size=len(ruleset.foundations)))
    left = (left + [0] * 8)[: len(ruleset.foundations)]
    piles = dict.fromkeys(start.places, b"")
    rest: list[int] = []
    for place, name in enumerate(ruleset.foundations):
        cards = [card for card in PACK if suit(card) == place // ruleset.decks]
        piles[name] = bytes(cards[: 13 - left[place]])
        rest += cards[13 - left[place] :]
    rest = list(draw(st.permutations(rest)))
    places = [*ruleset.tableau[:4], *(["s", "w"] if ruleset.has_stock else [])]
    if ruleset.redeal and draw(st.booleans()):
        for at, card in enumerate(rest):
            piles[ruleset.tableau[at // 4]] += bytes([card])
    else:
        for card in rest:
            piles[draw(st.sampled_from(places))] += bytes([card])
    if ruleset.has_stock:
        piles["s"] = bytes(card | FACE_DOWN for card in piles["s"])
        for name in ruleset.tableau[:3]:
            hidden = draw(st.integers(0, max(0, len(piles[name]) - 1)))
            piles[name] = bytes(c | FACE_DOWN for c in piles[name][:hidden]) + piles[name][hidden:]
    limit = ruleset.redeal_limit
    return ruleset, Table(tuple(piles.values()), start.places, draw(st.integers(0, limit)) if limit else 0)


@settings(max_examples=60, deadline=None)
@given(deal=st.integers(1, 1 << 40), hours=st.integers(0, 52))
def test_clock_ends_from_any_hour_as_the_solver_says(deal: int, hours: int) -> None:
    history = History(find_ruleset("clock"), seed_of_number(deal))
    while hours and history.legal():
        history.play(history.legal()[0])
        hours -= 1
    verdict = solve(history.ruleset, history.table)
    laid = len(history.log)
    while legal := history.legal():
        assert len(legal) == 1
        history.play(legal[0])
    assert verdict.outcome == ("won" if history.won else "lost")
    assert verdict.moves == (history.log[laid:] if history.won else ())


@pytest.mark.parametrize("key", BUILDINGS)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_solver_says_what_looking_at_everything_says(key: str, data: st.DataObject) -> None:
    ruleset, table = data.draw(tables(key))
    score = everything(ruleset, table)
    if score is None:
        return
    verdict = solve(ruleset, table, Budget(nodes=300_000))
    assert verdict.outcome == ("lost" if score < 0 else "won"), table.drawing()
    if ruleset.family == "cruel":
        best = lowest(ruleset, table, Budget(nodes=300_000))
        if score < 0:
            assert best.outcome == "lost", table.drawing()
        else:
            assert (best.score, best.bound) == (score, score), table.drawing()
    elif score >= 0:
        best = lowest(ruleset, table, Budget(nodes=20_000))
        assert best.score is not None, table.drawing()
        assert best.bound <= score <= best.score, table.drawing()
