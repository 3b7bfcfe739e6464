"""A race against a stored log, or of its deal once more."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from engine.game import replay
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from racing import actions
from racing.identity import COOKIE, signed
from racing.lines import STEADY_MS, line_of, thinned
from racing.models import Player, Race, Record, Solution
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, started, won_game

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
DEAL, MOVES = won_game("cruel")


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.cookies[COOKIE] = signed(player.pk)
    return browser


def finished(ana: Player, boris: Player, now: datetime, **settings: object) -> Race:
    """A race that ana won, a ply every three seconds, and boris gave up."""
    race = started(ana, boris, at=now, deal_number=DEAL, **settings)
    mine = entrant_of(race, ana)
    for number, move in enumerate(MOVES, 1):
        actions.play(mine.pk, number, move, now + 3 * number * SECOND)
    actions.resign(race.code, boris.pk, now + 400 * SECOND)
    race.refresh_from_db()
    assert race.ended_at is not None
    return race


def opened_by(answer: object) -> Race:
    assert answer.status_code == 302, answer.content.decode()
    return Race.objects.get(code=answer.url.split("/")[2])


def test_a_line_is_the_attempt_as_the_engine_plays_it(ana: Player, boris: Player, now: datetime) -> None:
    line = line_of(entrant_of(finished(ana, boris, now), ana))
    assert line[0] == (0, 4, 0, 0, 0)
    assert len(line) == len(MOVES) + 1
    for plies in (1, 17, len(MOVES)):
        history = replay(find_ruleset("cruel"), seed_of_number(DEAL), MOVES[:plies])
        expected = (3000 * plies, history.progress, plies, history.redeals, history.score)
        assert line[plies] == expected
    thin = thinned(line)
    assert thin[0] == line[0] and thin[-1] == line[-1] and len(thin) < len(line)
    # At every moment the bar stands where it stood.
    for ms in range(0, line[-1][0] + 1, 1500):
        standing = [max((p for p in points if p[0] <= ms), key=lambda p: p[2])[1] for points in (thin, line)]
        assert standing[0] == standing[1]


def test_one_racer_against_an_attempt_is_a_race(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    before = finished(ana, boris, now, goal="first_home", take_back="off")
    mine = entrant_of(before, ana)
    race = opened_by(browser_of(clara).post(f"/r/{before.code}/ghost/{mine.pk}/"))
    assert (race.deal_id, race.goal, race.take_back) == (before.deal_id, "first_home", "off")
    assert not race.rated
    news = race_news(race.pk)
    (ghost,) = news.ghosts
    assert (ghost.name, ghost.outcome, ghost.plies, ghost.time_ms) == ("ana", "won", len(MOVES), mine.time_ms)
    assert (ghost.score, ghost.url, news.min) == (mine.score, None, 1)
    assert [list(point) for point in ghost.line] == [list(point) for point in thinned(line_of(mine))]
    # One is enough, and the race ends with that one.
    actions.start(race.code, clara.pk, now)
    race.refresh_from_db()
    assert race.starts_at is not None
    actions.resign(race.code, clara.pk, race.starts_at + SECOND)
    news = race_news(race.pk)
    assert news.status == "finished"
    assert news.ghosts[0].url == f"/r/{before.code}/replay/{mine.pk}/"
    following = actions.rematch(race.code, clara.pk, now + 60 * SECOND)
    assert following.deal_id == before.deal_id and not following.rated
    assert race_news(following.pk).ghosts[0].line == ghost.line


def test_alone_without_a_ghost_nothing_starts(ana: Player, now: datetime) -> None:
    race = actions.open_race(ana, ruleset="cruel", now=now)
    actions.get_ready(race.code, ana.pk, True, now)
    race.refresh_from_db()
    assert race.starts_at is None and race_news(race.pk).min == 2


def test_the_same_deal_again_has_no_ghost_and_is_not_rated(ana: Player, boris: Player, now: datetime) -> None:
    before = finished(ana, boris, now)
    mine = entrant_of(before, ana)
    again = opened_by(browser_of(boris).post(f"/r/{before.code}/again/{mine.pk}/"))
    form = {"name": "boris", "ruleset": "clock", "take_back": "free", "certified": "on"}
    for text in (
        f"{before.code}/{mine.pk}",
        f"https://cards.example/r/{before.code}/replay/{mine.pk}/?ply=7",
    ):
        filled = opened_by(browser_of(boris).post("/races/", {**form, "replay": text}))
        assert (filled.ruleset_key, filled.deal_id) == ("cruel", before.deal_id)
        assert (filled.take_back, filled.certified, filled.rated) == ("free", False, False)
    assert again.deal_id == before.deal_id and not again.rated and race_news(again.pk).ghosts == []


@pytest.mark.parametrize("replay_of", ["nonsense", "abc/1", "/r/abc/replay/"])
def test_a_form_with_no_replay_says_so(ana: Player, replay_of: str) -> None:
    form = {"name": "ana", "ruleset": "cruel", "take_back": "free", "replay": replay_of}
    answer = browser_of(ana).post("/races/", form)
    assert answer.status_code in (400, 404)
    assert Race.objects.count() == 0


def test_an_attempt_at_a_race_that_goes_on_is_nobody_s_ghost(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now, deal_number=DEAL)
    actions.resign(race.code, ana.pk, now)
    mine = entrant_of(race, ana).pk
    for door in ("ghost", "again"):
        for player in ana, boris:
            assert browser_of(player).post(f"/r/{race.code}/{door}/{mine}/").status_code == 403
    form = {"name": "ana", "ruleset": "cruel", "take_back": "free", "replay": f"{race.code}/{mine}"}
    assert browser_of(ana).post("/races/", form).status_code == 403
    assert Race.objects.count() == 1


def test_the_solver_s_way_is_raced_at_a_steady_pace(ana: Player, boris: Player, now: datetime) -> None:
    before = finished(ana, boris, now)
    door = f"/boards/cruel/{before.deal_id}/solver/ghost/"
    assert browser_of(ana).post(door).status_code == 404
    Solution.objects.create(
        deal=before.deal,
        ruleset_key="cruel",
        ruleset_version=1,
        outcome="won",
        score=9,
        moves=" ".join(MOVES),
    )
    race = opened_by(browser_of(ana).post(door))
    (ghost,) = race_news(race.pk).ghosts
    assert (ghost.name, ghost.outcome, ghost.time_ms) == ("The solver", "won", STEADY_MS * len(MOVES))
    assert race_news(race.pk).in_words(lambda text: text.upper()).ghosts[0].name == "THE SOLVER"


def test_the_lines_of_a_race_are_told_when_it_is_over(ana: Player, boris: Player, now: datetime) -> None:
    going_on = started(ana, boris, at=now, deal_number=DEAL)
    actions.resign(going_on.code, ana.pk, now)
    refused = browser_of(ana).get(f"/r/{going_on.code}/lines/")
    assert (refused.status_code, refused.json()["code"]) == (403, "replay_closed")
    race = finished(ana, boris, now)
    told = Client().get(f"/r/{race.code}/lines/").json()
    assert [(each["name"], each["place"], each["outcome"]) for each in told["lines"]] == [
        ("ana", 1, "won"),
        ("boris", 2, "resigned"),
    ]
    assert told["lines"][0]["line"][-1][:3] == [3000 * len(MOVES), 52, len(MOVES)]
    assert told["lines"][1]["line"] == [[0, 4, 0, 0, 0]]
    assert told["ghosts"] == []


def test_a_record_is_raced_as_well(ana: Player, boris: Player, now: datetime) -> None:
    race = finished(ana, boris, now)
    text = Client().get(f"/r/{race.code}/record/{entrant_of(race, ana).pk}/").content.decode()
    record = actions.keep_record(text, None, now)
    assert Record.objects.count() == 1
    opened = opened_by(browser_of(boris).post(f"/records/{record.pk}/ghost/"))
    (ghost,) = race_news(opened.pk).ghosts
    assert (ghost.name, ghost.plies, ghost.outcome) == ("ana", len(MOVES), "won")
    assert browser_of(boris).post("/records/999999/ghost/").status_code == 404
