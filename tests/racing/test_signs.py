"""Signs to the others, and how many look on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from racing import actions, audience, consumers, events, telling
from racing.models import Audience, Player
from racing.offload import in_database
from racing.snapshots import race_news
from tests.racing.conftest import opened, started
from tests.racing.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


async def test_a_sign_is_shown_to_everybody_in_the_room_without_a_question_to_the_database(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await in_database(opened, ana, boris)
    async with tab(race, ana) as one, tab(race, boris) as two, tab(race, None) as watching:
        mine = next(m for m in one.seen if m["type"] == "welcome")["you"]
        for other in (one, two, watching):
            await other.knows(lambda race: race["watching"] == 1)  # nothing else is told now
        await one.send("react", reaction="wave")
        for other in (one, two, watching):
            assert await other.until("reaction") == {"type": "reaction", "entrant": mine, "reaction": "wave"}
        asked: list[object] = []
        for module in (consumers, events, telling):
            monkeypatch.setattr(module, "in_database", lambda *what: asked.append(what))
        await two.send("react", reaction="sigh")
        for other in (one, two, watching):
            assert (await other.next())["reaction"] == "sigh"
        assert asked == []
        monkeypatch.undo()


async def test_only_a_few_signs_are_taken_and_only_known_ones_of_racers(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slowly a busy machine takes them.
    monkeypatch.setattr(consumers, "REACTIONS_PER_SECOND", 0.001)
    race = await in_database(opened, ana, boris)
    async with tab(race, ana) as one, tab(race, None) as watching:
        answers: list[dict[str, Any]] = []
        for _ in range(6):
            await one.send("react", reaction="cheer")
        while len(answers) < 6:
            message = await one.next()
            if message["type"] in ("reaction", "refused"):
                answers.append(message)
        refused = [message["code"] for message in answers if message["type"] == "refused"]
        assert refused == ["too_fast", "too_fast"]
        assert (await one.asks("react", reaction="insult"))["code"] == "bad_message"
        await watching.send("react", reaction="wave")
        assert (await watching.until("refused"))["code"] == "not_a_racer"


async def test_who_looks_on_is_a_number_that_comes_and_goes(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "PAUSE_SECONDS", 0.05)
    race = await in_database(opened, ana, boris)
    async with tab(race, ana) as one:
        async with tab(race, None), tab(race, None):
            await one.knows(lambda race: race["watching"] == 2)
        news = await one.knows(lambda race: race["watching"] == 0)
        assert len(news["entrants"]) == 2
    assert await in_database(lambda: Audience.objects.count()) == 0


def test_the_numbers_of_all_processes_are_added_and_old_ones_forgotten(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = opened(ana, boris)
    actions.note_audience(race.pk, "one", 3, timezone.now())
    actions.note_audience(race.pk, "two", 4, timezone.now())
    actions.note_audience(race.pk, "dead", 50, timezone.now() - 61 * SECOND)
    assert race_news(race.pk).watching == 7
    actions.note_audience(race.pk, "one", 1, timezone.now())
    actions.note_audience(race.pk, "two", 0, timezone.now())
    assert race_news(race.pk).watching == 1
    Audience.objects.update(seen_at=now - 61 * SECOND)
    assert race_news(race.pk).watching == 0
    actions.refresh_audiences("one", timezone.now())
    assert race_news(race.pk).watching == 1


def test_after_the_end_nobody_is_counted_and_nothing_changes(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris)
    for player in ana, boris:
        actions.resign(race.code, player.pk, now)
    version = race_news(race.pk).version
    actions.note_audience(race.pk, "one", 3, now)
    assert race_news(race.pk).version == version
