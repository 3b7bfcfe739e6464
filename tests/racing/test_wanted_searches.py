"""Searches that nobody waits for: written down by whoever wants them, done once, whatever happens to who does them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from engine.rulesets import find_ruleset
from racing import actions, background
from racing.actions import wanting
from racing.models import Player, Solution, WantedSearch
from racing.offload import finish_background
from racing.snapshots import race_news
from racing.solving import service
from racing.solving.pool import SolverPool
from tests.racing.test_certified import RULESET, eventually, finished

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(settings: Settings) -> None:
    """A process that leaves these searches to another one."""
    settings.BACKGROUND_SEARCHES = False


def wants(*rulesets: str) -> None:
    for key in rulesets:
        actions.want_certified(find_ruleset(key))
    assert finish_background(60)


def test_what_one_process_wants_another_one_finds_and_tells(
    ana: Player, boris: Player, solver: SolverPool, settings: Settings
) -> None:
    settings.BACKGROUND_SEARCHES = False
    race = finished(ana, boris)
    assert finish_background(60)
    assert WantedSearch.objects.get().race == race and not solver.is_busy
    before = race_news(race.pk)
    assert before.par and before.par.searching
    settings.BACKGROUND_SEARCHES = True
    actions.search_wanted()
    eventually(lambda: not WantedSearch.objects.exists())
    assert finish_background(60)
    after = race_news(race.pk)
    assert after.version > before.version
    assert after.par and after.par.outcome == "won" and not after.par.searching


async def test_what_was_left_over_is_looked_for_from_the_first_request_on_and_once(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    looked: list[bool] = []
    twice = asyncio.Event()
    loop = asyncio.get_running_loop()

    def look() -> None:
        looked.append(True)
        if len(looked) == 2:
            loop.call_soon_threadsafe(twice.set)

    settings.SOLVERS = 1
    monkeypatch.setattr(actions, "search_wanted", look)
    background.keep_searching(0.01)
    background.keep_searching(0.01)
    tasks = [background._looking[loop]]
    await asyncio.wait_for(twice.wait(), 60)
    monkeypatch.setattr(actions, "search_wanted", lambda: 1 / 0)
    await asyncio.sleep(0.05)
    assert not tasks[0].done(), "whatever fails, the next look comes"
    tasks[0].cancel()


def test_a_process_without_solvers_leaves_par_to_the_one_that_has_them(
    ana: Player, boris: Player, elsewhere: None
) -> None:
    race = finished(ana, boris)
    par = race_news(race.pk).par
    assert par and par.searching
    assert finish_background(60)
    assert WantedSearch.objects.count() == 1


def test_what_is_wanted_twice_is_searched_once(ana: Player, boris: Player, elsewhere: None) -> None:
    race = finished(ana, boris)
    for _ in range(2):
        actions.want_par(race)
        wants("clock", RULESET)
    rows = WantedSearch.objects.order_by("pk").values_list("race", "ruleset_key")
    assert sorted(rows, key=str) == sorted([(race.pk, RULESET), (None, "clock"), (None, RULESET)], key=str)


def test_deals_that_somebody_may_stand_and_wait_for_come_before_par(
    ana: Player, boris: Player, elsewhere: None
) -> None:
    finished(ana, boris)
    wants("clock")
    taken = [wanting.take_wanted(), wanting.take_wanted(), wanting.take_wanted()]
    assert [one and one.ruleset_key for one in taken] == ["clock", RULESET, None]


def test_no_two_processes_take_the_same_search(elsewhere: None) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite lets one write at a time")
    rulesets = ["clock", "cruel", "ripple-fan", "alternations"]
    wants(*rulesets)

    def take(_: int) -> str | None:
        try:
            wanted = wanting.take_wanted()
            return wanted.ruleset_key if wanted else None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        taken = [key for key in threads.map(take, range(8)) if key]
    assert sorted(taken) == sorted(rulesets)


def test_what_a_dead_process_took_is_taken_again_and_given_up_in_the_end(
    elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants("clock")
    moment = timezone.now()
    monkeypatch.setattr(wanting, "now", lambda: moment)
    for _ in range(wanting.TRIES):
        assert wanting.take_wanted()
        assert not wanting.take_wanted(), "it is being searched"
        moment += timedelta(seconds=wanting.TAKEN_SECONDS + 1)
    assert not wanting.take_wanted()
    assert not WantedSearch.objects.exists()


def test_what_a_process_has_no_room_for_stays_for_another(
    solver: SolverPool, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.BACKGROUND_SEARCHES = False
    wants("clock")
    ended = SolverPool(1, 0, tmp_path)
    ended.close()
    monkeypatch.setattr(service, "_pool", ended)
    settings.BACKGROUND_SEARCHES = True
    actions.search_wanted()
    left = WantedSearch.objects.get()
    assert (left.taken_until, left.tries) == (None, 0)
    monkeypatch.setattr(service, "_pool", solver)
    actions.search_wanted()
    eventually(lambda: Solution.objects.filter(pooled=True).count() == actions.solving.READY)
    eventually(lambda: not WantedSearch.objects.exists())


def test_a_search_that_fails_is_wanted_no_more_and_the_next_one_is_done(
    solver: SolverPool, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BACKGROUND_SEARCHES = False
    wants("clock")
    # The process does not know it: as when the site was set back to an older version.
    WantedSearch.objects.create(ruleset_key="unheard-of")
    WantedSearch.objects.filter(ruleset_key="clock").delete()
    wants("clock")
    settings.BACKGROUND_SEARCHES = True
    actions.search_wanted()
    eventually(lambda: not WantedSearch.objects.exists())
    assert "a deal of unheard-of was not found: solver_failed" in caplog.text
    assert Solution.objects.filter(ruleset_key="clock", pooled=True).exists()


def test_metrics_tell_how_long_searches_take_what_they_find_and_how_many_wait(
    solver: SolverPool, settings: Any, client: Client
) -> None:
    settings.METRICS = True
    settings.BACKGROUND_SEARCHES = False
    wants("clock")

    def told(name: str) -> float:
        lines = client.get("/metrics").content.decode().splitlines()
        return next((float(line.split()[-1]) for line in lines if line.startswith(name)), 0.0)

    won = 'patience_solver_seconds_count{kind="can_wait",outcome="won"}'
    before = told(won), told("patience_solver_nodes_total")
    assert told("patience_wanted_searches") == 1
    settings.BACKGROUND_SEARCHES = True
    actions.search_wanted()
    eventually(lambda: Solution.objects.filter(pooled=True).count() == actions.solving.READY)
    eventually(lambda: not WantedSearch.objects.exists())
    assert told("patience_wanted_searches") == 0
    assert told(won) >= before[0] + actions.solving.READY
    assert told("patience_solver_nodes_total") > before[1]
