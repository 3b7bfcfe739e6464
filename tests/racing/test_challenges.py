"""A challenge: everybody plays the same deal when it suits, and results are for who has finished."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from racing import actions
from racing.identity import COOKIE, signed
from racing.models import Outcome, Player, Race
from racing.offload import in_database
from racing.refusals import Refused
from racing.snapshots import news_for_all
from racing.standing import find_place, standing
from racing.statistics import unfinished
from tests.racing.conftest import entrant_of, plays, wins, won_game
from tests.racing.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
DEAL, MOVES = won_game("cruel")


def challenge(host: Player, *others: Player, at: datetime, **settings: Any) -> Race:
    """A challenge over a day, with all of them in it."""
    settings = {"ruleset": "cruel", "term": 24 * HOUR} | settings
    race = actions.open_race(host, now=at, **settings)
    for other in others:
        actions.join(race.code, other, at)
    race.refresh_from_db()
    return race


def seen(race: Race, player: Player | None, now: datetime | None = None) -> Any:
    """The race as the player's socket tells it."""
    place = find_place(race.code, player.pk if player else None)
    return standing(place, now or timezone.now())


def line(race: Race, viewer: Player | None, of: Player, now: datetime | None = None) -> Any:
    mine = entrant_of(race, of).pk
    return next(line for line in seen(race, viewer, now).news.entrants if line.id == mine)


