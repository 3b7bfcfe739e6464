"""When an attempt was lost: the last position from which a win is still found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from engine.game import replay
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from racing import actions
from racing.models import Loss, Player, Race
from racing.offload import in_database
from racing.solving import service
from racing.solving.pool import SolverPool
from racing.solving.searches import Search
from racing.verdicts import standing_plies
from tests.racing.conftest import entrant_of, plays, started
from tests.racing.tabs import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)
RULESET, WON, LOST = "cruel-when-stuck", 3, 2


def given_up(player: Player, deal: int, *moves: str) -> Race:
    """A practice that ended after these moves."""
    race = actions.open_practice(player, ruleset=RULESET, now=timezone.now(), deal_number=deal)
    if moves:
        plays(entrant_of(race, player), *moves)
    actions.resign(race.code, player.pk, timezone.now())
    return race


def outcome(pool: SolverPool, log: tuple[str, ...]) -> Any:
    wanted = Search(ruleset=RULESET, seed=seed_of_number(WON).hex(), log=log, seconds=300)
    return pool.ask(wanted).result.result(300)


def first_mistake(pool: SolverPool) -> tuple[str, ...]:
    """The shortest log of a win's first moves and then one move that loses."""
    way = outcome(pool, ()).moves
    for ply in range(len(way)):
        history = replay(find_ruleset(RULESET), seed_of_number(WON), way[:ply], "free")
        for move in history.legal():
            if move != way[ply] and outcome(pool, (*way[:ply], move)).outcome == "lost":
                return (*way[:ply], move)
    raise AssertionError("no move loses")


async def verdict(tab: Tab) -> dict[str, Any]:
    await tab.send("verdict")
    while True:
        message = await tab.next()
        if message["type"] == "refused" or (
            message["type"] == "verdict" and message["status"] != "searching"
        ):
            return message


async def test_the_verdict_names_the_ply_before_the_mistake(ana: Player, solver: SolverPool) -> None:
    log = await in_database(first_mistake, solver)
    history = replay(find_ruleset(RULESET), seed_of_number(WON), log, "free")
    race = await in_database(given_up, ana, WON, *log, history.legal()[0])
    entrant = await in_database(entrant_of, race, ana)
    async with tab(race, ana) as ours:
        told = await verdict(ours)
    ply = len(log) - 1
    assert told == {
        "type": "verdict",
        "status": "done",
        "ply": ply,
        "lost": True,
        "replay": f"/r/{race.code}/replay/{entrant.pk}/#ply={ply}",
    }


async def test_a_mistake_taken_back_was_none(ana: Player, solver: SolverPool) -> None:
    log = await in_database(first_mistake, solver)
    race = await in_database(given_up, ana, WON, *log, "u", log[-1])
    async with tab(race, ana) as ours:
        # The ply of the take-back: there the win was there again.
        assert (await verdict(ours))["ply"] == len(log) + 1


async def test_an_attempt_given_up_while_it_could_be_won_was_never_lost(
    ana: Player, solver: SolverPool
) -> None:
    race = await in_database(given_up, ana, WON)
    async with tab(race, ana) as ours:
        told = await verdict(ours)
    assert (told["ply"], told["lost"]) == (0, False)


async def test_a_deal_that_cannot_be_won_was_lost_before_the_first_move(
    ana: Player, solver: SolverPool
) -> None:
    race = await in_database(given_up, ana, LOST)
    async with tab(race, ana) as ours:
        told = await verdict(ours)
    assert (told["ply"], told["lost"], told["replay"]) == (None, True, None)


async def test_a_verdict_that_was_found_is_told_again_without_a_search(
    ana: Player, solver: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = replay(find_ruleset(RULESET), seed_of_number(LOST), ()).legal()[0]
    race = await in_database(given_up, ana, LOST, first)
    async with tab(race, ana) as ours:
        told = await verdict(ours)
    assert told["status"] == "done"
    # A site that has no solver any more refuses every search.
    monkeypatch.setattr(service, "_pool", SolverPool(0, 0, Path()))
    async with tab(race, ana) as again:
        assert await verdict(again) == told
        # A verdict of another length of the log is another attempt's, and not believed.
        await in_database(Loss.objects.update, plies=2)
        assert (await verdict(again))["code"] == "solver_off"


async def test_there_is_no_verdict_while_others_play(ana: Player, boris: Player, solver: SolverPool) -> None:
    race = await in_database(started, ana, boris)
    await in_database(actions.resign, race.code, ana.pk, timezone.now())
    async with tab(race, ana) as ours:
        assert (await verdict(ours))["code"] == "race_not_over"


def test_plies_that_were_taken_back_do_not_stand() -> None:
    log = ("r", "u", "r", "r", "u", "u", "r")
    assert standing_plies(replay(find_ruleset("cruel"), seed_of_number(1), log)) == [7]
