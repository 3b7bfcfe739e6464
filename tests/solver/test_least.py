"""Alternations: what every win costs at least is no more than the cheapest win, and just what the easier game costs."""

from functools import cache

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from engine.building import Building
from engine.rulesets import ALTERNATIONS
from engine.shuffle import seed_of_number
from engine.solver import Budget
from engine.solver.alternations.least import NODES, game_of, least_cost, search
from engine.solver.alternations.rows import COLUMNS, DEEP, DOWN, HOME, LENGTHS, TURNED, deal_of
from engine.solver.budget import Meter
from engine.table import Table
from tests.solver.test_going_home import late_tables
from tests.solver.test_small_positions import everything, tables


def bound(table: Table, nodes: int | None = None) -> int:
    deal, row, _ = deal_of(ALTERNATIONS, table)
    return least_cost(deal, row, Meter(Budget(nodes=nodes)))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn=st.one_of(late_tables(), tables("alternations")))
def test_no_win_costs_less_than_what_every_win_costs(drawn: tuple[Building, Table]) -> None:
    ruleset, table = drawn
    score = everything(ruleset, table)
    if score is None or score < 0:
        return
    proved = bound(table)
    event(f"{proved - len(table['s'])} more than the draws, {score - proved} less than the cheapest win")
    assert proved <= score, table.drawing()


def plainly(table: Table, suit: int) -> int:
    """The cheapest end of a suit's easier game, by going through all of it."""
    deal, row, _ = deal_of(ALTERNATIONS, table)
    columns = []
    for column in range(COLUMNS):
        lying = [int(row[column * DEEP + depth]) for depth in range(row[LENGTHS + column])]
        cards = []
        for card, above in zip(lying, [*lying[1:], None], strict=False):
            along = above is not None and card < DOWN and above < DOWN and card % 13 == above % 13 + 1
            if card % DOWN // 13 == suit:
                cards.append((card % DOWN % 13, 0 if along else 1))
        columns.append(tuple(cards))
    sequence = [(deal.stock[at], at < row[TURNED]) for at in range(deal.cards)]
    waste = tuple((card % 13, 1) for card, turned in sequence if turned and card // 13 == suit)
    stock = tuple((card % 13, 1) for card, turned in sequence if not turned and card // 13 == suit)
    home = [sum(row[HOME + 2 * suit + k] > rank for k in range(2)) for rank in range(13)]

    @cache
    def cheapest(columns: tuple, waste: tuple, stock: tuple, free: tuple) -> int:
        piles = [*columns, waste]
        left = [rank for pile in [*piles, stock] for rank, _ in pile]
        if not left:
            return 0
        costs = [cheapest(columns, (*waste, stock[0]), stock[1:], free)] if stock else []
        for at, pile in enumerate(piles):
            if not pile:
                continue
            rank, charge = pile[-1]
            after = [*piles[:at], pile[:-1], *piles[at + 1 :]]
            costs.append(charge + cheapest(tuple(after[:-1]), after[-1], stock, free))
            if all(2 - left.count(lower) > free[rank] for lower in range(rank)):
                went = (*free[:rank], free[rank] + 1, *free[rank + 1 :])
                costs.append(cheapest(tuple(after[:-1]), after[-1], stock, went))
        return min(costs)

    return cheapest(tuple(columns), waste, stock, tuple(home))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn=late_tables())
def test_the_search_says_what_going_through_the_easier_game_says(drawn: tuple[Building, Table]) -> None:
    _, table = drawn
    assert bound(table) - len(table["s"]) == sum(plainly(table, suit) for suit in range(4)), table.drawing()


def test_a_deal_costs_more_than_its_draws() -> None:
    assert [bound(ALTERNATIONS.deal(seed_of_number(number))) for number in (1, 2, 3)] == [70, 71, 68]


def test_what_was_proved_when_there_was_no_more_room_is_not_too_much() -> None:
    deal, row, _ = deal_of(ALTERNATIONS, ALTERNATIONS.deal(seed_of_number(3)))
    costs = []
    for room in (100, 3000, 1 << 18):
        game = game_of(deal, row, 1, room)
        search(game, 1 << 30)
        assert game.state[NODES] <= room
        costs.append(int(game.state[0]))
    assert costs == sorted(costs)
    assert costs[0] < costs[-1] == 2


def test_a_budget_cuts_the_proof_short() -> None:
    table = ALTERNATIONS.deal(seed_of_number(1))
    assert 55 <= bound(table, nodes=500) < bound(table)
