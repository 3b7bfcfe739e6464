"""One move: checked, committed, answered, once."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from engine.table import apply_effects
from racing import actions
from racing.models import Entrant, Outcome, Player, Ply, Race, Status
from racing.refusals import Refused
from racing.seats import SEATS, current_table
from tests.racing.conftest import entrant_of, opened, plays, started, wins, won_game

pytestmark = pytest.mark.django_db


def log_of(entrant: Entrant) -> list[str]:
    return entrant.log()


def test_a_move_is_logged_and_answered_with_what_became_of_the_table(ana: Player, boris: Player) -> None:
    number, moves = won_game("cruel")
    race = started(ana, boris, deal_number=number)
    entrant = entrant_of(race, ana)
    view = current_table(entrant, race.created_at).view
    for ply, move in enumerate(moves[:12], 1):
        made = plays(entrant, move)
        assert (made.ply, made.move, made.slip) == (ply, move, False)
        view = apply_effects(view, [list(effect) for effect in made.effects])
    entrant.refresh_from_db()
    table = current_table(entrant, race.created_at)
    assert table.view == view
    assert (table.ply, table.legal, table.state) == (12, made.legal, made.state)
    assert log_of(entrant) == moves[:12]
    assert (entrant.plies, entrant.progress, entrant.score) == (12, made.state.progress, made.state.score)


def test_the_same_ply_again_gets_the_same_answer_and_is_logged_once(ana: Player, boris: Player) -> None:
    number, moves = won_game("cruel-when-stuck")
    race = started(ana, boris, ruleset="cruel-when-stuck", deal_number=number)
    entrant = entrant_of(race, ana)
    answers = [plays(entrant, move) for move in moves[:6]]
    for forget in (False, True):
        if forget:
            SEATS.clear()
        again = [actions.play(entrant.pk, a.ply, a.move, race.created_at) for a in answers]
        assert again == answers
    assert log_of(entrant) == moves[:6]


def test_another_move_under_a_number_that_is_taken_is_refused(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    plays(entrant, "r", "r")
    with pytest.raises(Refused, match="ply_taken"):
        actions.play(entrant.pk, 1, "u", now)
    assert log_of(entrant) == ["r", "r"]


def test_a_number_beyond_the_next_is_refused(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    with pytest.raises(Refused, match="ply_ahead") as refused:
        actions.play(entrant.pk, 3, "r", now)
    assert refused.value.params == {"ply": 3, "next": 1}


@pytest.mark.parametrize(
    ("move", "code"), [("1-1", "same_pile"), ("hello", "unreadable"), ("99-f", "no_such_pile")]
)
def test_what_the_engine_refuses_changes_nothing(
    ana: Player, boris: Player, now: datetime, move: str, code: str
) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    plays(entrant, "r")
    before = current_table(entrant_of(race, ana), now)
    with pytest.raises(Refused, match=code) as refused:
        actions.play(entrant.pk, 2, move, now)
    assert refused.value.sentence()
    assert current_table(entrant_of(race, ana), now) == before
    assert log_of(entrant) == ["r"]
    assert plays(entrant, "u").ply == 2


def test_a_wrong_hour_is_a_slip_that_takes_a_number_and_may_be_sent_again(ana: Player, boris: Player) -> None:
    race = started(ana, boris, ruleset="clock", deal_number=1)
    entrant = entrant_of(race, ana)
    right = current_table(entrant, race.created_at).legal[0]
    wrong = "1" if right != "1" else "2"
    made = plays(entrant, wrong)
    assert (made.ply, made.move, made.slip, made.effects) == (1, f"{wrong}?", True, [])
    assert actions.play(entrant.pk, 1, wrong, race.created_at) == made
    assert actions.play(entrant.pk, 1, f"{wrong}?", race.created_at) == made
    assert plays(entrant, right).ply == 2
    entrant.refresh_from_db()
    assert (entrant.slips, log_of(entrant)) == (1, [f"{wrong}?", right])


def test_another_tab_in_another_process_makes_this_one_rebuild(
    ana: Player, boris: Player, now: datetime
) -> None:
    """This process still holds the table from before the other's plies."""
    number, moves = won_game("cruel-when-changed")
    race = started(ana, boris, ruleset="cruel-when-changed", deal_number=number)
    entrant = entrant_of(race, ana)
    plays(entrant, *moves[:3])
    ours = SEATS.take(entrant.pk)
    assert ours is not None
    plays(entrant, *moves[3:6])
    SEATS.clear()
    SEATS.keep(ours)
    assert actions.play(entrant.pk, 4, moves[3], now).ply == 4
    SEATS.clear()
    SEATS.keep(ours)
    assert plays(entrant, moves[6]).ply == 7
    assert log_of(entrant) == moves[:7]


