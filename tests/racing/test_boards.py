"""The leaderboards of a deal: whose runs they hold, in which order, and which page of them."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from racing import actions, ranked
from racing.boards import Row, deal_board, find_deal
from racing.identity import COOKIE, signed
from racing.models import BoardRow, Entrant, Friendship, Player, Race
from tests.racing.conftest import entrant_of, plays, started, wins, won_game

pytestmark = pytest.mark.django_db


def raced(
    winner: Player, loser: Player, seconds: int, now: datetime, ends: bool = True, **facts: Any
) -> Race:
    """A race on the won deal of Cruel; ``facts`` are what the winner's run is to have."""
    race = started(winner, loser, deal_number=won_game("cruel")[0], at=now)
    wins(entrant_of(race, winner), at=now + timedelta(seconds=seconds))
    Entrant.objects.filter(race=race, player=winner).update(**facts)
    if ends:
        actions.resign(race.code, loser.pk, now + timedelta(seconds=seconds))
    race.refresh_from_db()
    return race


def told(rows: list[Row]) -> list[tuple[int | None, str, int]]:
    return [(row.place, row.name, row.time_ms // 1000) for row in rows]


def visitor(player: Player) -> Client:
    client = Client()
    client.cookies[COOKIE] = signed(player.pk)
    return client


def shown_rows(page: Any) -> list[str]:
    """The names on a page with a board, from the top."""
    ids = re.findall(r'data-board-row="(\d+)"', page.content.decode())
    names = dict(Entrant.objects.values_list("pk", "player__name"))
    return [names[int(key)] for key in ids]


def befriend(one: Player, other: Player, now: datetime) -> None:
    for player, friend in ((one, other), (other, one)):
        Friendship.objects.create(player=player, friend=friend, since=now)


def test_a_board_has_everybodys_best_run_fewest_moves_first_and_then_the_shorter_time(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    deal = raced(ana, boris, 90, now).deal
    raced(ana, boris, 120, now)
    raced(boris, ana, 60, now)
    raced(clara, ana, 300, now, score=1)
    raced(boris, clara, 5, now, ends=False)
    practice = actions.open_practice(ana, ruleset="cruel", now=now, deal_number=deal.number)
    wins(entrant_of(practice, ana), at=now)
    assert told(deal_board("cruel", deal).rows) == [(1, "clara", 300), (2, "boris", 60), (3, "ana", 90)]
    fastest = deal_board("cruel", deal, by="time").rows
    assert told(fastest) == [(1, "boris", 60), (2, "ana", 90), (3, "clara", 300)]
    assert [row.fastest for row in fastest] == [True, False, False]
    call_command("recompute_tallies", check=True)


def test_a_better_run_takes_the_place_of_a_worse_one_and_never_the_other_way_round(
    ana: Player, boris: Player, now: datetime
) -> None:
    deal = raced(ana, boris, 90, now, score=30).deal
    raced(ana, boris, 20, now, score=40)
    raced(ana, boris, 80, now, score=30)
    assert told(deal_board("cruel", deal).rows) == [(1, "ana", 80)]
    assert told(deal_board("cruel", deal, by="time").rows) == [(1, "ana", 20)]
    call_command("recompute_tallies", check=True)


def test_a_clean_board_has_only_runs_with_nothing_taken_back(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    deal = raced(ana, boris, 90, now).deal
    raced(ana, boris, 40, now, take_backs=1)
    raced(clara, boris, 70, now, take_backs=2)
    assert told(deal_board("cruel", deal, by="time").rows) == [(1, "ana", 40), (2, "clara", 70)]
    assert told(deal_board("cruel", deal, by="time", only_clean=True).rows) == [(1, "ana", 90)]
    assert [row.entrant.is_clean for row in deal_board("cruel", deal, by="time").rows] == [False, False]


def test_take_backs_are_counted_when_they_are_played(ana: Player, boris: Player, now: datetime) -> None:
    number, moves = won_game("cruel")
    race = started(ana, boris, deal_number=number, at=now)
    plays(entrant_of(race, ana), moves[0], "u", moves[0], at=now)
    assert entrant_of(race, ana).take_backs == 1


def test_equal_runs_share_a_place(ana: Player, boris: Player, clara: Player, now: datetime) -> None:
    deal = raced(ana, clara, 60, now).deal
    raced(boris, clara, 60, now)
    raced(clara, boris, 61, now)
    assert told(deal_board("cruel", deal).rows) == [(1, "ana", 60), (1, "boris", 60), (3, "clara", 61)]


def test_ones_own_place_is_told_wherever_it_is(
    ana: Player, boris: Player, clara: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranked, "PAGE_ROWS", 1)
    deal = raced(ana, boris, 60, now).deal
    raced(boris, ana, 70, now)
    raced(clara, ana, 70, now)
    first = deal_board("cruel", deal, viewer=clara)
    assert (told(first.rows), first.more) == ([(1, "ana", 60)], True)
    assert first.own is not None and told([first.own]) == [(2, "clara", 70)]
    assert first.own.is_you and not first.rows[0].is_you
    last = deal_board("cruel", deal, viewer=clara, page=3)
    assert (told(last.rows), last.more) == ([(2, "clara", 70)], False)
    assert last.own == last.rows[0]
    assert deal_board("cruel", deal, page=4).rows == []
    assert deal_board("cruel", deal).own is None


def test_who_has_too_many_before_them_to_be_counted_is_told_no_place(
    ana: Player, boris: Player, clara: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranked, "PAGE_ROWS", 1)
    monkeypatch.setattr(ranked, "FAR", 1)
    deal = raced(ana, boris, 60, now).deal
    raced(boris, ana, 70, now)
    raced(clara, ana, 80, now)
    for viewer, place in ((boris, 2), (clara, None)):
        own = deal_board("cruel", deal, viewer=viewer).own
        assert own is not None and own.place == place


def test_friends_stand_out_and_can_be_had_alone(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    befriend(clara, boris, now)
    deal = raced(ana, boris, 60, now).deal
    raced(boris, ana, 70, now)
    raced(clara, ana, 80, now)
    assert [row.is_friend for row in deal_board("cruel", deal, viewer=clara).rows] == [False, True, False]
    alone = deal_board("cruel", deal, viewer=clara, only_friends=True)
    assert told(alone.rows) == [(1, "boris", 70), (2, "clara", 80)]
    assert deal_board("cruel", deal, only_friends=True).rows == []


def test_each_ruleset_has_its_own_board_of_the_same_deal(ana: Player, boris: Player, now: datetime) -> None:
    race = raced(ana, boris, 60, now)
    assert find_deal("cruel", race.deal_id) == race.deal
    assert find_deal("cruel-when-stuck", race.deal_id) is None
    assert find_deal("cruel", race.deal_id + 1) is None
    assert deal_board("cruel-when-stuck", race.deal).rows == []


def test_there_is_no_board_while_the_only_race_of_the_deal_goes_on(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = raced(ana, boris, 60, now, ends=False)
    assert find_deal("cruel", race.deal_id) is None
    actions.open_practice(ana, ruleset="cruel", now=now, deal_number=race.deal.number)
    assert find_deal("cruel", race.deal_id) is None
    assert not BoardRow.objects.exists()


def test_the_page_of_a_deals_board_leads_to_every_replay_and_keeps_its_choices(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = raced(ana, boris, 90, now)
    raced(clara, boris, 70, now, take_backs=1)
    befriend(clara, ana, now)
    address = f"/boards/cruel/{race.deal_id}/"
    page = visitor(clara).get(address + "?by=time&friends=1")
    text = page.content.decode()
    assert page.status_code == 200
    assert shown_rows(page) == ["clara", "ana"]
    assert f"/r/{race.code}/replay/{entrant_of(race, ana).pk}/" in text
    assert f"/r/{race.code}/ghost/{entrant_of(race, ana).pk}/" in text
    assert "?by=moves&amp;friends=1" in text and "?by=time&amp;clean=1&amp;friends=1" in text
    assert shown_rows(visitor(clara).get(address + "?clean=1")) == ["ana"]
    for nonsense in ("?page=99999999", "?page=-1", "?page=²", "?by=x", "?page=0&clean=yes"):
        assert visitor(clara).get(address + nonsense).status_code == 200


def test_there_is_no_page_of_a_board_that_nobody_raced_for(
    client: Client, ana: Player, boris: Player
) -> None:
    race = started(ana, boris)
    assert client.get(f"/boards/cruel/{race.deal_id}/").status_code == 404
    assert client.get("/boards/no-such-game/").status_code == 404
