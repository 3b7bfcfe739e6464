"""Hints in practice, over the socket: a move that leads to a win, instant while it is followed, never in a race."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from racing import actions
from racing.models import Entrant, Player, Race
from racing.offload import in_database
from racing.solving import pool as pools
from racing.solving.pool import SolverPool
from racing.statistics import practice_rows
from tests.racing.conftest import entrant_of, started
from tests.racing.solvers import OPEN_DEAL
from tests.racing.tabs import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)

# Of cruel-when-stuck: won and lost; both are decided in a few thousand positions.
WON, LOST = 3, 2


def practice(player: Player, ruleset: str, deal: int) -> Race:
    return actions.open_practice(player, ruleset=ruleset, now=timezone.now(), deal_number=deal)


def hints_of(race: Race, player: Player) -> int:
    return entrant_of(race, player).hints


async def hint(tab: Tab, ply: int) -> dict[str, Any]:
    """Ask for a hint and wait for what comes of it."""
    await tab.send("hint", ply=ply)
    while True:
        message = await tab.next()
        is_answer = message["type"] == "hint" and message["status"] != "searching"
        if is_answer or message["type"] == "refused":
            return message


async def test_following_the_hints_wins_and_only_the_first_is_searched(
    ana: Player, solver: SolverPool
) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as ours:
        ply = 0
        while True:
            told = await hint(ours, ply)
            assert told["status"] == "found" and told["ply"] == ply
            ply += 1
            await ours.send("play", ply=ply, move=told["move"])
            made = await ours.until("ply", ply=ply)
            if made["state"]["won"]:
                break
        searches = [message for message in ours.seen if message.get("status") == "searching"]
        assert len(searches) == 1
    assert await in_database(hints_of, race, ana) == ply


async def test_a_win_with_a_hint_is_not_clean(ana: Player, solver: SolverPool) -> None:
    hinted, alone = [await in_database(practice, ana, "clock", 5) for _ in range(2)]
    async with tab(hinted, ana) as ours:
        await hint(ours, 0)
    for race in (hinted, alone):
        await in_database(win_at_clock, race, ana)
    (row,) = await in_database(practice_rows, ana)
    assert (row.won, row.clean) == (2, 1)


def win_at_clock(race: Race, player: Player) -> None:
    entrant = entrant_of(race, player)
    history = race.new_history()
    while not history.over:
        (move,) = history.legal()
        history.play(move)
        actions.play(entrant.pk, len(history.log), move, timezone.now())


async def test_a_hint_tells_the_move_and_nothing_else(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "clock", 5)
    async with tab(race, ana) as ours:
        told = await hint(ours, 0)
    assert set(told) == {"type", "ply", "status", "move"}


@pytest.mark.parametrize("deal", [5, 1], ids=["won", "lost"])
async def test_at_clock_the_hint_is_the_hour_and_does_not_tell_how_the_deal_ends(
    ana: Player, deal: int
) -> None:
    race = await in_database(practice, ana, "clock", deal)
    # No solver runs: there is nothing to choose, so nothing is searched.
    async with tab(race, ana) as ours:
        told = await hint(ours, 0)
        assert (told["status"], [told["move"]]) == ("found", race.new_history().legal())
        assert (await hint(ours, 0)) == told
    assert await in_database(hints_of, race, ana) == 1


async def test_the_same_hint_asked_twice_counts_once(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as ours:
        assert await hint(ours, 0) == await hint(ours, 0)
    assert await in_database(hints_of, race, ana) == 1


async def test_every_tab_learns_that_a_hint_was_used(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as one, tab(race, ana) as other:
        await hint(one, 0)
        while (news := await other.until("race"))["entrants"][0]["hints"] == 0:
            pass
        assert news["entrants"][0]["hints"] == 1


async def test_a_move_taken_back_leads_to_the_kept_log_again(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as ours:
        first = await hint(ours, 0)
        table = next(message for message in ours.seen if message["type"] == "table")
        other = next(move for move in table["legal"] if move != first["move"])
        await ours.send("play", ply=1, move=other)
        await ours.send("play", ply=2, move="u")
        await ours.until("ply", ply=2)
        ours.seen.clear()
        again = await hint(ours, 2)
        assert again["move"] == first["move"]
        assert "searching" not in {message.get("status") for message in ours.seen}


async def test_a_position_that_is_lost_is_said_to_be_lost(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", LOST)
    async with tab(race, ana) as ours:
        told = await hint(ours, 0)
    assert (told["status"], told["move"]) == ("lost", None)
    assert await in_database(hints_of, race, ana) == 0


async def test_nothing_found_is_not_called_lost(
    ana: Player, solver: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("racing.hints.HINT_SECONDS", 0.2)
    race = await in_database(practice, ana, "cruel", OPEN_DEAL)
    async with tab(race, ana) as ours:
        assert (await hint(ours, 0))["status"] == "none"


async def test_while_it_searches_the_socket_plays_on_and_the_search_can_be_stopped(
    ana: Player, solver: SolverPool
) -> None:
    race = await in_database(practice, ana, "cruel", OPEN_DEAL)
    async with tab(race, ana) as ours:
        await ours.send("hint", ply=0)
        await ours.until("hint", status="searching")
        made = await ours.plays(1, "r")
        assert made["type"] == "ply"
        await ours.send("stop_search")
        await ours.until("hint", status="stopped")
        # Nothing is left to be stopped, so nothing more is said of it.
        await ours.send("stop_search")
        assert (await ours.asks("ping", version=0, ply=1))["type"] == "pong"


async def test_a_hint_for_a_table_that_was_played_on_is_refused(
    ana: Player, solver: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    entrant = await in_database(entrant_of, race, ana)
    assert not await in_database(actions.count_hint, entrant.pk, 7)
    async with tab(race, ana) as ours:
        assert (await hint(ours, 7))["code"] == "hint_too_late"


async def test_there_are_no_hints_in_a_race(ana: Player, boris: Player, solver: SolverPool) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as ours:
        refused = await hint(ours, 0)
    assert (refused["code"], refused["do"], refused["ply"]) == ("no_hints_in_races", "hint", 0)


async def test_a_spectator_of_a_practice_gets_no_hint(ana: Player, boris: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "clock", 5)
    async with tab(race, boris) as watching:
        assert (await hint(watching, 0))["code"] == "not_a_racer"


async def test_a_full_queue_is_told_at_once(
    ana: Player, solver: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "QUEUE", 0)
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as ours:
        assert (await hint(ours, 0))["code"] == "solver_busy"


async def test_without_a_solver_the_hint_is_refused_and_the_game_goes_on(ana: Player) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as ours:
        assert (await hint(ours, 0))["code"] == "solver_off"
        table = next(message for message in ours.seen if message["type"] == "table")
        assert (await ours.plays(1, table["legal"][0]))["type"] == "ply"


async def test_leaving_the_room_stops_its_search(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "cruel", OPEN_DEAL)
    async with tab(race, ana) as ours:
        await ours.send("hint", ply=0)
        await ours.until("hint", status="searching")
    other = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(other, ana) as ours:
        assert (await hint(ours, 0))["status"] == "found"


async def test_hints_are_part_of_what_is_stored(ana: Player, solver: SolverPool) -> None:
    race = await in_database(practice, ana, "cruel-when-stuck", WON)
    async with tab(race, ana) as ours:
        await hint(ours, 0)
    stored = await in_database(lambda: Entrant.objects.get(race=race).hints)
    assert stored == 1
