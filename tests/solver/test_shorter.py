"""Detours are cut out of winning logs of Alternations, and what is left still wins."""

from engine.rulesets import ALTERNATIONS
from engine.shuffle import seed_of_number
from engine.solver import Budget, solve
from engine.solver.alternations import room
from engine.solver.alternations.plan import Effort, _search
from engine.solver.alternations.rows import deal_of, move_texts
from engine.solver.alternations.shorter import shorter
from engine.solver.budget import Meter
from engine.solver.verdict import played
from engine.table import Table

DEALS = (2, 3, 6, 12)


def found_by_search(table: Table) -> list[int]:
    deal, row, waste = deal_of(ALTERNATIONS, table)
    for attempt in range(6):
        said, moves = _search(
            deal, row, waste, Effort(6, 30, 2000), attempt, Meter(Budget(nodes=200_000)), gives_back=True
        )
        if said == room.WON:
            return moves
    raise AssertionError("not won")


def test_what_is_left_of_a_log_wins_with_fewer_moves() -> None:
    saved = 0
    for number in DEALS:
        table = ALTERNATIONS.deal(seed_of_number(number))
        moves = found_by_search(table)
        less = shorter(*deal_of(ALTERNATIONS, table), moves)
        before = played(ALTERNATIONS, table, move_texts(ALTERNATIONS, table, moves))
        after = played(ALTERNATIONS, table, move_texts(ALTERNATIONS, table, less))
        assert after <= before
        saved += before - after
    assert saved >= 3 * len(DEALS)


def test_a_run_carried_to_and_fro_stays_where_it_is() -> None:
    table = ALTERNATIONS.deal(seed_of_number(2))
    parts = deal_of(ALTERNATIONS, table)
    moves = shorter(*parts, found_by_search(table))
    # A card of the win goes on to a second column that takes it, and back: two moves for nothing.
    for at in range(1, len(moves)):
        before = move_texts(ALTERNATIONS, table, moves[:at])
        here = table
        for text in before:
            here = here.after(ALTERNATIONS.effects(here, ALTERNATIONS.read(text)))
        legal = ALTERNATIONS.legal(here)
        for text in legal:
            source, _, target = text.partition("-")
            if not (source.isdigit() and target.isdigit()):
                continue
            away = here.after(ALTERNATIONS.effects(here, ALTERNATIONS.read(text)))
            if f"{target}-{source}" in ALTERNATIONS.legal(away) and away[source] != b"":
                there, back = int(source) - 1, int(target) - 1
                detour = [(there * 16 + back) * 16 + 1, (back * 16 + there) * 16 + 1]
                longer = moves[:at] + detour + moves[at:]
                try:
                    cost = played(ALTERNATIONS, table, move_texts(ALTERNATIONS, table, longer))
                except Exception:
                    continue
                less = shorter(*parts, longer)
                assert played(ALTERNATIONS, table, move_texts(ALTERNATIONS, table, less)) <= cost - 2
                return
    raise AssertionError("no detour fits")


def test_the_solver_gives_the_short_log() -> None:
    table = ALTERNATIONS.deal(seed_of_number(2))
    verdict = solve(ALTERNATIONS, table, Budget(nodes=1_000_000))
    parts = deal_of(ALTERNATIONS, table)
    assert verdict.score is not None
    again = shorter(*parts, found_by_search(table))
    assert verdict.score <= played(
        ALTERNATIONS, table, move_texts(ALTERNATIONS, table, found_by_search(table))
    )
    assert again == shorter(*parts, again)
