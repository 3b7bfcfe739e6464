"""Opening, joining, leaving, getting ready, starting."""

from datetime import datetime, timedelta

import pytest
from django.conf import settings

from engine.shuffle import commitment, seed_of_number
from racing import actions
from racing.models import Deal, Player, Race, Status
from racing.refusals import Refused
from tests.racing.conftest import entrant_of, opened, started

pytestmark = pytest.mark.django_db


def names(race: Race) -> list[str]:
    return list(race.entrants.order_by("pk").values_list("player__name", flat=True))


def test_a_fresh_deal_is_secret_and_its_commitment_is_there_from_the_start(
    ana: Player, now: datetime
) -> None:
    race = actions.open_race(ana, ruleset="cruel", now=now)
    other = actions.open_race(ana, ruleset="cruel", now=now)
    seed = bytes(race.deal.seed)
    assert len(seed) == 32 and race.deal.number is None
    assert seed != bytes(other.deal.seed)
    assert race.commitment == commitment(race.code, "cruel", seed)
    assert len(race.code) == 26 and race.code != other.code
    assert names(race) == ["ana"]
    assert race.status(now) == Status.OPEN


def test_a_numbered_deal_is_the_same_row_for_everybody(ana: Player, boris: Player, now: datetime) -> None:
    first = actions.open_race(ana, ruleset="cruel", deal_number=7, now=now)
    second = actions.open_race(boris, ruleset="cruel-when-stuck", deal_number=7, now=now)
    assert first.deal == second.deal
    assert bytes(first.deal.seed) == seed_of_number(7)


@pytest.mark.parametrize("number", [0, -1, 2**63])
def test_a_deal_number_out_of_range_is_refused_and_opens_nothing(
    ana: Player, now: datetime, number: int
) -> None:
    with pytest.raises(Refused, match="bad_deal_number"):
        actions.open_race(ana, ruleset="cruel", deal_number=number, now=now)
    assert not Race.objects.exists() and not Deal.objects.exists()


def test_an_unknown_ruleset_is_refused(ana: Player, now: datetime) -> None:
    with pytest.raises(Refused, match="unknown_ruleset"):
        actions.open_race(ana, ruleset="crule", now=now)


def test_the_goal_is_the_ruleset_s_own_unless_another_is_asked_for(ana: Player, now: datetime) -> None:
    assert actions.open_race(ana, ruleset="cruel", now=now).goal == "fewest_moves"
    assert actions.open_race(ana, ruleset="clock", now=now).goal == "first_home"
    assert actions.open_race(ana, ruleset="cruel", goal="first_home", now=now).goal == "first_home"


def test_a_numbered_deal_of_a_game_with_hidden_cards_is_marked(ana: Player, now: datetime) -> None:
    def marked(ruleset: str, number: int | None) -> bool:
        return actions.open_race(ana, ruleset=ruleset, deal_number=number, now=now).deal_is_known

    assert marked("alternations", 5)
    assert not marked("alternations", None)
    assert not marked("cruel", 5)


def test_joining_twice_is_one_entrant_and_one_change(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana)
    first = actions.join(race.code, boris, now)
    race.refresh_from_db()
    changes = race.changes
    assert actions.join(race.code, boris, now) == first
    race.refresh_from_db()
    assert names(race) == ["ana", "boris"]
    assert race.changes == changes


def test_who_is_in_the_race_may_join_again_after_the_start(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris)
    assert actions.join(race.code, boris, now) == entrant_of(race, boris)


def test_nobody_joins_after_the_start(ana: Player, boris: Player, clara: Player, now: datetime) -> None:
    race = opened(ana, boris)
    actions.start(race.code, ana.pk, now)
    with pytest.raises(Refused, match="race_started"):
        actions.join(race.code, clara, now)


