"""The deal of the day: one for each game, the same for all, one counted attempt."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.rulesets import RULESETS, find_ruleset
from racing import actions
from racing.actions import solving
from racing.actions.boarding import keep_day_rows
from racing.days import BEST, best_of, rows_of_today, streaks_of
from racing.models import Daily, Deal, Entrant, Friendship, Kind, Outcome, Player, Race, Solution
from racing.ranking import rank
from racing.refusals import Refused
from racing.standing import find_place, standing
from tests.racing.conftest import entrant_of, plays

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def race_of(player: Player, at: datetime = NOON, ruleset: str = "cruel") -> Race:
    return actions.join_daily(ruleset, player, at).race


def finished(player: Player, at: datetime, outcome: str = Outcome.WON, **facts: int) -> Entrant:
    """The player's attempt at the deal of that day, as its last ply would leave it behind."""
    entrant = actions.join_daily("cruel", player, at)
    actions.begin(entrant.race.code, player.pk, at)
    facts = {"progress": 52, "score": 40} | facts
    Entrant.objects.filter(pk=entrant.pk).update(
        outcome=outcome, finished_at=at, last_at=at + timedelta(seconds=facts.pop("seconds", 60)), **facts
    )
    return Entrant.objects.get(pk=entrant.pk)


def test_whoever_comes_first_opens_it_and_all_get_the_same(ana: Player, boris: Player) -> None:
    race = race_of(ana, NOON)
    assert race_of(boris, NOON + timedelta(hours=11)) == race
    assert (race.kind, race.rated, race.listed, race.time_limit) == (Kind.DAILY, False, False, None)
    assert race.starts_at == datetime(2026, 3, 14, tzinfo=UTC)
    assert race.closes_at == datetime(2026, 3, 15, tzinfo=UTC)
    assert race.deal.number is None
    tomorrow, other = race_of(ana, NOON + DAY), race_of(ana, NOON, "perseverance")
    assert len({race.deal_id, tomorrow.deal_id, other.deal_id}) == 3
    with pytest.raises(Refused, match="unknown_ruleset"):
        race_of(ana, NOON, "no-such-game")


def test_it_can_be_won_when_such_a_deal_is_kept(ana: Player, boris: Player) -> None:
    deal = Deal.objects.create(seed=b"7" * 32)
    ruleset = find_ruleset("cruel")
    Solution.objects.create(
        deal=deal,
        ruleset_key="cruel",
        ruleset_version=ruleset.version,
        outcome="won",
        score=1,
        moves="r",
        pooled=True,
    )
    race = race_of(ana)
    assert race.certified and race.deal == deal
    assert solving.take_certified(ruleset) is None
    assert not race_of(boris, NOON + DAY).certified


def test_one_attempt_counts(ana: Player) -> None:
    race = race_of(ana)
    actions.begin(race.code, ana.pk, NOON)
    plays(entrant_of(race, ana), "r", at=NOON)
    actions.resign(race.code, ana.pk, NOON)
    assert race_of(ana, NOON + timedelta(hours=1)) == race
    actions.begin(race.code, ana.pk, NOON + timedelta(hours=1))
    with pytest.raises(Refused, match="already_finished"):
        plays(entrant_of(race, ana), "r", at=NOON + timedelta(hours=1))
    with pytest.raises(Refused, match="race_started"):
        actions.leave(race.code, ana.pk, NOON)
    with pytest.raises(Refused, match="daily_comes_again"):
        actions.rematch(race.code, ana.pk, NOON + DAY)


def test_more_may_come_than_to_any_other_race(ana: Player) -> None:
    race = race_of(ana)
    Race.objects.filter(pk=race.pk).update(max_racers=1)
    for number in range(3):
        actions.join(race.code, actions.new_player(f"racer {number}", NOON), NOON)
    assert race.entrants.count() == 4


def test_it_ends_with_its_day_for_all_who_began(ana: Player, boris: Player) -> None:
    race = race_of(ana)
    race_of(boris)
    actions.begin(race.code, ana.pk, NOON)
    assert not actions.settle(race.pk, NOON + timedelta(hours=11))
    assert actions.settle(race.pk, NOON + timedelta(hours=20))
    race.refresh_from_db()
    assert race.ended_at == datetime(2026, 3, 15, tzinfo=UTC)
    assert entrant_of(race, ana).outcome == Outcome.TIMEOUT
    assert entrant_of(race, boris).outcome is None


