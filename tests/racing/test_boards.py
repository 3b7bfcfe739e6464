"""The leaderboard of a deal."""

from datetime import datetime, timedelta

import pytest

from racing import actions
from racing.boards import find_deal, rows_of
from racing.models import Entrant, Player, Race
from tests.racing.conftest import entrant_of, started, wins, won_game

pytestmark = pytest.mark.django_db


def raced(winner: Player, loser: Player, seconds: int, now: datetime, ends: bool = True) -> Race:
    race = started(winner, loser, deal_number=won_game("cruel")[0], at=now)
    wins(entrant_of(race, winner), at=now + timedelta(seconds=seconds))
    if ends:
        actions.resign(race.code, loser.pk, now + timedelta(seconds=seconds))
    return race


def test_a_board_has_the_won_attempts_of_finished_races_fewest_moves_first(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    first = raced(ana, boris, 90, now)
    raced(boris, ana, 60, now)
    saving = raced(clara, ana, 300, now)
    raced(boris, clara, 5, now, ends=False)
    Entrant.objects.filter(race=saving, player=clara).update(score=1)
    practice = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=first.deal.number)
    wins(entrant_of(practice, ana))
    rows = rows_of("cruel", first.deal)
    assert [(row.place, row.name, row.time_ms, row.fastest) for row in rows] == [
        (1, "clara", 300_000, False),
        (2, "boris", 60_000, True),
        (3, "ana", 90_000, False),
    ]


def test_each_ruleset_has_its_own_board_of_the_same_deal(ana: Player, boris: Player, now: datetime) -> None:
    race = raced(ana, boris, 60, now)
    assert find_deal("cruel", race.deal_id) == race.deal
    assert find_deal("cruel-when-stuck", race.deal_id) is None
    assert find_deal("cruel", race.deal_id + 1) is None


def test_there_is_no_board_while_the_only_race_of_the_deal_goes_on(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = raced(ana, boris, 60, now, ends=False)
    assert find_deal("cruel", race.deal_id) is None
