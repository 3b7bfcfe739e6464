"""What an operator sees, and what nobody may see there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.test import Client

from racing.log import settings_of
from racing.models import Player
from racing.offload import in_database
from racing.solving import service
from racing.solving.pool import Job, SolverPool
from racing.solving.searches import Search
from tests.racing.conftest import started
from tests.racing.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_each_action_is_one_line_of_json_without_the_code_of_the_race(
    ana: Player, boris: Player, capfd: pytest.CaptureFixture[str]
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as ours:
        await ours.plays(1, "r")
        await ours.plays(2, "1-1")
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    plays = [(line["ply"], line["answer"], line["race"]) for line in lines if line["event"] == "play"]
    assert plays == [(1, "ok", race.pk), (2, "same_pile", race.pk)]
    assert all(line["ms"] >= 0 for line in lines if line["event"] == "play")
    assert race.code not in written
    assert "ana" not in re.findall(r"\w+", written)


def test_a_page_that_changes_something_is_one_line_too(
    client: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    client.post("/races/", {"name": "ana", "ruleset": "cruel", "take_back": "counted"})
    client.get("/")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if line.startswith("{")]
    pages = [(line["page"], line["status"]) for line in lines if line["event"] == "page"]
    assert pages == [("open-race", 302)]


@pytest.mark.parametrize(
    ("page", "sent", "says"),
    [
        ("/", {"headers": {"host": "elsewhere.example"}}, "ALLOWED_HOSTS"),
        ("/name/", {"data": {"name": "a" * 70_000}}, "DATA_UPLOAD_MAX_MEMORY_SIZE"),
    ],
)
def test_what_no_browser_of_ours_sends_is_a_line_and_not_a_page_of_our_code(
    page: str, sent: dict[str, Any], says: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert Client(raise_request_exception=False).post(page, **sent).status_code == 400
    console = settings_of("INFO")["formatters"]["json"]
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=console["processors"], foreign_pre_chain=console["foreign_pre_chain"]
    )
    refused = [record for record in caplog.records if record.name.startswith("django.security")]
    lines = [json.loads(formatter.format(record)) for record in refused]
    assert [(says in line["event"], line["level"]) for line in lines] == [(True, "error")]
    assert "exception" not in lines[0]


def test_metrics_are_closed_until_the_operator_opens_them(client: Client, settings: Any) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS = True
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")


def test_metrics_count_the_searches_of_the_solver(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pool = SolverPool(0, 0, tmp_path)
    search = Search(ruleset="cruel")
    pool._later.extend(Job(pool, search, urgent=False) for _ in range(3))
    monkeypatch.setattr(service, "_pool", pool)
    settings.METRICS = True
    text = client.get("/metrics").content.decode()
    assert 'patience_solver_searches{state="can_wait"} 3.0' in text
    assert 'patience_solver_searches{state="waited_for"} 0.0' in text


async def test_metrics_count_sockets_races_plies_and_refusals(
    ana: Player, boris: Player, settings: Any
) -> None:
    settings.METRICS = True
    race = await in_database(started, ana, boris)

    def read() -> dict[str, float]:
        text = Client().get("/metrics").content.decode()
        return {name: float(value) for name, value in re.findall(r"^(patience\S+) (\S+)$", text, re.M)}

    before = await in_database(read)
    async with tab(race, ana) as ours, tab(race, None):
        await ours.plays(1, "r")
        await ours.plays(2, "1-1")
        after = await in_database(read)

    def grew(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert after['patience_races{state="running"}'] == 1
    assert (grew('patience_connections{kind="racer"}'), grew('patience_connections{kind="watcher"}')) == (
        1,
        1,
    )
    assert (grew("patience_plies_total"), grew("patience_ack_seconds_count")) == (1, 1)
    assert grew('patience_refusals_total{code="same_pile"}') == 1
    assert grew('patience_actions_total{answer="ok",do="play"}') == 1


def test_a_worker_is_ready_when_its_database_has_all_tables(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").content == b"ready\n"
    monkeypatch.setattr(
        "django.db.migrations.executor.MigrationExecutor.migration_plan", lambda *_: ["one that is missing"]
    )
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"migrations are missing\n")
