"""The socket of a room, on the in-memory layer and on Redis."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.utils import timezone
from pytest_django import Settings

from engine.game import History
from engine.table import apply_effects
from racing import actions, audience, consumers, events, tabs
from racing.clock import to_ms
from racing.messages import MAX_FRAME_BYTES
from racing.models import Entrant, Player, Ply, Race
from racing.offload import in_database
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, opened, plays, started, won_game
from tests.racing.tabs import SECONDS, Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["memory", "redis"], autouse=True)
def _layer(request: pytest.FixtureRequest, settings: Settings) -> None:
    if request.param == "memory":
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    elif not settings.REDIS_URL:
        pytest.skip("without REDIS_URL there is no Redis to try it on")


async def test_the_snapshot_of_a_running_race_is_welcome_then_the_own_table_then_the_race(
    ana: Player, boris: Player
) -> None:
    race = await in_database(started, ana, boris)
    entrant = await in_database(entrant_of, race, ana)
    async with tab(race, ana) as ours:
        welcome, table, news = ours.seen
        assert welcome["type"] == "welcome" and welcome["you"] == entrant.pk and welcome["heartbeat"] == 15
        assert table["type"] == "table" and table["ply"] == 0 and len(table["view"]) == 16
        assert table["legal"] and table["state"]["progress"] == 4
        assert news["type"] == "race" and news["status"] == "running"
        assert [line["name"] for line in news["entrants"]] == ["ana", "boris"]


async def test_a_spectator_is_told_the_race_and_no_table(ana: Player, boris: Player, clara: Player) -> None:
    race = await in_database(started, ana, boris)
    for visitor in (clara, None):
        async with tab(race, visitor) as watching:
            assert [message["type"] for message in watching.seen] == ["welcome", "race"]
            assert watching.seen[0]["you"] is None
            await watching.send("resync")
            assert (await watching.next())["type"] == "race"


async def test_nobody_gets_a_table_before_the_start_and_all_get_it_then(
    ana: Player, boris: Player, settings: Settings
) -> None:
    # A machine that is too busy to ask before the start is given longer, and longer.
    for settings.COUNTDOWN_SECONDS in (1, 4, 16, 64):
        race = await in_database(opened, ana, boris)
        async with tab(race, ana) as one, tab(race, boris) as two, tab(race, None) as watching:
            assert "table" not in {message["type"] for message in one.seen}
            await one.send("ready", ready=True)
            await two.send("ready", ready=True)
            await two.knows(lambda race: race["starts_at"] is not None)
            refused = await one.asks("play", ply=1, move="r")
            await one.send("resync")
            news = await one.until("race")
            if news["status"] == "running":
                continue
            assert refused["code"] == "race_not_started" and news["status"] == "countdown"
            assert "table" not in {message["type"] for message in one.seen}
            tables = [await dealt(player) for player in (one, two)]
            assert tables[0]["view"] == tables[1]["view"]
            assert all(table["now"] >= news["starts_at"] for table in tables)
            await watching.knows(lambda race: race["status"] == "running")
            assert "table" not in {message["type"] for message in watching.seen}
            assert (await one.plays(1, "r"))["ply"] == 1
            return
    raise AssertionError("nobody could ask before the start")


async def dealt(player: Tab) -> dict[str, Any]:
    """The table that a player was given, or is about to be."""
    table = next((message for message in player.seen if message["type"] == "table"), None)
    return table or await player.until("table")


async def test_a_ply_is_acknowledged_to_the_mover_and_progress_comes_to_the_others(
    ana: Player, boris: Player
) -> None:
    number, moves = won_game("cruel")
    race = await in_database(started, ana, boris, deal_number=number)
    mine = (await in_database(entrant_of, race, ana)).pk
    async with tab(race, ana) as one, tab(race, boris) as two:
        view = one.seen[1]["view"]
        for ply, move in enumerate(moves[:10], 1):
            made = await one.plays(ply, move)
            assert made["type"] == "ply"
            assert (made["ply"], made["move"]) == (ply, move)
            view = apply_effects(view, made["effects"])
        await one.send("resync")
        assert (await one.until("table"))["view"] == view
        while True:
            ((who, plies, progress, *_),) = (await two.until("progress"))["entrants"]
            assert who == mine
            if plies == 10:
                break
        assert progress == made["state"]["progress"]
        assert {message["type"] for message in two.seen} == {"welcome", "table", "race", "progress"}


async def test_progress_comes_a_few_times_a_second_and_the_last_is_never_lost(
    ana: Player, boris: Player
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as one, tab(race, None) as watching:
        await watching.knows(lambda race: race["watching"] == 1)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for ply in range(1, 61):
            await one.plays(ply, "r")
        lasted = loop.time() - begun
        before = len(watching.seen)
        mine = (await in_database(entrant_of, race, ana)).pk
        while (await watching.until("progress"))["entrants"] != [[mine, 60, 4, 60, 60, 0]]:
            pass
        assert len(watching.seen) - before <= lasted / events.PROGRESS_SECONDS + 3
        assert await watching.is_silent()


async def test_a_result_is_told_at_once(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as one, tab(race, boris) as two:
        await one.plays(1, "r")
        await two.until("progress")
        await one.send("resign")
        news = await two.until("race")
        while news["entrants"][0]["outcome"] is None:
            news = await two.until("race")
        assert news["entrants"][0]["outcome"] == "resigned"
        await two.send("resign")
        over = await one.until("race", status="finished")
        assert [line["place"] for line in over["entrants"]] == [2, 1]
        assert len(over["seed"]) == 64 and over["board"] and over["entrants"][0]["replay"]


async def test_other_tabs_of_the_same_player_get_the_ply_and_rivals_do_not(
    ana: Player, boris: Player
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as first, tab(race, ana) as second, tab(race, boris) as rival:
        made = await first.plays(1, "r")
        assert await second.until("ply") == made
        assert await second.plays(2, "r") == await first.until("ply", ply=2)
        again = await second.plays(1, "r")
        assert again == made
        await asyncio.sleep(0.5)
        while not await rival.is_silent():
            await rival.next()
        assert "ply" not in {message["type"] for message in rival.seen}
        mine = [message["ply"] for message in first.seen if message["type"] == "ply"]
        assert mine == [1, 2]


async def test_a_tab_that_comes_back_is_on_the_same_table(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as before:
        made = await before.plays(1, "r")
    async with tab(race, ana) as after:
        table = after.seen[1]
        assert (table["ply"], table["state"], table["legal"]) == (1, made["state"], made["legal"])
        assert table["last_at"] == made["at"]
        assert await after.plays(1, "r") == made


async def test_the_heartbeat_tells_the_newest_version_and_ply(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as ours:
        await ours.plays(1, "r")
        pong = await ours.asks("ping", version=0, ply=0)
        assert pong["type"] == "pong" and pong["ply"] == 1
        assert pong["version"] == await in_database(race.version)
    async with tab(race, None) as watching:
        assert (await watching.asks("ping", version=0, ply=0))["ply"] is None


async def test_who_went_away_is_told_as_away_until_coming_back(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)

    def boris_is_away(news: dict[str, Any]) -> bool:
        return bool(next(line["away"] for line in news["entrants"] if line["name"] == "boris"))

    async with tab(race, ana) as ours:
        async with tab(race, boris), tab(race, boris) as second:
            await second.send("resync")
            await second.until("race")
        while not boris_is_away(await ours.until("race")):
            pass
        async with tab(race, boris):
            while boris_is_away(await ours.until("race")):
                pass
    stale = timezone.now() - timedelta(minutes=5)
    update = Entrant.objects.filter(race=race).update
    await in_database(update, seen_at=stale, left_at=None)
    assert boris_is_away((await in_database(race_news, race.pk)).model_dump())


async def test_commands_of_a_stranger_are_refused_and_change_nothing(
    ana: Player, boris: Player, clara: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # That somebody looks on is news as well, a while later.
    monkeypatch.setattr(audience, "PAUSE_SECONDS", 600.0)
    race = await in_database(started, ana, boris)
    before = await in_database(race_news, race.pk)
    for stranger in (clara, None):
        async with tab(race, stranger) as theirs:
            commands: dict[str, dict[str, Any]] = {
                "play": {"ply": 1, "move": "r"},
                "ready": {"ready": True},
                "start": {},
                "leave": {},
                "resign": {},
                "rematch": {},
            }
            for do, fields in commands.items():
                refused = await theirs.asks(do, **fields)
                assert (refused["type"], refused["code"], refused["do"]) == ("refused", "not_a_racer", do)
                assert refused["message"]
    after = await in_database(race_news, race.pk)
    assert after.model_copy(update={"now": before.now}) == before


@pytest.mark.parametrize(
    ("frame", "code", "do", "ply"),
    [
        ({"text": "hello"}, "bad_frame", None, None),
        ({"text": '{"do":"play","ply":NaN,"move":"r"}'}, "bad_frame", None, None),
        ({"text": '{"do":"play","ply":1,"move":"\\ud800"}'}, "bad_message", "play", 1),
        ({"text": '{"do":"play","ply":1,"move":"r\\u0000"}'}, "bad_message", "play", 1),
        ({"text": '{"do":"play","ply":"1","move":"r"}'}, "bad_message", "play", None),
        ({"text": '{"do":"cheat"}'}, "unknown_do", None, None),
        ({"bytes": b'{"do":"resign"}'}, "bad_frame", None, None),
        ({"bytes": b"\xff\xfe"}, "bad_frame", None, None),
        ({"bytes": b""}, "bad_frame", None, None),
        ({"text": '{"do":"play","ply":1,"move":"hello"}'}, "unreadable", "play", 1),
        ({"text": '{"do":"play","ply":1,"move":"1-1"}'}, "same_pile", "play", 1),
        ({"text": '{"do":"play","ply":9,"move":"r"}'}, "ply_ahead", "play", 9),
        ({"text": '{"do":"ready","ready":true}'}, "race_started", "ready", None),
        ({"text": '{"do":"rematch"}'}, "race_not_over", "rematch", None),
    ],
)
async def test_a_bad_frame_gets_its_code_and_the_socket_lives_on(
    ana: Player, boris: Player, frame: dict[str, Any], code: str, do: str | None, ply: int | None
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as ours:
        await ours.socket.send_input({"type": "websocket.receive", **frame})
        refused = await ours.until("refused")
        assert (refused["code"], refused["do"], refused["ply"]) == (code, do, ply)
        assert refused["message"]
        assert (await ours.plays(1, "r"))["type"] == "ply"


async def test_a_huge_frame_is_refused_and_closes_the_socket(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)
    ours = Tab(race, ana)
    await ours.socket.connect()
    await ours.until("race")
    await ours.socket.send_to(text_data='{"do":"' + "x" * MAX_FRAME_BYTES + '"}')
    assert (await ours.until("refused"))["code"] == "frame_too_large"
    assert (await ours.socket.receive_output())["code"] == consumers.TOO_LARGE
    await ours.socket.disconnect()


async def test_a_race_that_is_not_there_is_refused_with_a_code_and_closed() -> None:
    ours = Tab("nowhere", None)
    connected, _ = await ours.socket.connect()
    assert connected
    assert (await ours.next())["code"] == "no_such_race"
    assert (await ours.socket.receive_output())["code"] == consumers.NO_SUCH_RACE
    await ours.socket.disconnect()


async def test_sentences_come_in_the_language_of_the_connection(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await in_database(started, ana, boris)
    active: list[str] = []

    def sentence(refused: Any) -> str:
        from django.utils.translation import get_language

        active.append(get_language())
        return "no"

    monkeypatch.setattr("racing.refusals.Refused.sentence", sentence)
    for headers in (
        {"accept_language": "de-AT,de;q=0.9,en;q=0.5"},
        {"accept_language": "xx"},
        {"accept_language": "de", "cookie": "django_language=pt-br"},
    ):
        async with tab(race, None, **headers) as ours:
            await ours.asks("resign")
    for query in ("?lang=ru", "?lang=de&lang=xx", "?lang=%FF"):
        async with tab(race, None, query=query, accept_language="pt-br") as ours:
            await ours.asks("resign")
    assert active == ["de", "en", "pt-br", "ru", "pt-br", "pt-br"]


async def test_an_error_of_our_own_is_told_logged_and_survived(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as ours:
        with monkeypatch.context() as broken:

            def explode(*args: Any, **fields: Any) -> None:
                raise RuntimeError("out of cards")

            broken.setattr(History, "play", explode)
            refused = await ours.plays(1, "r")
            assert (refused["code"], refused["do"], refused["ply"]) == ("internal", "play", 1)
        assert "out of cards" in caplog.text
        # Sent again, it is done: nothing was half done.
        assert (await ours.plays(1, "r"))["ply"] == 1
    assert await in_database(Ply.objects.count) == 1


async def test_a_mover_is_answered_although_nothing_can_be_published(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as ours, tab(race, boris) as rival:
        layer = get_channel_layer()
        with monkeypatch.context() as broken:

            async def drop(group: str, message: dict[str, Any]) -> None:
                raise ConnectionError("Redis went away")

            broken.setattr(type(layer), "group_send", drop, raising=False)
            for ply in range(1, 6):
                assert (await ours.plays(ply, "r"))["ply"] == ply
            await asyncio.sleep(0.3)
        # The last value is tried again until it goes through.
        news = await rival.until_version(await in_database(race.version))
        assert news["entrants"][0]["plies"] == 5


async def test_a_time_limit_ends_the_race_while_people_watch(ana: Player, boris: Player) -> None:
    begun = timezone.now() - timedelta(seconds=59)
    race = await in_database(started, ana, boris, at=begun, time_limit=60)
    async with tab(race, ana) as ours, tab(race, None) as watching:
        await ours.plays(1, "r")
        for each in (ours, watching):
            # On a busy machine it is over before they are here.
            over = await each.knows(lambda race: race["status"] == "finished")
            assert [line["outcome"] for line in over["entrants"]] == ["timeout", "timeout"]
            assert over["ended_at"] == over["deadline"]
        assert (await ours.plays(2, "r"))["code"] == "time_is_up"


async def test_leaving_makes_a_spectator_of_the_tab(ana: Player, boris: Player) -> None:
    race = await in_database(opened, ana, boris)
    async with tab(race, ana) as ours, tab(race, boris) as other:
        assert (await ours.asks("leave"))["you"] is None
        news = await ours.until("race")
        assert [line["name"] for line in news["entrants"]] == ["boris"]
        await other.knows(lambda race: race["host"] == news["entrants"][0]["id"])
        assert (await ours.asks("start"))["code"] == "not_a_racer"


async def test_leaving_makes_a_spectator_of_the_other_tab_too(ana: Player, boris: Player) -> None:
    race = await in_database(opened, ana, boris)
    async with tab(race, ana) as ours, tab(race, ana) as second, tab(race, boris) as other:
        assert (await ours.asks("leave"))["you"] is None
        assert (await second.until("welcome"))["you"] is None
        await second.send("react", reaction="wave")
        assert (await second.until("refused"))["code"] == "not_a_racer"
        assert (await other.asks("react", reaction="wave"))["type"] == "reaction"


async def test_a_rematch_is_told_to_all_and_leads_to_one_room(ana: Player, boris: Player) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as one, tab(race, boris) as two:
        await one.send("resign")
        await two.send("resign")
        await two.until("race", status="finished")
        await one.send("rematch")
        told = await two.until("race")
        while told["rematch"] is None:
            told = await two.until("race")
        await two.send("rematch")
        assert (await two.until("race"))["rematch"] == told["rematch"]
    following = await in_database(Race.objects.get, code=told["rematch"])
    names = await in_database(lambda: [e.player.name for e in following.entrants.order_by("pk")])
    assert names == ["ana", "boris"]


async def test_state_and_news_make_the_state_as_freshly_fetched(
    ana: Player, boris: Player, clara: Player
) -> None:
    """Whatever is done, who only listened ends up knowing what a new tab is told."""
    race = await in_database(opened, ana, boris)
    async with tab(race, None) as listening:

        async def knows_all_after(work: Callable[[], Any]) -> None:
            await in_database(work)
            version = await in_database(race.version)
            await listening.until_version(version)
            # Watchers are counted now and then, which is a change as well.
            fresh = (await in_database(race_news, race.pk)).model_dump(mode="json")
            known = await listening.until_version(fresh["version"])
            assert known | {"now": 0} == fresh | {"now": 0}

        now = timezone.now()
        code = race.code
        await knows_all_after(lambda: actions.join(code, clara, now))
        await knows_all_after(lambda: actions.rename(clara, "klara", now))
        await knows_all_after(lambda: actions.get_ready(code, ana.pk, True, now))
        await knows_all_after(lambda: actions.leave(code, clara.pk, now))
        await knows_all_after(lambda: actions.start(code, ana.pk, now - timedelta(seconds=9)))
        await knows_all_after(lambda: plays(entrant_of(race, boris), "r"))
        await knows_all_after(lambda: actions.resign(code, boris.pk, now))
        await knows_all_after(lambda: actions.resign(code, ana.pk, now))
        await knows_all_after(lambda: actions.rematch(code, ana.pk, now))


async def test_one_slow_query_does_not_hold_up_the_other_sockets(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await in_database(started, ana, boris)
    async with tab(race, ana) as slow, tab(race, boris) as quick:
        begun, may_end = threading.Event(), threading.Event()
        resigning = actions.resign

        def slowly(*args: Any) -> None:
            begun.set()
            assert may_end.wait(2 * SECONDS)
            resigning(*args)

        monkeypatch.setattr(actions, "resign", slowly)
        await slow.send("resign")
        assert await asyncio.to_thread(begun.wait, SECONDS)
        try:
            for ply in range(1, 6):
                assert (await quick.plays(ply, "r"))["type"] == "ply"
            assert slow.race["entrants"][0]["outcome"] is None
        finally:
            may_end.set()
        await slow.knows(lambda race: race["entrants"][0]["outcome"] == "resigned")


async def test_a_client_that_does_not_read_is_closed(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that waits for its client to read, as uvicorn does, blocks in send."""
    race = await in_database(started, ana, boris)
    monkeypatch.setattr("racing.sockets.SEND_SECONDS", 0.2)
    ours = Tab(race, ana)
    await ours.socket.connect()
    await ours.until("race")
    closed: list[int] = []
    entrant = await in_database(entrant_of, race, ana)
    assert tabs.here(entrant.pk) == 1

    async def stuck(self: Any, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            closed.append(message["code"])
        else:
            await asyncio.sleep(60)

    monkeypatch.setattr("channels.consumer.AsyncConsumer.send", stuck)
    await ours.send("resync")
    await ours.socket.wait()
    assert closed == [4508]
    assert tabs.here(entrant.pk) == 0


async def test_the_table_comes_even_when_the_timer_wakes_too_early(
    ana: Player, boris: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As uvloop's do on a busy machine, and all of them when the clock is set back."""
    settings.COUNTDOWN_SECONDS = 1
    race = await in_database(opened, ana, boris)
    punctual = asyncio.sleep

    async def hasty(seconds: float) -> None:
        await punctual(seconds - 0.05 if seconds > 0.2 else seconds)

    async with tab(race, ana) as ours:
        monkeypatch.setattr(asyncio, "sleep", hasty)
        await ours.send("start")
        table = await ours.until("table")
        await in_database(race.refresh_from_db)
        assert race.starts_at and table["now"] >= to_ms(race.starts_at)


async def test_what_comes_for_a_client_that_has_just_left_is_no_error(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """uvicorn raises RuntimeError for whatever is sent between the close frame and its handling."""
    race = await in_database(started, ana, boris)
    ours = Tab(race, ana)
    await ours.socket.connect()
    await ours.until("race")

    async def closed(self: Any, message: dict[str, Any]) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    monkeypatch.setattr("channels.consumer.AsyncConsumer.send", closed)
    await in_database(plays, await in_database(entrant_of, race, boris), "r")
    await ours.socket.wait()
    assert "error in" not in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_socket_whose_server_is_stopped_says_goodbye_all_the_same(ana: Player, boris: Player) -> None:
    """daphne cancels its sockets on SIGTERM, without the message that they are disconnected."""
    race = await in_database(started, ana, boris)
    ours = Tab(race, ana)
    await ours.socket.connect()
    await ours.until("race")
    await ours.send("resync")
    await ours.until("race")
    assert not (await in_database(race_news, race.pk)).entrants[0].away
    ours.socket.future.cancel()
    await asyncio.wait([ours.socket.future])
    assert (await in_database(race_news, race.pk)).entrants[0].away