def test_nobody_sees_the_deal_before_they_begin_and_time_is_ones_own(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = challenge(ana, boris, at=now, time_limit=600)
    assert seen(race, ana, now).table is None
    with pytest.raises(Refused, match="race_not_started"):
        plays(entrant_of(race, ana), "r", at=now + SECOND)
    actions.begin(race.code, ana.pk, now + HOUR)
    assert seen(race, ana, now + HOUR).table is not None
    assert seen(race, boris, now + HOUR).table is None
    plays(entrant_of(race, ana), "r", at=now + HOUR + 9 * SECOND)
    actions.begin(race.code, ana.pk, now + 2 * HOUR)  # again is no harm, and no new beginning
    mine = entrant_of(race, ana)
    assert mine.started_at == now + HOUR
    assert mine.deadline == now + HOUR + 600 * SECOND
    actions.resign(race.code, ana.pk, now + HOUR + 60 * SECOND)
    assert (entrant_of(race, ana).time_ms, entrant_of(race, ana).taken_ms) == (9000, 60_000)


def test_only_a_race_of_ones_own_begins_alone(ana: Player, boris: Player, now: datetime) -> None:
    race = actions.open_race(ana, ruleset="cruel", now=now)
    with pytest.raises(Refused, match="starts_for_all"):
        actions.begin(race.code, ana.pk, now)
    race = challenge(ana, boris, at=now)
    with pytest.raises(Refused, match="race_started"):
        actions.get_ready(race.code, boris.pk, True, now)
    actions.start(race.code, ana.pk, now)
    assert [entrant.started_at for entrant in race.entrants.all()] == [None, None]


def test_one_joins_and_begins_until_the_term_is_over(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = challenge(ana, at=now)
    actions.join(race.code, boris, now + 23 * HOUR)
    actions.begin(race.code, boris.pk, now + 23 * HOUR)
    with pytest.raises(Refused, match="time_is_up"):
        actions.join(race.code, clara, now + 24 * HOUR)
    with pytest.raises(Refused, match="time_is_up"):
        actions.begin(race.code, ana.pk, now + 24 * HOUR)
    assert not actions.settle(race.pk, now + 24 * HOUR - SECOND)
    assert actions.settle(race.pk, now + 25 * HOUR)
    race.refresh_from_db()
    assert race.ended_at == race.closes_at == now + 24 * HOUR
    facts = {entrant.player.name: (entrant.outcome, entrant.place) for entrant in race.entrants.all()}
    # Whoever never began has no result; whoever began has one.
    assert facts == {"ana": (None, None), "boris": (Outcome.TIMEOUT, 1)}


def test_a_challenge_that_nobody_began_is_cancelled_when_its_term_is_over(ana: Player, now: datetime) -> None:
    race = challenge(ana, at=now)
    assert actions.settle(race.pk, now + 30 * HOUR)
    race.refresh_from_db()
    assert race.cancelled_at == now + 24 * HOUR


def test_a_full_challenge_ends_when_the_last_one_has_finished(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = challenge(ana, at=now, max_racers=2, deal_number=DEAL)
    actions.begin(race.code, ana.pk, now)
    wins(entrant_of(race, ana), at=now + 5 * SECOND)
    race.refresh_from_db()
    assert not race.is_over  # boris may still come
    actions.join(race.code, boris, now + HOUR)
    with pytest.raises(Refused, match="race_full"):
        actions.join(race.code, clara, now + HOUR)
    actions.begin(race.code, boris.pk, now + HOUR)
    wins(entrant_of(race, boris), at=now + HOUR + 4 * SECOND)
    race.refresh_from_db()
    assert race.ended_at == now + HOUR + 4 * SECOND
    places = {entrant.player.name: entrant.place for entrant in race.entrants.all()}
    assert places == {"boris": 1, "ana": 2}


def test_time_is_up_for_one_and_not_for_the_other(ana: Player, boris: Player, now: datetime) -> None:
    race = challenge(ana, boris, at=now, time_limit=600)
    actions.begin(race.code, ana.pk, now)
    actions.begin(race.code, boris.pk, now + 300 * SECOND)
    late = now + 601 * SECOND
    with pytest.raises(Refused, match="time_is_up"):
        plays(entrant_of(race, ana), "r", at=late)
    assert entrant_of(race, ana).outcome == Outcome.TIMEOUT
    assert entrant_of(race, ana).finished_at == now + 600 * SECOND
    assert plays(entrant_of(race, boris), "r", at=late).ply == 1
    race.refresh_from_db()
    assert not race.is_over


def test_results_are_hidden_from_who_has_not_finished(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = challenge(ana, boris, clara, at=now, deal_number=DEAL)
    for player in ana, boris:
        actions.begin(race.code, player.pk, now)
    wins(entrant_of(race, ana), at=now + 5 * SECOND)
    plays(entrant_of(race, boris), *MOVES[:7], at=now + 6 * SECOND)
    for viewer in boris, clara, None:
        hidden = line(race, viewer, ana)
        assert hidden.hidden
        told = hidden.model_dump(exclude={"id", "name", "away", "hidden", "finished_at", "clean", "rating"})
        assert not any(told.values()), told
        assert hidden.finished_at is not None
    own = line(race, boris, boris)
    assert not own.hidden and own.plies == 7
    # Whoever has finished sees all, those who still play too.
    assert line(race, ana, boris).plies == 7
    assert line(race, ana, ana).outcome == "won"
    for viewer in ana, boris, None:
        news = seen(race, viewer).news
        assert news.seed is None and news.par is None
    browser = Client()
    browser.cookies[COOKIE] = signed(boris.pk)
    assert browser.get(f"/r/{race.code}/lines/").status_code == 403
    mine = entrant_of(race, ana).pk
    for page in (f"/r/{race.code}/replay/{mine}/", f"/r/{race.code}/record/{mine}/"):
        assert browser.get(page).status_code == 403
        assert Client().get(page).status_code == 403
    for door in ("ghost", "again"):
        assert browser.post(f"/r/{race.code}/{door}/{mine}/").status_code == 403
    browser.cookies[COOKIE] = signed(ana.pk)
    told = browser.get(f"/r/{race.code}/lines/").json()["lines"]
    assert [each["id"] for each in told] == [mine]
    assert told[0]["line"][-1][1:3] == [52, len(MOVES)]


def test_who_gave_up_sees_nothing_while_that_can_be_taken_back(
    ana: Player, boris: Player, now: datetime, settings: Settings
) -> None:
    settings.RESIGN_UNDO_SECONDS = 5
    race = challenge(ana, boris, at=now, deal_number=DEAL)
    for player in ana, boris:
        actions.begin(race.code, player.pk, now)
    wins(entrant_of(race, ana), at=now + SECOND)
    actions.resign(race.code, boris.pk, now + 2 * SECOND)
    assert line(race, boris, ana, now + 6 * SECOND).hidden
    actions.unresign(race.code, boris.pk, now + 6 * SECOND)
    assert line(race, boris, ana, now + 60 * SECOND).hidden
    actions.resign(race.code, boris.pk, now + 61 * SECOND)
    assert not line(race, boris, ana, now + 66 * SECOND).hidden


def test_a_challenge_can_be_left_until_it_is_begun(ana: Player, boris: Player, now: datetime) -> None:
    race = challenge(ana, boris, at=now)
    actions.begin(race.code, boris.pk, now)
    with pytest.raises(Refused, match="race_started"):
        actions.leave(race.code, boris.pk, now)
    actions.leave(race.code, ana.pk, now)
    race.refresh_from_db()
    assert race.host == boris and not race.is_over
    alone = challenge(ana, at=now)
    actions.leave(alone.code, ana.pk, now)
    alone.refresh_from_db()
    assert alone.cancelled_at is not None


def test_after_a_challenge_comes_another_of_the_same_term(ana: Player, boris: Player, now: datetime) -> None:
    race = challenge(ana, boris, at=now, term=72 * HOUR, max_racers=2, time_limit=60)
    for player in ana, boris:
        actions.begin(race.code, player.pk, now)
        actions.resign(race.code, player.pk, now)
    following = actions.rematch(race.code, boris.pk, now + HOUR)
    assert (following.kind, following.closes_at) == ("challenge", now + 73 * HOUR)
    assert (following.max_racers, following.time_limit, following.rated) == (2, 60, True)
    assert following.deal_id != race.deal_id


async def test_a_ply_is_news_for_nobody_else_and_the_result_is(ana: Player, boris: Player) -> None:
    race = await in_database(lambda: challenge(ana, boris, at=timezone.now(), deal_number=DEAL))
    async with tab(race, ana) as one, tab(race, boris) as two, tab(race, None) as watching:
        await watching.knows(lambda race: race["watching"] == 1)
        await one.send("begin")
        assert len((await one.until("table"))["legal"]) > 0
        await two.send("begin")
        await two.until("table")
        mine = (await in_database(entrant_of, race, ana)).pk
        before = await in_database(news_for_all, race.pk)
        for ply, move in enumerate(MOVES[:20], 1):
            assert (await one.plays(ply, move))["type"] == "ply"
        assert await in_database(news_for_all, race.pk) == before
        for ply, move in enumerate(MOVES[20:], 21):
            await one.plays(ply, move)
        for other in two, watching:
            while True:
                news = await other.until("race")
                (rival,) = (line for line in news["entrants"] if line["id"] == mine)
                assert rival["hidden"] and rival["progress"] == 0 and rival["outcome"] is None
                if rival["finished_at"] is not None:
                    break
        assert {m["type"] for m in watching.seen} == {"welcome", "race"}
        news = await one.knows(
            lambda race: next(line for line in race["entrants"] if line["id"] == mine)["outcome"]
        )
        assert not any(line["hidden"] for line in news["entrants"])


async def test_another_tab_is_dealt_the_table_that_the_first_one_began(ana: Player) -> None:
    race = await in_database(lambda: challenge(ana, at=timezone.now()))
    async with tab(race, ana) as one, tab(race, ana) as two:
        await one.send("begin")
        assert (await two.until("table"))["view"] == (await one.until("table"))["view"]


async def test_others_hear_when_a_resignation_has_become_final(
    ana: Player, boris: Player, settings: Settings
) -> None:
    settings.RESIGN_UNDO_SECONDS = 1
    race = await in_database(lambda: challenge(ana, boris, at=timezone.now()))
    async with tab(race, ana) as one, tab(race, boris) as two:
        mine = (await in_database(entrant_of, race, ana)).pk
        await one.send("begin")
        await one.until("table")
        await one.send("resign")
        while True:
            news = await two.until("race")
            (rival,) = (line for line in news["entrants"] if line["id"] == mine)
            assert rival["hidden"] and rival["outcome"] is None
            if rival["finished_at"] is not None:
                break
        while any(line["hidden"] for line in (await one.until("race"))["entrants"]):
            pass


def test_what_one_can_go_on_with_is_on_the_front_page(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = challenge(ana, boris, at=now)
    daily = actions.join_daily("cruel", ana, now).race
    assert unfinished(ana) == unfinished(boris) == [race]
    assert unfinished(clara) == []
    actions.begin(daily.code, ana.pk, now)
    actions.begin(race.code, boris.pk, now)
    actions.resign(race.code, boris.pk, now)
    assert set(unfinished(ana)) == {race, daily}
    assert unfinished(boris) == []