@pytest.mark.parametrize("goal", ["fewest_moves", "first_home"])
@pytest.mark.parametrize("family", ["cruel", "clock"])
def test_the_database_sorts_results_as_the_ranking_does(ana: Player, goal: str, family: str) -> None:
    race = race_of(ana, ruleset=family)
    Race.objects.filter(pk=race.pk).update(goal=goal)
    race.refresh_from_db()
    outcomes = [Outcome.WON, Outcome.LOST, Outcome.RESIGNED, Outcome.TIMEOUT]
    for number in range(60):
        player = actions.new_player(f"racer {number}", NOON)
        entrant = actions.join(race.code, player, NOON)
        began = NOON + timedelta(seconds=number)
        Entrant.objects.filter(pk=entrant.pk).update(
            started_at=began,
            last_at=began + timedelta(seconds=number * 7 % 5) if number % 9 else None,
            finished_at=began + timedelta(seconds=50),
            outcome=outcomes[number * number % 4],
            progress=number * 5 % 3,
            score=number * 11 % 4,
            slips=number * 13 % 3,
        )
    entrants = list(race.entrants.exclude(player=ana).select_related("race", "player").order_by("pk"))
    ranked = [entrant.pk for _, entrant in rank(entrants, goal, same_for_all=family == "clock")]
    keep_day_rows(race, entrants)
    assert list(best_of(race)) == ranked


def test_a_room_tells_ones_own_line_friends_and_the_best(ana: Player, boris: Player, clara: Player) -> None:
    race = race_of(ana)
    Friendship.objects.create(player=ana, friend=boris, since=NOON)
    finished(boris, NOON, Outcome.LOST, progress=5)
    for number in range(BEST + 5):
        finished(actions.new_player(f"racer {number}", NOON), NOON, score=100 - number)
    actions.join(race.code, clara, NOON)

    def told(player: Player | None) -> list[str]:
        place = find_place(race.code, player.pk if player else None)
        news = standing(place, NOON).news
        assert news.entrants_total == BEST + 8 and news.host is None
        return [line.name for line in news.entrants]

    # Who is among the best is a result, which nobody learns who still may play.
    assert told(ana) == ["ana", "boris"]
    assert told(clara) == ["clara"]
    assert told(None) == []
    finished(ana, NOON, score=10)
    assert told(ana) == ["ana", "boris", *(f"racer {number}" for number in range(6, BEST + 5))]


def test_a_room_asks_as_few_questions_for_thousands_as_for_one(ana: Player) -> None:
    race = race_of(ana)
    finished(ana, NOON)
    place = find_place(race.code, ana.pk)
    standing(place, NOON)
    with CaptureQueriesContext(connection) as few:
        standing(place, NOON)
    for number in range(40):
        finished(actions.new_player(f"racer {number}", NOON), NOON)
    standing(place, NOON)  # who has just finished is noted, once
    with CaptureQueriesContext(connection) as many:
        standing(place, NOON)
    assert len(many) == len(few)
    assert len(many) <= 12


def test_days_in_a_row_count_wins_on_days_that_follow_each_other(ana: Player, boris: Player) -> None:
    for day in (0, 1, 2, 4, 5):
        finished(ana, NOON + day * DAY)
    finished(ana, NOON + 3 * DAY, Outcome.LOST)
    finished(boris, NOON + 6 * DAY)
    sixth = date(2026, 3, 14) + 6 * DAY
    assert streaks_of(ana, "cruel", sixth) == (2, 3)
    assert streaks_of(ana, "cruel", sixth + DAY) == (0, 3)
    assert streaks_of(boris, "cruel", sixth) == (1, 1)
    assert streaks_of(ana, "clock", sixth) == (0, 0)


def test_the_page_of_the_day_has_a_row_for_each_game(ana: Player, boris: Player) -> None:
    finished(ana, NOON - DAY)
    finished(ana, NOON)
    finished(boris, NOON)
    rows = {row.ruleset.key: row for row in rows_of_today(ana, NOON)}
    assert set(rows) == set(RULESETS)
    cruel = rows["cruel"]
    assert cruel.entrant is not None and cruel.entrant.outcome == Outcome.WON
    assert (cruel.racers, cruel.streak, cruel.best_streak) == (2, 2, 2)
    assert rows["clock"].race is None and rows["clock"].racers == 0
    with CaptureQueriesContext(connection) as queries:
        rows_of_today(ana, NOON)
    assert len(queries) <= 3
    assert {row.streak for row in rows_of_today(None, NOON)} == {0}


def test_the_same_day_and_game_have_one_race(ana: Player, boris: Player) -> None:
    race_of(ana)
    race_of(boris)
    assert Daily.objects.count() == 1