def test_a_finished_and_a_cancelled_race_say_so(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = started(ana, boris)
    for player in ana, boris:
        actions.resign(race.code, player.pk, now)
    with pytest.raises(Refused, match="race_finished"):
        actions.join(race.code, clara, now)
    race = opened(ana)
    actions.leave(race.code, ana.pk, now)
    with pytest.raises(Refused, match="race_cancelled"):
        actions.join(race.code, clara, now)


def test_no_more_than_sixty_four_join(ana: Player, clara: Player, now: datetime) -> None:
    race = opened(ana, *(actions.new_player(f"racer {n}", now) for n in range(63)))
    with pytest.raises(Refused, match="race_full"):
        actions.join(race.code, clara, now)
    assert len(names(race)) == 64


def test_a_name_that_is_refused_makes_no_player(ana: Player, now: datetime) -> None:
    race = opened(ana)
    with pytest.raises(Refused, match="name_too_long"):
        actions.join_by_name(race.code, None, "x" * 10_000, now)
    actions.leave(race.code, ana.pk, now)
    with pytest.raises(Refused, match="race_cancelled"):
        actions.join_by_name(race.code, None, "boris", now)
    assert list(Player.objects.all()) == [ana]


def test_the_host_s_place_goes_to_the_next_one_and_the_last_to_leave_cancels(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = opened(ana, boris)
    actions.leave(race.code, ana.pk, now)
    race.refresh_from_db()
    assert race.host == boris and names(race) == ["boris"]
    actions.leave(race.code, ana.pk, now)
    actions.leave(race.code, boris.pk, now)
    race.refresh_from_db()
    assert race.status(now) == Status.CANCELLED


def test_nobody_leaves_a_race_that_has_started(ana: Player, boris: Player, now: datetime) -> None:
    race = started(ana, boris)
    with pytest.raises(Refused, match="race_started"):
        actions.leave(race.code, boris.pk, now)
    assert names(race) == ["ana", "boris"]


def test_it_starts_when_all_are_ready_with_a_common_countdown(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = opened(ana, boris)
    actions.get_ready(race.code, ana.pk, True, now)
    race.refresh_from_db()
    assert race.status(now) == Status.OPEN
    actions.get_ready(race.code, boris.pk, True, now)
    race.refresh_from_db()
    assert race.starts_at == now + timedelta(seconds=settings.COUNTDOWN_SECONDS)
    assert race.status(now) == Status.COUNTDOWN
    assert race.status(race.starts_at) == Status.RUNNING


def test_one_alone_is_not_all(ana: Player, now: datetime) -> None:
    race = opened(ana)
    actions.get_ready(race.code, ana.pk, True, now)
    race.refresh_from_db()
    assert race.starts_at is None


def test_who_is_not_ready_any_more_is_waited_for(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana, boris)
    actions.get_ready(race.code, ana.pk, True, now)
    actions.get_ready(race.code, ana.pk, False, now)
    actions.get_ready(race.code, boris.pk, True, now)
    race.refresh_from_db()
    assert race.starts_at is None


def test_when_the_one_all_waited_for_leaves_it_starts(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = opened(ana, boris, clara)
    actions.get_ready(race.code, ana.pk, True, now)
    actions.get_ready(race.code, boris.pk, True, now)
    actions.leave(race.code, clara.pk, now)
    race.refresh_from_db()
    assert race.starts_at is not None


def test_being_ready_twice_is_one_change(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana, boris)
    actions.get_ready(race.code, ana.pk, True, now)
    race.refresh_from_db()
    changes = race.changes
    actions.get_ready(race.code, ana.pk, True, now)
    race.refresh_from_db()
    assert race.changes == changes


def test_the_host_starts_without_waiting_and_twice_is_once(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana, boris)
    actions.start(race.code, ana.pk, now)
    actions.start(race.code, ana.pk, now + timedelta(seconds=3))
    race.refresh_from_db()
    assert race.starts_at == now + timedelta(seconds=settings.COUNTDOWN_SECONDS)


def test_only_the_host_starts_and_not_alone(ana: Player, boris: Player, clara: Player, now: datetime) -> None:
    race = opened(ana, boris)
    with pytest.raises(Refused, match="not_the_host"):
        actions.start(race.code, boris.pk, now)
    with pytest.raises(Refused, match="not_a_racer"):
        actions.start(race.code, clara.pk, now)
    with pytest.raises(Refused, match="too_few_racers"):
        actions.start(opened(ana).code, ana.pk, now)


def test_a_stranger_gets_nowhere(ana: Player, boris: Player, clara: Player, now: datetime) -> None:
    race = started(ana, boris)
    for asked in (
        lambda: actions.get_ready(race.code, clara.pk, True, now),
        lambda: actions.start(race.code, None, now),
        lambda: actions.resign(race.code, clara.pk, now),
        lambda: actions.rematch(race.code, clara.pk, now),
    ):
        with pytest.raises(Refused, match="not_a_racer"):
            asked()


def test_another_name_is_seen_in_the_races_that_are_not_over(
    ana: Player, boris: Player, now: datetime
) -> None:
    going_on, over = opened(ana), opened(ana, boris)
    actions.leave(over.code, boris.pk, now)
    actions.leave(over.code, ana.pk, now)
    before = {race.pk: race.version() for race in (going_on, over)}
    actions.rename(ana, "  Ana Maria ", now)
    assert names(going_on) == ["Ana Maria"]
    assert going_on.version() == before[going_on.pk] + 1
    assert over.version() == before[over.pk]
