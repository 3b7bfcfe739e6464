"""Where everybody begins alone: no byte tells whoever may still play what the cards are or how others fared."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from racing import actions
from racing.models import Player, Race
from racing.offload import in_database
from tests.racing.conftest import entrant_of
from tests.racing.tabs import tab
from tests.racing.test_secrets import CARD, pages, plays_at_random, spellings, strip_markup

pytestmark = pytest.mark.django_db(transaction=True)


def challenge(ana: Player, boris: Player) -> Race:
    race = actions.open_race(
        ana, ruleset="alternations", now=timezone.now(), term=timedelta(days=1), listed=True
    )
    actions.join(race.code, boris, timezone.now())
    return Race.objects.select_related("deal").get(pk=race.pk)


def daily(ana: Player, boris: Player) -> Race:
    race = actions.join_daily("alternations", ana, timezone.now()).race
    actions.join_daily("alternations", boris, timezone.now())
    return Race.objects.select_related("deal").get(pk=race.pk)


@pytest.mark.usefixtures("one_day")
@pytest.mark.parametrize("opened", [challenge, daily])
async def test_no_byte_tells_who_may_still_play(
    ana: Player, boris: Player, opened: Callable[[Player, Player], Race]
) -> None:
    race = await in_database(opened, ana, boris)
    seed = bytes(race.deal.seed)
    mine = await in_database(entrant_of, race, ana)
    async with tab(race, ana) as one, tab(race, boris) as two, tab(race, None) as watching:
        await one.send("begin")
        await one.until("table")
        await plays_at_random(one, mine, 40, random.Random(3))
        await one.send("resign")
        while entrant_numbers(one.seen)["outcome"] is None:
            await one.until("race")
        for other in (two, watching):
            await other.send("resync")
            await other.until("race")
        room = f"/r/{race.code}/"
        day = race.created_at.date().isoformat()
        paths = [
            room,
            f"{room}lines/",
            f"{room}replays/",
            f"{room}replays/?left={mine.pk}&right={mine.pk}",
            f"{room}replay/{mine.pk}/",
            f"{room}record/{mine.pk}/",
            "/",
            "/daily/",
            f"/daily/alternations/{day}/",
            f"/boards/alternations/{race.deal_id}/",
            "/boards/alternations/",
        ]
        told = await in_database(pages, race, [boris, None, ana], paths)
        sockets = {"boris": json.dumps(two.seen), "watching": json.dumps(watching.seen)}
        for where, text in (told | sockets | {"ana": json.dumps(one.seen)}).items():
            for spelling in spellings(seed):
                assert spelling not in text, f"the seed is in {where}"
        others = {where: text for where, text in told.items() if not where.startswith(("ana", "operator"))}
        assert len(others) == 2 * len(paths)
        played = entrant_numbers(one.seen)
        for where, text in (others | sockets).items():
            assert not CARD.findall(strip_markup(text)), f"a card is in {where}"
        for where, text in sockets.items():
            news = [m for m in json.loads(text) if m["type"] == "race"]
            lines = [line for m in news for line in m["entrants"] if line["id"] == mine.pk]
            assert all(line["hidden"] and not line["plies"] for line in lines), f"results are in {where}"
        assert played["plies"] == 40


def entrant_numbers(seen: list[dict[str, Any]]) -> dict[str, Any]:
    """The newest line that the first entrant was told of itself."""
    news = [message for message in seen if message["type"] == "race"]
    line: dict[str, Any] = news[-1]["entrants"][0]
    return line
