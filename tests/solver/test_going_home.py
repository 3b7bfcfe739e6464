"""Alternations: a card that goes home by the rule of the setting costs nobody a win, nor a move of its score.

The rule itself is asked of the browser's module in tests/js; here it is held to everything that can be played.
"""

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from engine.building import Building
from engine.cards import FACE_DOWN, PACK, rank, suit
from engine.rulesets import find_ruleset
from engine.table import Table
from tests.solver.test_small_positions import everything


@st.composite
def late_tables(draw: st.DrawFn) -> tuple[Building, Table]:
    """Draw a table of Alternations on which few cards of few suits are left, down to some low rank."""
    ruleset = find_ruleset("alternations")
    assert isinstance(ruleset, Building)
    start = ruleset.deal(bytes(32))
    piles = dict.fromkeys(start.places, b"")
    rest: list[int] = []
    left = draw(st.lists(st.integers(0, 4), min_size=2, max_size=3).filter(lambda left: 0 < sum(left) <= 8))
    heights = [13 - count for count in left] + [13] * (8 - len(left))
    heights = draw(st.permutations(heights))
    for place, name in enumerate(ruleset.foundations):
        cards = [card for card in PACK if suit(card) == place // 2]
        piles[name] = bytes(cards[: heights[place]])
        rest += cards[heights[place] :]
    places = [*ruleset.tableau[: draw(st.integers(1, 3))], "w", "s"]
    for card in draw(st.permutations(rest)):
        piles[draw(st.sampled_from(places))] += bytes([card])
    piles["s"] = bytes(card | FACE_DOWN for card in piles["s"])
    first = ruleset.tableau[0]
    hidden = draw(st.integers(0, max(0, len(piles[first]) - 1)))
    piles[first] = bytes(card | FACE_DOWN for card in piles[first][:hidden]) + piles[first][hidden:]
    return ruleset, Table(tuple(piles.values()), start.places, 0)


def safe_moves(ruleset: Building, table: Table) -> list[str]:
    """The moves home that the setting sends: see docs/rules.md."""
    heights = [len(table[name]) for name in ruleset.foundations]
    safe = []
    for move in ruleset.legal(table):
        if not move.endswith("-f"):
            continue
        card = table[move[:-2]][-1]
        own = heights[2 * suit(card) : 2 * suit(card) + 2]
        if rank(card) <= min(heights) + 2 and rank(card) <= min(own) + 1:
            safe.append(move)
    return safe


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn=late_tables())
def test_sending_home_what_nothing_needs_costs_neither_a_win_nor_a_move(
    drawn: tuple[Building, Table],
) -> None:
    ruleset, table = drawn
    safe = safe_moves(ruleset, table)
    if not safe:
        event("nothing to send home")
        return
    score = everything(ruleset, table)
    if score is None:
        event("too much to look at")
        return
    event("looked at everything: " + ("lost" if score < 0 else "won"))
    for text in safe:
        after = table.after(ruleset.effects(table, ruleset.read(text)))
        assert everything(ruleset, after) in (score, None), f"{text}\n{table.drawing()}"
