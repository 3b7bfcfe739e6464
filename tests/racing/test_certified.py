"""Deals that can be won, for races that ask for one; and par, once a race is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from engine.game import replay
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from racing import actions
from racing.certifying import ensure_certified
from racing.models import Deal, Player, Race, Solution
from racing.offload import finish_background
from racing.refusals import Refused
from racing.snapshots import race_news
from racing.solving.pool import SolverPool
from racing.solving.searches import Found, Search
from tests.racing.conftest import entrant_of, opened, started
from tests.racing.solvers import endless
from tests.racing.test_views import OPEN, browser_of

pytestmark = pytest.mark.django_db(transaction=True)
RULESET, WON, LOST = "cruel-when-stuck", 3, 2
SECONDS = 300.0


def eventually(holds: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + SECONDS
    while not (found := holds()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


def idle(pool: SolverPool) -> None:
    """Wait until nothing is found in the background any more, nor written, nor asked for after that."""
    while True:
        eventually(lambda: not pool.is_busy)
        assert finish_background(SECONDS)
        if not pool.is_busy:
            return


def found(pool: SolverPool, deal: int) -> Found:
    wanted = Search(ruleset=RULESET, seed=seed_of_number(deal).hex(), seconds=300)
    return pool.ask(wanted).result.result(SECONDS)


def kept(pool: SolverPool, ruleset: str = "clock") -> Solution:
    wanted = Search(ruleset=ruleset, seconds=300)
    return actions.keep_certified(find_ruleset(ruleset), pool.ask(wanted).result.result(SECONDS), 1.0)


# Opening ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["clock", RULESET, "ripple-fan"])
def test_whoever_asks_for_a_deal_that_can_be_won_gets_one_at_once(
    ana: Player, solver: SolverPool, ruleset: str
) -> None:
    answer = browser_of(ana).post("/races/", OPEN | {"ruleset": ruleset, "certified": "on"})
    race = Race.objects.get()
    assert answer.headers["Location"] == f"/r/{race.code}/"
    assert race.certified and race.deal.number is None
    solution = race.deal.solutions.get()
    assert replay(race.ruleset, bytes(race.deal.seed), solution.moves.split()).won
    assert not solution.pooled
    idle(solver)


def test_the_room_says_that_the_deal_can_be_won_and_not_how(ana: Player, solver: SolverPool) -> None:
    ensure_certified("clock", None)
    race = actions.open_race(ana, ruleset="clock", now=timezone.now(), certified=True)
    page = browser_of(ana).get(f"/r/{race.code}/").content.decode()
    news = race_news(race.pk)
    assert news.certified and news.par is None and news.seed is None
    assert "data-certified" in page
    assert race.deal.solutions.get().moves not in page + news.model_dump_json()
    idle(solver)


def test_the_proof_of_a_race_that_runs_is_not_to_be_seen(
    ana: Player, boris: Player, solver: SolverPool
) -> None:
    ensure_certified("clock", None)
    race = started(ana, boris, ruleset="clock", certified=True)
    assert Client().get(f"/boards/clock/{race.deal_id}/solver/").status_code == 404
    idle(solver)


def test_a_race_that_does_not_ask_gets_any_deal(ana: Player) -> None:
    browser_of(ana).post("/races/", OPEN)
    assert not Race.objects.get().certified


def test_no_two_races_get_the_same_kept_deal(ana: Player, solver: SolverPool) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite lets one write at a time")
    deals = {kept(solver).deal_id for _ in range(2)}

    def take(_: int) -> int | None:
        try:
            return actions.open_race(ana, ruleset="clock", now=timezone.now(), certified=True).deal_id
        except Refused:  # all kept deals are taken, and the next one is not there yet
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        taken = [deal for deal in threads.map(take, range(4)) if deal in deals]
    assert len(taken) == len(set(taken)) == 2
    idle(solver)


def test_a_deal_that_was_taken_is_replaced_before_the_next_one_asks(ana: Player, solver: SolverPool) -> None:
    kept(solver)
    actions.open_race(ana, ruleset="clock", now=timezone.now(), certified=True)
    eventually(lambda: Solution.objects.filter(pooled=True).count() == actions.solving.READY)
    idle(solver)


def test_a_numbered_deal_that_can_be_won_is_certified(ana: Player, solver: SolverPool) -> None:
    fields = {"ruleset": RULESET, "certified": "on", "deal_number": str(WON)}
    browser_of(ana).post("/races/", OPEN | fields)
    race = Race.objects.get()
    assert race.certified and race.deal.number == WON


def test_a_numbered_deal_that_is_lost_is_refused_with_the_reason(ana: Player, solver: SolverPool) -> None:
    fields = {"ruleset": RULESET, "certified": "on", "deal_number": str(LOST)}
    answer = browser_of(ana).post("/races/", OPEN | fields)
    assert answer.status_code == 409
    assert answer.context["form"].errors.as_data()["certified"][0].code == "deal_is_lost"
    assert not Race.objects.exists()


def test_without_a_solver_a_certified_race_is_refused_and_nothing_is_opened(ana: Player) -> None:
    answer = browser_of(ana).post("/races/", OPEN | {"certified": "on"})
    assert answer.status_code == 503
    assert answer.context["form"].errors.as_data()["certified"][0].code == "solver_off"
    assert not Race.objects.exists()


def test_kept_deals_are_given_although_no_solver_runs(ana: Player, solver_pool: SolverPool) -> None:
    deal = kept(solver_pool).deal
    browser_of(ana).post("/races/", OPEN | {"ruleset": "clock", "certified": "on"})
    assert Race.objects.get().deal == deal


def test_a_link_fills_in_the_form(ana: Player) -> None:
    form = browser_of(ana).get("/?ruleset=clock&certified=1&deal_number=7&nonsense=1").context["form"]
    assert form.initial == {"name": "ana", "ruleset": "clock", "certified": True, "deal_number": "7"}


def test_the_rematch_of_a_certified_race_is_certified(ana: Player, boris: Player, solver: SolverPool) -> None:
    first, second = kept(solver), kept(solver)
    race = started(ana, boris, ruleset="clock", certified=True)
    assert race.deal == first.deal
    for player in (ana, boris):
        actions.resign(race.code, player.pk, timezone.now())
    following = actions.rematch(race.code, ana.pk, timezone.now())
    assert following.certified and following.deal == second.deal
    idle(solver)


def test_a_rematch_without_a_kept_deal_is_refused_and_one_is_looked_for(
    ana: Player, boris: Player, solver: SolverPool, settings: Settings
) -> None:
    kept(solver)
    race = started(ana, boris, ruleset="clock", certified=True)
    for player in (ana, boris):
        actions.resign(race.code, player.pk, timezone.now())
    idle(solver)
    Solution.objects.filter(pooled=True).delete()
    with pytest.raises(Refused, match="no_certified_deal"):
        actions.rematch(race.code, ana.pk, timezone.now())
    eventually(lambda: Solution.objects.filter(pooled=True).exists())
    assert actions.rematch(race.code, ana.pk, timezone.now()).certified
    idle(solver)


# Keeping ------------------------------------------------------------------------------------------------


def test_certify_keeps_deals_until_there_are_enough(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("certify", "clock", deals=3, seconds=0.1)
    call_command("certify", "clock", deals=3, seconds=0.1)
    assert Solution.objects.filter(ruleset_key="clock", pooled=True, outcome="won").count() == 3
    assert "clock: 3 deals ready" in capsys.readouterr().out


def test_certify_names_the_games_there_are(db: None) -> None:
    with pytest.raises(CommandError, match="ripple-fan"):
        call_command("certify", "crewel")


def test_a_log_that_does_not_win_is_not_kept(db: None) -> None:
    deal = Deal.objects.create(number=WON, seed=seed_of_number(WON))
    with pytest.raises(ValueError, match="does not win"):
        actions.keep_solution(deal, find_ruleset(RULESET), Found(outcome="won", moves=()), 1.0)
    assert not Solution.objects.exists()


def test_the_best_log_and_the_best_bound_are_kept(db: None, solver_pool: SolverPool) -> None:
    deal, rules = Deal.objects.create(number=WON, seed=seed_of_number(WON)), find_ruleset(RULESET)
    answer = found(solver_pool, WON)
    assert answer.score
    first = actions.keep_solution(deal, rules, answer, 1.0)
    nothing_new = actions.keep_solution(deal, rules, Found(outcome="open", bound=3), 5.0)
    assert (first.score, first.moves) == (nothing_new.score, nothing_new.moves)
    assert (nothing_new.outcome, nothing_new.bound, nothing_new.seconds) == ("won", 3, 5.0)


# Par ----------------------------------------------------------------------------------------------------


def finished(*players: Player, deal: int = WON) -> Race:
    race = started(*players, ruleset=RULESET, deal_number=deal)
    for player in players:
        actions.resign(race.code, player.pk, timezone.now())
    race.refresh_from_db()
    return race


def test_after_a_race_par_is_found_and_told(ana: Player, boris: Player, solver: SolverPool) -> None:
    # Par is found within milliseconds: the process is kept from it until the version before is read.
    occupied = solver.ask(endless())
    eventually(occupied.result.running)
    race = finished(ana, boris)
    version = race_news(race.pk).version
    occupied.stop()
    par = eventually(lambda: (news := race_news(race.pk)).version > version and news.par)
    assert par.outcome == "won" and par.score >= par.bound and not par.searching
    replayed = Client().get(par.replay)
    plies = replayed.context["replay_data"]["plies"]
    assert plies[-1]["state"]["won"] and plies[-1]["state"]["score"] == par.score
    board = Client().get(f"/boards/{RULESET}/{race.deal_id}/").content.decode()
    assert f'data-par="{par.score}"' in board


def test_par_of_a_lost_deal_is_the_proof(ana: Player, boris: Player, solver: SolverPool) -> None:
    race = finished(ana, boris, deal=LOST)
    par = eventually(lambda: (par := race_news(race.pk).par) and not par.searching and par)
    assert (par.outcome, par.score, par.replay) == ("lost", None, None)
    assert Client().get(f"/boards/{RULESET}/{race.deal_id}/solver/").status_code == 404


def test_before_the_end_no_par_is_told_and_none_is_searched(
    ana: Player, boris: Player, solver: SolverPool
) -> None:
    race = started(ana, boris, ruleset=RULESET, deal_number=WON)
    actions.resign(race.code, ana.pk, timezone.now())
    actions.want_par(race)
    idle(solver)
    assert race_news(race.pk).par is None
    assert not Solution.objects.exists()


def test_a_board_asks_again_for_a_par_that_got_lost(ana: Player, boris: Player, solver: SolverPool) -> None:
    race = finished(ana, boris)
    eventually(Solution.objects.exists)
    idle(solver)
    Solution.objects.all().delete()
    Client().get(f"/boards/{RULESET}/{race.deal_id}/")
    eventually(Solution.objects.exists)


def test_a_site_without_a_solver_has_no_par(ana: Player, boris: Player) -> None:
    assert race_news(finished(ana, boris).pk).par is None


def test_clock_has_no_par(ana: Player, boris: Player, solver: SolverPool) -> None:
    race = opened(ana, boris, ruleset="clock")
    Race.objects.filter(pk=race.pk).update(starts_at=timezone.now() - timedelta(seconds=9))
    for player in (ana, boris):
        actions.resign(race.code, player.pk, timezone.now())
    idle(solver)
    assert race_news(race.pk).par is None
    assert entrant_of(race, ana).outcome == "resigned"
