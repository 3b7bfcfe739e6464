"""The board of a day's deal: who is on it, from when on, and who may look."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from racing import actions
from racing.boards import deal_board
from racing.models import Board, Entrant, Player, Race
from tests.racing.conftest import entrant_of, plays
from tests.racing.test_boards import befriend, shown_rows, visitor

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def begun(player: Player, at: datetime = NOON) -> Entrant:
    entrant = actions.join_daily("cruel", player, at)
    actions.begin(entrant.race.code, player.pk, at)
    plays(entrant, "r", at=at + timedelta(seconds=5))
    return entrant_of(entrant.race, player)


def finished(player: Player, progress: int, at: datetime = NOON, outcome: str = "lost") -> Entrant:
    """An attempt as its last ply leaves it behind."""
    entrant = begun(player, at)
    Entrant.objects.filter(pk=entrant.pk).update(
        outcome=outcome, progress=progress, finished_at=at, last_at=at + timedelta(seconds=60)
    )
    actions.settle(entrant.race_id, at)
    return entrant_of(entrant.race, player)


def names(race: Race, viewer: Player | None = None, **asked: bool) -> list[tuple[int | None, str]]:
    board = deal_board("cruel", race.deal, by=Board.DAY, viewer=viewer, **asked)
    return [(row.place, row.name) for row in board.rows]


def test_an_attempt_stands_on_it_as_soon_as_it_has_ended_home_or_not(
    ana: Player, boris: Player, clara: Player
) -> None:
    race = finished(ana, 20).race
    finished(boris, 31)
    begun(clara)
    assert names(race) == [(1, "boris"), (2, "ana")]
    finished(clara, 52, outcome="won")
    assert names(race) == [(1, "clara"), (2, "boris"), (3, "ana")]
    call_command("recompute_tallies", check=True)


def test_a_resignation_stands_on_it_until_it_is_taken_back(
    ana: Player, boris: Player, settings: Settings
) -> None:
    settings.RESIGN_UNDO_SECONDS = 5
    race = begun(ana).race
    actions.resign(race.code, ana.pk, NOON + timedelta(seconds=9))
    assert names(race) == [(1, "ana")]
    actions.unresign(race.code, ana.pk, NOON + timedelta(seconds=10))
    assert names(race) == []
    plays(entrant_of(race, ana), "u", at=NOON + timedelta(seconds=11))
    actions.resign(race.code, ana.pk, NOON + timedelta(seconds=12))
    assert names(race) == [(1, "ana")] and names(race, only_clean=True) == []
    call_command("recompute_tallies", check=True)


def test_whoever_runs_out_of_time_or_day_stands_on_it_too(ana: Player, boris: Player) -> None:
    race = begun(ana).race
    Race.objects.filter(pk=race.pk).update(time_limit=600)
    actions.settle(race.pk, NOON + timedelta(minutes=11))
    assert names(race) == [(1, "ana")]
    begun(boris, at=datetime(2026, 3, 14, 23, 58, tzinfo=UTC))
    actions.settle(race.pk, NOON + timedelta(days=2))
    assert [name for _, name in names(race)] == ["ana", "boris"]
    call_command("recompute_tallies", check=True)


def test_the_winners_of_a_day_are_on_the_boards_of_its_deal_once_it_is_over(
    ana: Player, boris: Player, client: Client
) -> None:
    race = finished(ana, 52, outcome="won").race
    finished(boris, 31)
    assert client.get(f"/boards/cruel/{race.deal_id}/").status_code == 404
    actions.settle(race.pk, NOON + timedelta(days=1))
    rows = deal_board("cruel", race.deal).rows
    assert [row.name for row in rows] == ["ana"]
    assert client.get(f"/boards/cruel/{race.deal_id}/").status_code == 200
    call_command("recompute_tallies", check=True)


@pytest.mark.usefixtures("one_day")
def test_its_page_is_closed_to_who_has_not_finished_while_the_deal_can_be_played(
    ana: Player, boris: Player, clara: Player, client: Client
) -> None:
    noon = datetime.now(UTC)
    race = finished(ana, 20, at=noon).race
    begun(boris, at=noon)
    befriend(ana, clara, noon)
    address = f"/daily/cruel/{noon.date().isoformat()}/"
    for closed in (client, visitor(boris), visitor(clara)):
        page = closed.get(address)
        assert (page.status_code, shown_rows(page)) == (200, [])
    opened = visitor(ana).get(address)
    assert shown_rows(opened) == ["ana"] and "/replay/" not in opened.content.decode()
    finished(boris, 30, at=noon)
    assert shown_rows(visitor(ana).get(address)) == ["boris", "ana"]
    assert shown_rows(visitor(ana).get(address + "?friends=1")) == ["ana"]
    actions.settle(race.pk, noon + timedelta(days=1))
    over = client.get(address)
    assert shown_rows(over) == ["boris", "ana"]
    assert f"/r/{race.code}/replay/" in over.content.decode()