def test_a_stale_table_never_answers_for_the_engine(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    with pytest.raises(Refused, match="nothing_to_take_back"):
        actions.play(entrant.pk, 1, "u", now)
    ours = SEATS.take(entrant.pk)
    assert ours is not None
    plays(entrant, "r")
    SEATS.clear()
    SEATS.keep(ours)
    with pytest.raises(Refused, match="ply_taken"):
        actions.play(entrant.pk, 1, "u", now)


def test_when_the_commit_fails_nothing_is_acknowledged_and_the_table_is_rebuilt(
    ana: Player, boris: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = started(ana, boris)
    entrant = entrant_of(race, ana)
    plays(entrant, "r")
    with monkeypatch.context() as broken:

        def fail(**fields: Any) -> None:
            raise DatabaseError("the disk is full")

        broken.setattr(Ply.objects, "create", fail)
        with pytest.raises(DatabaseError), transaction.atomic():
            actions.play(entrant.pk, 2, "r", now)
    assert entrant_of(race, ana).plies == 1
    assert plays(entrant, "r").ply == 2
    assert log_of(entrant) == ["r", "r"]


def test_nothing_is_played_before_the_start_nor_after_the_deadline(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = opened(ana, boris, at=now, time_limit=60)
    entrant = entrant_of(race, ana)
    with pytest.raises(Refused, match="race_not_started"):
        actions.play(entrant.pk, 1, "r", now)
    actions.start(race.code, ana.pk, now)
    race.refresh_from_db()
    starts_at, deadline = race.starts_at, race.deadline
    assert starts_at is not None and deadline == starts_at + timedelta(seconds=60)
    with pytest.raises(Refused, match="race_not_started"):
        actions.play(entrant.pk, 1, "r", starts_at - timedelta(microseconds=1))
    assert actions.play(entrant.pk, 1, "r", starts_at).ply == 1
    assert actions.play(entrant.pk, 2, "r", deadline - timedelta(microseconds=1)).ply == 2
    with pytest.raises(Refused, match="time_is_up"):
        actions.play(entrant.pk, 3, "r", deadline)
    race.refresh_from_db()
    assert race.ended_at == deadline
    assert entrant_of(race, ana).outcome == Outcome.TIMEOUT


def test_the_times_of_a_log_never_run_backwards(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris, at=now)
    entrant = entrant_of(race, ana)
    plays(entrant, "r", at=now + timedelta(seconds=5))
    plays(entrant, "r", at=now + timedelta(seconds=4))
    first, second = entrant.ply_log.order_by("number").values_list("at", flat=True)
    assert first == second == now + timedelta(seconds=5)


@pytest.mark.parametrize(
    "ruleset", ["cruel", "cruel-when-changed", "cruel-when-stuck", "alternations", "clock"]
)
def test_the_ply_that_wins_finishes_the_entrant_and_the_last_one_ends_the_race(
    ana: Player, boris: Player, now: datetime, ruleset: str
) -> None:
    number, _ = won_game(ruleset)
    race = started(ana, boris, ruleset=ruleset, deal_number=number, at=now)
    made = wins(entrant_of(race, ana), at=now + timedelta(seconds=90))
    first = entrant_of(race, ana)
    assert made.state.won and made.state.over
    assert (first.outcome, first.time_ms, first.place) == (Outcome.WON, 90_000, None)
    race.refresh_from_db()
    assert race.status(now + timedelta(seconds=91)) == Status.RUNNING
    with pytest.raises(Refused, match="already_finished"):
        actions.play(first.pk, made.ply + 1, "u", now)
    assert actions.play(first.pk, made.ply, made.move, now) == made
    wins(entrant_of(race, boris), at=now + timedelta(seconds=80))
    race.refresh_from_db()
    assert race.ended_at == now + timedelta(seconds=90)
    assert [entrant_of(race, player).place for player in (boris, ana)] == [1, 2]


def test_a_settlement_by_another_process_stops_a_table_that_believes_in_the_race(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now, time_limit=60)
    entrant = entrant_of(race, ana)
    plays(entrant, "r", at=now)
    assert race.deadline is not None
    assert actions.settle(race.pk, race.deadline)
    # This process's clock is late: to it the race still runs, and its table is warm.
    with pytest.raises(Refused, match="time_is_up"):
        actions.play(entrant.pk, 2, "r", now + timedelta(seconds=30))
    assert log_of(entrant) == ["r"]


def blocked(ruleset: str, take_back: str, ana: Player, boris: Player) -> tuple[Race, Entrant]:
    """A race in which ana plays whatever is first until nothing can be played."""
    race = started(ana, boris, ruleset=ruleset, take_back=take_back, deal_number=1)
    entrant = entrant_of(race, ana)
    legal = current_table(entrant, race.created_at).legal
    while legal:
        legal = plays(entrant, legal[0]).legal
    return race, entrant_of(race, ana)


def test_blocked_without_take_back_is_lost(ana: Player, boris: Player) -> None:
    _, entrant = blocked("cruel-limited-3", "off", ana, boris)
    assert entrant.outcome == Outcome.LOST
    assert entrant.finished_at == entrant.last_at


def test_blocked_with_take_back_is_told_and_goes_on(ana: Player, boris: Player) -> None:
    _, entrant = blocked("cruel-limited-3", "counted", ana, boris)
    assert entrant.outcome is None
    state = current_table(entrant, entrant.joined_at).state
    assert state.blocked and state.may_take_back and not state.over
    assert not plays(entrant, "u").state.blocked


def test_clock_is_over_at_the_fourth_king_whatever_could_be_taken_back(ana: Player, boris: Player) -> None:
    _, entrant = blocked("clock", "counted", ana, boris)
    assert entrant.outcome in (Outcome.LOST, Outcome.WON)


def test_a_log_has_an_end_far_above_any_game(
    ana: Player, boris: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("racing.actions.playing.MAX_PLIES", 3)
    entrant = entrant_of(started(ana, boris, at=now), ana)
    for _ in range(3):
        plays(entrant, "r")
    with pytest.raises(Refused, match="log_is_full") as caught:
        plays(entrant, "r")
    assert caught.value.sentence() == "An attempt has at most 3 moves. Begin anew, or give up."
    assert log_of(entrant) == ["r"] * 3
    actions.resign(entrant.race.code, ana.pk, now)
    entrant.refresh_from_db()
    assert entrant.outcome == Outcome.RESIGNED


def test_the_newest_ply_is_told_again_without_playing_its_log_again(
    ana: Player, boris: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unplayed(*_: object) -> None:
        raise AssertionError("the log is played again")

    entrant = entrant_of(started(ana, boris, at=now), ana)
    made = [plays(entrant, "r") for _ in range(3)]
    monkeypatch.setattr("racing.actions.playing.replay", unplayed)
    assert actions.play(entrant.pk, 3, "r", now) == made[-1]
