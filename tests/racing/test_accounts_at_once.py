"""Accounts on a real database, many at the same moment: each name, each guest and each seat goes over once."""

from __future__ import annotations

import threading
import time
from datetime import datetime
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from pytest_django import Settings

from racing import actions
from racing.actions.locking import locked
from racing.models import Entrant, Friendship, Invitation, Player
from tests.racing.conftest import entrant_of, opened, plays, started
from tests.racing.test_concurrency import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite", reason="SQLite has one writer, so nothing is simultaneous"
    ),
]


@pytest.fixture(autouse=True)
def _nobody_listens(settings: Settings) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


def account(name: str, now: datetime) -> Player:
    return actions.sign_up(User.objects.create(username=name), None, name, now)


def test_of_many_who_want_a_name_one_gets_it(now: datetime) -> None:
    users = [User.objects.create(username=f"user {number}") for number in range(6)]
    answers = at_once(*(partial(actions.sign_up, user, None, "Ana", now) for user in users))
    assert answers.count("name_taken") == 5
    assert Player.objects.filter(user__isnull=False).count() == 1


def test_accounts_that_want_each_other_s_looks_stay_apart(now: datetime) -> None:
    people = [account(name, now) for name in ("ana", "boris", "clara", "dora")]
    answers = at_once(*(partial(actions.rename, person, "Zoe", now) for person in people))
    assert answers.count("name_taken") == 3
    assert sorted(Player.objects.values_list("name", flat=True)).count("Zoe") == 1
    assert User.objects.filter(username="Zoe").count() == 1


def test_a_guest_goes_over_once_while_playing(ana: Player, boris: Player, now: datetime) -> None:
    known = account("Anna", now)
    races = [started(ana, boris) for _ in range(3)]
    seats = [entrant_of(race, ana) for race in races]
    moves = [partial(plays, seat, "r", at=now) for seat in seats]
    settled = [partial(actions.settle, race.pk, now) for race in races]
    answers = at_once(*(partial(actions.merge, ana, known, now) for _ in range(3)), *moves, *settled)
    assert not any(isinstance(answer, str) for answer in answers), answers
    for race, seat in zip(races, seats, strict=True):
        assert entrant_of(race, known).pk == seat.pk and entrant_of(race, known).plies == 1
    assert not ana.entries.exists()


def test_a_guest_who_goes_over_while_the_account_joins_leaves_one_seat(
    ana: Player, boris: Player, now: datetime
) -> None:
    for number in range(4):
        known = account(f"account {number}", now)
        guest = actions.new_player("guest", now)
        race = opened(boris, guest)
        at_once(partial(actions.merge, guest, known, now), partial(actions.join, race.code, known, now))
        seats = Entrant.objects.filter(race=race).exclude(player=boris)
        # Whoever joined first kept that seat; the guest's was moved or given up.
        assert [seat.player_id for seat in seats] == [known.pk]


def test_friends_and_invitations_are_made_once(ana: Player, boris: Player, now: datetime) -> None:
    both_ways = [partial(actions.befriend, ana, boris, now), partial(actions.befriend, boris, ana, now)]
    at_once(*both_ways * 3)
    assert Friendship.objects.count() == 2
    race = opened(ana)
    at_once(*(partial(actions.invite, race.code, ana, boris, now) for _ in range(4)))
    assert Invitation.objects.count() == 1
    codes = at_once(*(partial(actions.friend_code, Player.objects.get(pk=ana.pk)) for _ in range(4)))
    assert len(set(codes)) == 1


def test_whoever_is_forgotten_while_others_play_hurts_nobody(
    ana: Player, boris: Player, now: datetime
) -> None:
    races = [started(ana, boris) for _ in range(3)]
    his = [partial(plays, entrant_of(race, boris), "r", at=now) for race in races]
    answers = at_once(partial(actions.forget, ana, now), *his)
    assert not any(isinstance(answer, str) for answer in answers), answers
    for race in races:
        assert entrant_of(race, ana).outcome == "resigned" and entrant_of(race, boris).plies == 1


def test_whoever_signs_up_takes_their_races_by_age_as_everybody_does(
    ana: Player, boris: Player, now: datetime
) -> None:
    older, newer = opened(boris, ana), opened(boris, ana)
    user = User.objects.create(username="ana")
    holds = threading.Event()

    def signs_up() -> None:
        assert holds.wait(60)
        with transaction.atomic():  # with the user and all, as the page of allauth does it
            actions.sign_up(user, ana, "ana", now)

    def needs_both() -> None:
        with transaction.atomic():
            locked(older.code)
            holds.set()
            _until_somebody_waits()
            locked(newer.code)

    answers = at_once(signs_up, needs_both)
    assert not any(isinstance(answer, str) for answer in answers), answers
    assert Player.objects.get(pk=ana.pk).user == user


def _until_somebody_waits() -> None:
    deadline = time.monotonic() + 60
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits")
