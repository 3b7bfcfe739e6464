"""What the tests of the service share: the cast, a race at each stage, and won games to play."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone, translation
from pytest_django import Settings

from racing import actions, events, hints, offload, rates, sockets, verdicts
from racing.actions import counting
from racing.messages import PlyMade
from racing.models import Entrant, Player, Race
from racing.offload import release_log_thread
from racing.seats import SEATS
from racing.solving import service
from racing.solving.pool import SolverPool
from tests.racing.solvers import hush, warm_pool

# What is bounded by seconds in the product, and is not what a test is about, has so many here: a machine may be busy.
PATIENCE = 60.0
VECTORS = Path(__file__).parent.parent / "engine" / "vectors"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    # SQLite's test database in memory is one cache for all threads, which locks whole tables without waiting.
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        connection.settings_dict["OPTIONS"]["pool"]["timeout"] = PATIENCE


@pytest.fixture(scope="session", autouse=True)
def _log_thread_lets_go(django_db_setup: None) -> Iterator[None]:
    """The thread that writes groups keeps its connection, and a database in use cannot be dropped."""
    yield
    release_log_thread()


@pytest.fixture(autouse=True)
def _no_table_from_another_test() -> Iterator[None]:
    # Ids come again in a new database.
    SEATS.clear()
    yield
    SEATS.clear()


@pytest.fixture(autouse=True)
def _no_language_from_another_test() -> Iterator[None]:
    # A request in the test's own thread leaves its language there.
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _giving_up_is_for_good(settings: Settings) -> None:
    # Tests of taking it back say how long that can be done.
    settings.RESIGN_UNDO_SECONDS = 0


@pytest.fixture(autouse=True)
def _a_busy_machine_loses_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # Where something takes seconds the product goes on without it, and makes up for it with a heartbeat; the sockets of
    # these tests have none, so that a message that is not sent is missed.
    for module, name in ((sockets, "GROUP_SECONDS"), (sockets, "SEND_SECONDS"), (events, "SEND_SECONDS")):
        monkeypatch.setattr(module, name, PATIENCE)
    monkeypatch.setattr(rates, "REDIS_SECONDS", PATIENCE)
    layers = copy.deepcopy(settings.CHANNEL_LAYERS)
    for server in layers["default"].get("CONFIG", {}).get("hosts", ()):
        server.update(socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
    settings.CHANNEL_LAYERS = layers


@pytest.fixture(autouse=True)
def _runs_are_looked_at_before_the_test_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    # In a thread of its own it would still be at work while the database is emptied.
    monkeypatch.setattr(counting, "in_background", lambda work: work())


@pytest.fixture(autouse=True)
def _no_thread_at_the_database(request: pytest.FixtureRequest) -> Iterator[None]:
    # What a closed socket or a settled race still writes would wait for the emptying of the database, and that for it.
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")  # so that this ends before the database is emptied
    yield
    assert offload.finish_background(60)


@pytest.fixture(scope="session")
def solver_pool() -> Iterator[SolverPool]:
    with warm_pool() as pool:
        yield pool


@pytest.fixture
def solver(
    db: None, solver_pool: SolverPool, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[SolverPool]:
    """A site with a solver: a real process, shared by the tests and idle when each begins."""
    settings.SOLVERS = 1
    monkeypatch.setattr(service, "_pool", solver_pool)
    # The solver has the lowest priority: what is found in milliseconds may have to wait for them.
    monkeypatch.setattr(hints, "HINT_SECONDS", PATIENCE)
    monkeypatch.setattr(verdicts, "POSITION_SECONDS", PATIENCE)
    hints.PLANS.clear()
    yield solver_pool
    # What goes on in the background would be written while the database is emptied. It asks for no more, now.
    monkeypatch.setattr(service, "_pool", SolverPool(0, 0, Path()))
    hush(solver_pool)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def ana(db: None) -> Player:
    return actions.new_player("ana", timezone.now())


@pytest.fixture
def boris(db: None) -> Player:
    return actions.new_player("boris", timezone.now())


@pytest.fixture
def clara(db: None) -> Player:
    return actions.new_player("clara", timezone.now())


@cache
def won_game(ruleset: str) -> tuple[int, list[str]]:
    """A deal number and the moves that win it."""
    games = json.loads((VECTORS / f"{ruleset}.json").read_text())["games"]
    game = next(game for game in games if list(game["positions"].values())[-1]["won"])
    return game["deal"], game["moves"]


def entrant_of(race: Race, player: Player) -> Entrant:
    return Entrant.objects.select_related("race", "player").get(race=race, player=player)


def opened(host: Player, *others: Player, at: datetime | None = None, **settings: Any) -> Race:
    """An open race with all of them in it."""
    at = at or timezone.now()
    settings.setdefault("ruleset", "cruel")
    race = actions.open_race(host, now=at, **settings)
    for other in others:
        actions.join(race.code, other, at)
    race.refresh_from_db()
    return race


def started(host: Player, *others: Player, at: datetime | None = None, **settings: Any) -> Race:
    """A race that runs since ``at``, by default since a moment ago."""
    at = at or timezone.now() - timedelta(seconds=1)
    race = opened(host, *others, at=at - timedelta(minutes=1), **settings)
    Race.objects.filter(pk=race.pk).update(starts_at=at)
    race.refresh_from_db()
    return race


def plays(entrant: Entrant, *moves: str, at: datetime | None = None) -> PlyMade:
    """Play moves as the next plies; the last answer."""
    first = Entrant.objects.get(pk=entrant.pk).plies + 1
    made = None
    for number, move in enumerate(moves, first):
        made = actions.play(entrant.pk, number, move, at or timezone.now())
    assert made is not None
    return made


def wins(entrant: Entrant, at: datetime | None = None) -> PlyMade:
    """Play the won game of the race's ruleset, on its deal, to the end."""
    number, moves = won_game(entrant.race.ruleset_key)
    assert entrant.race.deal.number == number
    return plays(entrant, *moves, at=at)
