"""After a race the next one; practice, and its statistics."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from racing import actions
from racing.models import Outcome, Player, Race, Status
from racing.refusals import Refused
from racing.seats import current_table
from racing.snapshots import race_news
from racing.statistics import practice_rows, unfinished
from tests.racing.conftest import entrant_of, plays, started, wins, won_game

pytestmark = pytest.mark.django_db


def finished(*players: Player, **settings: Any) -> Race:
    race = started(*players, **settings)
    for player in players:
        actions.resign(race.code, player.pk, race.starts_at or race.created_at)
    race.refresh_from_db()
    return race


def test_a_rematch_is_one_room_for_all_with_the_same_settings_and_a_fresh_deal(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = finished(ana, boris, ruleset="ripple-fan", take_back="off", time_limit=900, deal_number=5)
    following = actions.rematch(race.code, boris.pk, now)
    assert actions.rematch(race.code, ana.pk, now) == following
    assert actions.rematch(race.code, boris.pk, now) == following
    following.refresh_from_db()
    assert following.host == boris
    assert [e.player for e in following.entrants.order_by("pk")] == [boris, ana]
    same = ("ruleset_key", "goal", "take_back", "time_limit", "max_racers")
    assert [getattr(following, field) for field in same] == [getattr(race, field) for field in same]
    assert following.deal.number is None and following.deal != race.deal
    assert following.status(now) == Status.OPEN
    assert race_news(race.pk).rematch == following.code


def test_there_is_no_rematch_before_the_end_nor_for_who_was_not_there(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    with pytest.raises(Refused, match="race_not_over"):
        actions.rematch(started(ana, boris).code, ana.pk, now)
    with pytest.raises(Refused, match="not_a_racer"):
        actions.rematch(finished(ana, boris).code, clara.pk, now)
    with pytest.raises(Refused, match="no_such_race"):
        actions.rematch("nowhere", ana.pk, now)


def test_a_rematch_that_has_started_is_joined_no_more_but_its_code_stays_told(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = finished(ana, boris, clara)
    following = actions.rematch(race.code, ana.pk, now)
    actions.rematch(race.code, boris.pk, now)
    actions.start(following.code, ana.pk, now)
    with pytest.raises(Refused, match="race_started"):
        actions.rematch(race.code, clara.pk, now)
    assert actions.rematch(race.code, boris.pk, now) == following
    assert race_news(race.pk).rematch == following.code


def test_after_a_rematch_that_nobody_came_to_there_may_be_another(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = finished(ana, boris)
    first = actions.rematch(race.code, ana.pk, now)
    actions.leave(first.code, ana.pk, now)
    second = actions.rematch(race.code, boris.pk, now)
    assert second != first and second.host == boris
    assert race_news(race.pk).rematch == second.code


def test_practice_starts_at_once_and_takes_back_without_end(ana: Player, now: datetime) -> None:
    race = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=3)
    entrant = entrant_of(race, ana)
    assert race.status(now) == Status.RUNNING
    plays(entrant, *["r", "u"] * 20)
    state = current_table(entrant_of(race, ana), now).state
    assert (state.score, state.may_take_back) == (0, False)


def test_the_same_deal_again_is_dealt_anew_and_the_old_attempt_is_given_up(
    ana: Player, now: datetime
) -> None:
    race = actions.open_practice(ana, ruleset="alternations", now=now)
    dealt = current_table(entrant_of(race, ana), now).view
    plays(entrant_of(race, ana), "d")
    again = actions.restart(race.code, ana, now)
    assert again != race and again.deal == race.deal and again.commitment != race.commitment
    assert current_table(entrant_of(again, ana), now).view == dealt
    race.refresh_from_db()
    assert race.ended_at is not None
    assert entrant_of(race, ana).outcome == Outcome.RESIGNED


def test_the_next_deal_follows_the_number_or_is_fresh_and_the_old_one_waits(
    ana: Player, now: datetime
) -> None:
    numbered = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=3)
    plays(entrant_of(numbered, ana), "r")
    assert actions.next_deal(numbered.code, ana, now).deal.number == 4
    last = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=2**63 - 1)
    assert actions.next_deal(last.code, ana, now).deal.number == 1
    fresh = actions.open_practice(ana, ruleset="cruel", now=now)
    following = actions.next_deal(fresh.code, ana, now)
    assert following.deal.number is None and following.deal != fresh.deal
    assert unfinished(ana) == [numbered]


def test_another_s_practice_and_a_race_are_not_restarted(ana: Player, boris: Player, now: datetime) -> None:
    practice = actions.open_practice(ana, ruleset="cruel", now=now)
    with pytest.raises(Refused, match="not_a_racer"):
        actions.restart(practice.code, boris, now)
    with pytest.raises(Refused, match="not_practice"):
        actions.next_deal(started(ana, boris).code, ana, now)
    actions.resign(practice.code, ana.pk, now)
    with pytest.raises(Refused, match="not_in_practice"):
        actions.rematch(practice.code, ana.pk, now)


def test_statistics_count_attempts_wins_and_streaks_game_by_game(
    ana: Player, boris: Player, now: datetime
) -> None:
    def practised(ruleset: str, won: bool, second: int) -> None:
        race = actions.open_practice(ana, ruleset=ruleset, now=now, deal_number=won_game(ruleset)[0])
        if won:
            wins(entrant_of(race, ana), at=now + timedelta(seconds=second))
        else:
            plays(entrant_of(race, ana), "r" if ruleset == "cruel" else "d", at=now)
            actions.resign(race.code, ana.pk, now + timedelta(seconds=second))

    for second, won in enumerate([True, True, False, True], 10):
        practised("cruel", won, second)
    practised("alternations", False, 1)
    untouched = actions.open_practice(ana, ruleset="cruel", now=now)
    actions.resign(untouched.code, ana.pk, now)
    race = started(ana, boris, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, ana))
    cruel, alternations = practice_rows(ana)
    assert (cruel.ruleset.key, cruel.played, cruel.won, cruel.lost) == ("cruel", 4, 3, 1)
    assert (cruel.streak, cruel.best_streak, cruel.best_time_ms) == (1, 2, 10_000)
    assert cruel.best_score is not None and cruel.best_score > 0
    assert (alternations.won, alternations.best_score, alternations.streak) == (0, None, 0)
    assert practice_rows(boris) == []
