"""The boards of a game: its best by rating, by wins and by streak, and who is on them."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from racing import ranked
from racing.actions.standings import forget_standings
from racing.leaders import Leader, leaders, tops
from racing.models import Player, Rating
from racing.ratings import shown
from tests.racing.test_boards import befriend, visitor
from tests.racing.test_rating import ends, race_of

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 3, 30, 12, tzinfo=UTC)


def told(rows: list[Leader]) -> list[tuple[int | None, str]]:
    return [(row.place, row.player.name) for row in rows]


def test_a_game_ranks_its_players_by_rating_by_wins_and_by_their_longest_streak(
    ana: Player, boris: Player, clara: Player
) -> None:
    for progress in [(9, 5), (9, 5), (3, 5)]:
        ends(race_of(ana, boris, at=MONDAY), *progress, at=MONDAY)
    ends(race_of(clara, boris, at=MONDAY), 9, 5, at=MONDAY)
    by_rating = leaders("cruel", MONDAY).rows
    ordinals = dict(Rating.objects.values_list("player__name", "ordinal"))
    expected = sorted(ordinals, key=lambda name: -ordinals[name])
    assert told(by_rating) == [(place, name) for place, name in enumerate(expected, 1)]
    assert [row.rating for row in by_rating] == [shown(ordinals[name]) for name in expected]
    assert all(row.provisional for row in by_rating)
    assert told(leaders("cruel", MONDAY, by="wins").rows) == [(1, "ana"), (2, "boris"), (2, "clara")]
    assert told(leaders("cruel", MONDAY, by="streak").rows) == [(1, "ana"), (2, "boris"), (2, "clara")]
    assert leaders("clock", MONDAY).rows == []
    assert told(tops(MONDAY)["cruel"]) == told(by_rating) and tops(MONDAY)["clock"] == []


def test_a_week_and_a_month_begin_anew_and_who_has_not_won_is_on_no_board_of_wins(
    ana: Player, boris: Player
) -> None:
    ends(race_of(ana, boris, at=MONDAY), 9, 5, at=MONDAY)
    ends(race_of(ana, boris, at=MONDAY + timedelta(days=7)), 5, 9, at=MONDAY + timedelta(days=7))
    later = MONDAY + timedelta(days=8)
    assert told(leaders("cruel", later, by="wins", period="week").rows) == [(1, "boris")]
    assert told(leaders("cruel", MONDAY, by="wins", period="week").rows) == [(1, "ana")]
    assert told(leaders("cruel", later, by="wins", period="month").rows) == [(1, "boris")]
    assert told(leaders("cruel", later, by="wins").rows) == [(1, "ana"), (1, "boris")]
    assert leaders("cruel", MONDAY + timedelta(days=100), period="week").rows == []


def test_a_rating_is_marked_as_provisional_until_its_tenth_race(ana: Player, boris: Player) -> None:
    for number in range(10):
        assert all(row.provisional for row in leaders("cruel", MONDAY).rows)
        ends(race_of(ana, boris, at=MONDAY), 9, number % 9, at=MONDAY)
    assert not any(row.provisional for row in leaders("cruel", MONDAY).rows)
    assert not any(row.provisional for row in leaders("cruel", MONDAY, period="week").rows)


def test_ones_own_place_and_ones_friends_are_told(
    ana: Player, boris: Player, clara: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranked, "PAGE_ROWS", 1)
    ends(race_of(ana, boris, clara, at=MONDAY), 9, 8, 7, at=MONDAY)
    befriend(clara, boris, MONDAY)
    board = leaders("cruel", MONDAY, viewer=clara)
    assert told(board.rows) == [(1, "ana")] and board.more
    assert board.own is not None and told([board.own]) == [(3, "clara")] and board.own.is_you
    second = leaders("cruel", MONDAY, viewer=clara, page=2)
    assert told(second.rows) == [(2, "boris")] and second.rows[0].is_friend
    alone = leaders("cruel", MONDAY, viewer=clara, only_friends=True)
    assert told(alone.rows) == [(1, "boris")]
    assert alone.own is not None and told([alone.own]) == [(2, "clara")]


def test_who_has_left_is_on_no_board(ana: Player, boris: Player) -> None:
    ends(race_of(ana, boris, at=MONDAY), 9, 8, at=MONDAY)
    forget_standings(ana)
    assert told(leaders("cruel", MONDAY).rows) == [(1, "boris")]


def test_the_pages_of_all_games_and_of_a_game_are_there_with_and_without_players(
    client: Client, ana: Player, boris: Player
) -> None:
    assert client.get("/boards/").status_code == client.get("/boards/clock/").status_code == 200
    ends(race_of(ana, boris, at=MONDAY), 9, 8, at=MONDAY)
    assert ">ana<" in client.get("/boards/").content.decode()
    text = visitor(boris).get("/boards/cruel/?by=rating&friends=1").content.decode()
    assert re.findall(r'data-player="(\d+)"', text) == [str(boris.pk)]
    assert re.findall(r'data-player="(\d+)"', client.get("/boards/cruel/").content.decode()) == [
        str(ana.pk),
        str(boris.pk),
    ]
    assert "?by=wins&amp;period=all&amp;friends=1" in text
    for nonsense in ("?by=x&period=y", "?page=abc", "?friends=1"):
        assert client.get("/boards/cruel/" + nonsense).status_code == 200
