"""Every byte, log, metric and message of the cluster before the end of a race: no seed, and nobody else's cards."""

from __future__ import annotations

import asyncio
import re
import urllib.error
import urllib.request
from contextlib import AsyncExitStack

import psycopg
import redis.asyncio as redis

from tests.chaos.conftest import OwnRedis, assert_nothing_lost
from tests.chaos.tab import Tab
from tests.load.onsite import prepare
from tests.racing.test_secrets import CARD, spellings, strip_markup
from tests.servers import Site


def fetched(url: str, cookie: str) -> str:
    """The whole answer to a page, whatever its status."""
    request = urllib.request.Request(url, headers={"Cookie": cookie})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return f"{answer.headers}{answer.read().decode(errors='replace')}"
    except urllib.error.HTTPError as error:
        return f"{error.headers}{error.read().decode(errors='replace')}"


async def test_nothing_that_leaves_the_cluster_tells_a_seed_or_a_card_before_the_end(
    site: Site, database: psycopg.Connection, own_redis: OwnRedis
) -> None:
    (race,) = prepare(site, racers=2, ruleset="alternations", start=True)
    ana, boris = race["entrants"]
    row = database.execute(
        "SELECT deal.seed, deal.id FROM racing_deal deal JOIN racing_race race ON race.deal_id = deal.id"
        " WHERE race.id = %s",
        [race["race"]],
    ).fetchone()
    assert row
    seed, deal = bytes(row[0]), row[1]
    heard = bytearray()
    async with redis.Redis.from_url(own_redis.url) as client, client.pubsub() as all_channels:
        await all_channels.psubscribe("*")

        async def listen() -> None:
            async for message in all_channels.listen():
                if isinstance(message["data"], bytes):
                    heard.extend(message["channel"] + b" " + message["data"] + b"\n")

        listening = asyncio.create_task(listen())
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(Tab(site.urls[:1], race, ana))
            two = await stack.enter_async_context(Tab(site.urls[1:], race, boris))
            watching = await stack.enter_async_context(Tab(site.urls[1:], race))
            for tab in (one, two):
                for _ in range(40):
                    newest = tab.answers.get(tab.ply, [tab.table])[-1]
                    assert newest
                    await tab.play(newest["legal"][tab.ply % len(newest["legal"])])
            await watching.until(lambda tab: [line["plies"] for line in tab.news["entrants"]] == [40, 40])
            two.ask("resign")
            await watching.until(lambda tab: tab.news["entrants"][1]["outcome"] == "resigned")
            room = f"/r/{race['code']}/"
            paths = [
                room,
                f"{room}lines/",
                f"{room}replays/",
                "/",
                "/metrics",
                f"/boards/alternations/{deal}/",
            ]
            paths += [f"{room}replay/{entrant['id']}/" for entrant in (ana, boris)]
            told = {
                f"{url}{path} {who}": await asyncio.to_thread(fetched, url + path, cookie)
                for url in site.urls
                for path in paths
                for who, cookie in (("boris", boris["cookie"]), ("nobody", ""))
            }
            # Whoever has given up may look at their own attempt again.
            own = ("/metrics", f"/replay/{boris['id']}/ boris", "/replays/ boris")
            cardless = [
                text for where, text in told.items() if not where.endswith(own) and own[0] not in where
            ]
            told |= {f"tab {number}": tab.raw.decode() for number, tab in enumerate((one, two, watching))}
            told |= {f"log {worker}": site.log(worker) for worker in range(2)}
            told["redis"] = heard.decode("latin1")
            assert "race.progress" in told["redis"] and f'"race": {race["race"]}' in told["log 0"]
            for where, text in told.items():
                for spelling in spellings(seed):
                    assert spelling not in text, f"the seed is in {where}"
            for text in [*cardless, watching.raw.decode(), told["log 0"], told["log 1"]]:
                assert not CARD.findall(strip_markup(text))
            one.ask("resign")
            await watching.until(lambda tab: tab.news["status"] == "finished")
            assert watching.news["seed"] == seed.hex()
            assert re.search(seed.hex(), watching.raw.decode())
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    assert_nothing_lost(site, one, two)
