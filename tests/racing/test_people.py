"""Profiles, friends, invitations, and what one may take away or have forgotten."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, override
from pytest_django import Settings

from racing import actions, lobby
from racing.identity import player_id_of
from racing.models import (
    Entrant,
    Friendship,
    Ghost,
    Invitation,
    Player,
    Race,
    RatedRace,
    Rating,
    RatingChange,
    Tally,
)
from racing.profiles import curve
from racing.refusals import Refused
from racing.snapshots import race_news
from tests.racing.conftest import entrant_of, opened, plays, started, won_game
from tests.racing.test_accounts import PASSWORD, browser_of, cookies_of, signs_in, signs_up
from tests.racing.test_translations import ENGLISH, LANGUAGES, Texts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def finished(winner: Player, loser: Player) -> Race:
    """A rated race that the first one has won."""
    number, moves = won_game("cruel")
    race = started(winner, loser, deal_number=number)
    plays(entrant_of(race, loser), moves[0])
    actions.resign(race.code, loser.pk, timezone.now())
    plays(entrant_of(race, winner), *moves)
    actions.settle(race.pk, timezone.now() + timedelta(seconds=30))
    race.refresh_from_db()
    assert race.ended_at is not None
    return race


# Profiles -------------------------------------------------------------------------------------------------


def test_a_profile_shows_what_somebody_s_races_amount_to(boris: Player) -> None:
    browser = browser_of()
    ana = signs_up(browser, "ana")
    race = finished(ana, boris)
    page = Client().get(f"/players/{ana.pk}/")
    [game] = page.context["games"]
    assert (game.ruleset.key, game.races, game.wins, game.streak, game.best_streak) == ("cruel", 1, 1, 1, 1)
    assert game.provisional and game.rating > 1000
    assert game.curve.races == 1 and game.curve.first == 1000 and game.curve.last == game.rating
    [recent] = page.context["recent"]
    assert recent.entrant == entrant_of(race, ana) and recent.racers == 2
    assert f'href="/r/{race.code}/replay/{recent.entrant.pk}/"' in page.content.decode()
    assert "My account" not in page.content.decode()
    assert "My account" in browser.get(f"/players/{ana.pk}/").content.decode()


def test_practice_and_what_goes_on_are_on_no_profile(boris: Player) -> None:
    ana = signs_up(browser_of(), "ana")
    actions.open_practice(ana, ruleset="cruel", now=timezone.now())
    started(ana, boris)
    page = Client().get(f"/players/{ana.pk}/")
    assert page.context["recent"] == [] and page.context["games"] == []


def test_guests_have_no_profile_and_merged_ones_their_account_s(ana: Player) -> None:
    assert Client().get(f"/players/{ana.pk}/").status_code == 404
    assert Client().get("/players/123456/").status_code == 404
    account = signs_up(browser_of(), "Anna")
    actions.merge(ana, account, timezone.now())
    assert Client().get(f"/players/{ana.pk}/")["Location"] == f"/players/{account.pk}/"


def test_the_curve_goes_on_from_the_guest_s_where_the_account_took_the_rating_over(
    ana: Player, boris: Player
) -> None:
    finished(ana, boris)
    account = signs_up(browser_of(), "Anna")
    actions.merge(ana, account, timezone.now())
    finished(account, boris)
    [game] = Client().get(f"/players/{account.pk}/").context["games"]
    assert game.curve.races == 2 and game.curve.first == 1000
    assert set(RatingChange.objects.exclude(player=boris).values_list("player", flat=True)) == {
        ana.pk,
        account.pk,
    }


def test_a_curve_stays_in_its_box() -> None:
    changes = [
        RatingChange(mu_before=25 + up, sigma_before=8, mu=26 + up, sigma=8 - 0.1 * up)
        for up in range(0, 40, 7)
    ]
    drawn = curve(changes)
    assert (
        drawn is not None and drawn.races == 6 and drawn.lowest == drawn.first < drawn.last == drawn.highest
    )
    numbers = [tuple(map(float, point.split())) for point in drawn.line[1:].split("L")]
    assert [point[0] for point in numbers] == sorted(point[0] for point in numbers)
    assert numbers[0][0] == 0 and numbers[-1][0] == 300 and all(0 <= point[1] <= 64 for point in numbers)
    assert curve([]) is None


# In a race ------------------------------------------------------------------------------------------------


def test_in_a_race_guests_are_told_apart_and_accounts_keep_their_name(ana: Player) -> None:
    race = opened(ana, actions.new_player("Ana", timezone.now()))
    account = signs_up(browser_of(), "ana")
    actions.join(race.code, account, timezone.now())
    lines = race_news(race.pk).entrants
    assert [line.name for line in lines] == ["ana (2)", "Ana (3)", "ana"]
    assert [line.profile for line in lines] == [None, None, f"/players/{account.pk}/"]


def test_an_account_s_name_is_refused_where_it_was_typed() -> None:
    signs_up(browser_of(), "ana")
    for path, fields in (("/races/", {"ruleset": "cruel", "take_back": "counted"}), ("/name/", {})):
        answer = Client().post(path, {"name": "ANA", **fields})
        assert answer.status_code == 409
        assert "Somebody with an account has this name" in answer.content.decode()
    assert not Race.objects.exists()


def test_whose_own_name_is_refused_finds_the_way_to_sign_in_beside_it() -> None:
    account = signs_up(browser_of(), "ana")
    answer = Client().post(
        "/races/", {"name": "ANA", "ruleset": "cruel", "kind": "race", "take_back": "counted"}
    )
    assert 'class="error"><a href="/accounts/login/">' in answer.content.decode()
    code = opened(account).code
    answer = Client().post(f"/r/{code}/join/", {"name": "ANA"})
    assert answer.status_code == 409
    assert f'class="error"><a href="/accounts/login/?next=/r/{code}/">' in answer.content.decode()


# Friends --------------------------------------------------------------------------------------------------


def link_of(browser: Client) -> str:
    link: str = browser.get("/me/friends/").context["link"]
    return link.removeprefix("http://testserver")


def test_a_link_makes_two_people_friends_after_a_yes(ana: Player, boris: Player) -> None:
    his, hers = browser_of(boris), browser_of(ana)
    link = link_of(hers)
    assert his.get(link).status_code == 200 and not Friendship.objects.exists()
    assert his.post(link)["Location"] == "/me/friends/"
    assert set(Friendship.objects.values_list("player", "friend")) == {(ana.pk, boris.pk), (boris.pk, ana.pk)}
    his.post(link)
    hers.post(link_of(his))
    assert Friendship.objects.count() == 2
    assert hers.post(f"/me/friends/{boris.pk}/remove/").status_code == 302
    assert not Friendship.objects.exists()


def test_whoever_has_not_been_here_says_a_name_first(ana: Player) -> None:
    link, somebody = link_of(browser_of(ana)), Client()
    assert somebody.post(link, {"name": "x"}).status_code == 400
    assert somebody.post(link, {"name": "clara"}).status_code == 302
    assert somebody.get("/").context["player"].name == "clara"
    assert Friendship.objects.count() == 2


def test_nobody_is_their_own_friend(ana: Player) -> None:
    browser = browser_of(ana)
    link = link_of(browser)
    assert browser.get(link).context["own"]
    assert browser.post(link).status_code == 409
    with pytest.raises(IntegrityError):
        Friendship.objects.create(player=ana, friend=ana, since=timezone.now())


def test_another_link_ends_the_one_before(ana: Player, boris: Player) -> None:
    browser = browser_of(ana)
    link = link_of(browser)
    assert link_of(browser) == link
    browser.post("/me/friends/link/")
    assert link_of(browser) != link
    assert browser_of(boris).get(link).status_code == 404


def test_a_guest_s_link_means_the_account_that_the_guest_became(ana: Player, boris: Player) -> None:
    link = link_of(browser_of(ana))
    account = signs_up(browser_of(), "Anna")
    actions.merge(ana, account, timezone.now())
    browser_of(boris).post(link)
    assert set(Friendship.objects.values_list("player", flat=True)) == {account.pk, boris.pk}


@pytest.fixture
def friends(ana: Player, boris: Player) -> tuple[Player, Player]:
    actions.befriend(ana, boris, timezone.now())
    return ana, boris


def test_a_friend_is_asked_by_name_and_finds_it_in_the_lobby(friends: tuple[Player, Player]) -> None:
    ana, boris = friends
    race = opened(ana)
    browser = browser_of(ana)
    assert [one.asked for one in browser.get(f"/r/{race.code}/").context["askable"]] == [False]
    assert browser.post(f"/r/{race.code}/invite/", {"name": "BORIS"})["Location"] == f"/r/{race.code}/"
    assert [one.asked for one in browser.get(f"/r/{race.code}/").context["askable"]] == [True]
    [line] = lobby.invitations_of(boris.pk)
    assert (line.code, line.by) == (race.code, "ana")
    actions.join(race.code, boris, timezone.now())
    assert lobby.invitations_of(boris.pk) == []
    assert browser.get(f"/r/{race.code}/").context["askable"] == []


def test_a_no_is_a_no_until_asked_again(friends: tuple[Player, Player]) -> None:
    ana, boris = friends
    race = opened(ana)
    actions.invite(race.code, ana, boris, timezone.now())
    room = browser_of(boris).get(f"/r/{race.code}/").content.decode()
    assert f'action="/r/{race.code}/decline/"' in room and "ana asks you to come." in room
    assert "asks you to come" not in browser_of(ana).get(f"/r/{race.code}/").content.decode()
    assert browser_of(boris).post(f"/r/{race.code}/decline/").status_code == 302
    assert lobby.invitations_of(boris.pk) == []
    actions.invite(race.code, ana, boris, timezone.now())
    assert len(lobby.invitations_of(boris.pk)) == 1 and Invitation.objects.count() == 1


def test_only_friends_are_asked_to_races_that_they_can_join_by_those_in_them(
    friends: tuple[Player, Player], clara: Player
) -> None:
    ana, boris = friends
    race, running = opened(ana), started(ana, clara)

    def refusal(code: str, by: Player, friend: Player) -> str:
        with pytest.raises(Refused) as refused:
            actions.invite(code, by, friend, timezone.now())
        return refused.value.code

    assert refusal(race.code, ana, clara) == "no_such_friend"
    assert refusal(race.code, boris, ana) == "not_a_racer"
    assert refusal(running.code, ana, boris) == "race_started"
    assert browser_of(ana).post(f"/r/{race.code}/invite/", {"name": "clara"}).status_code == 404
    actions.join(race.code, boris, timezone.now())
    actions.invite(race.code, ana, boris, timezone.now())
    assert not Invitation.objects.exists()


# One's own data -------------------------------------------------------------------------------------------


def test_one_takes_all_of_one_s_data_away(boris: Player) -> None:
    browser = browser_of()
    ana = signs_up(browser, "ana")
    actions.befriend(ana, boris, timezone.now())
    over, running = finished(ana, boris), started(ana, boris)
    assert browser.get("/me/export/").status_code == 405
    answer = browser.post("/me/export/")
    assert answer["Content-Disposition"].startswith("attachment")
    data = json.loads(answer.content)
    assert data["name"] == "ana" and data["account"]["signs_in_as"] == "ana"
    assert [friend["name"] for friend in data["friends"]] == ["boris"]
    assert [rating["races"] for rating in data["ratings"]] == [1] and len(data["rating_changes"]) == 1
    first, second = data["attempts"]
    assert first["race"] == over.code and [ply[0] for ply in first["plies"]] == won_game("cruel")[1]
    assert first["seed"] == bytes(over.deal.seed).hex()
    assert second["race"] == running.code and second["seed"] is None
    assert bytes(running.deal.seed).hex() not in answer.content.decode()


def test_whoever_is_nobody_yet_has_no_data() -> None:
    assert Client().get("/me/")["Location"] == "/accounts/login/?next=/me/"
    for path in ("/me/export/", "/me/delete/", "/me/friends/link/"):
        assert Client().post(path).status_code == 403


def test_a_guest_is_forgotten_and_the_others_races_stay(ana: Player, boris: Player) -> None:
    browser = browser_of(ana)
    over, running, waiting = finished(ana, boris), started(ana, boris), opened(ana, boris)
    practice = actions.open_practice(ana, ruleset="cruel", now=timezone.now())
    actions.befriend(ana, boris, timezone.now())
    log = entrant_of(over, ana).log()
    before = cookies_of(browser)
    versions = {race.pk: race.version() for race in (running, waiting)}
    answer = browser.post("/me/delete/")
    assert answer.status_code == 200 and "You are forgotten here." in answer.content.decode()
    ana.refresh_from_db()
    assert ana.name == "Former player" and ana.skeleton == "" and ana.deleted_at is not None
    assert player_id_of(before) is None and browser.get("/").context["player"] is None
    assert not Friendship.objects.exists() and not Race.objects.filter(pk=practice.pk).exists()
    assert entrant_of(over, ana).log() == log
    assert race_news(over.pk).entrants[0].name == "Former player"
    assert entrant_of(running, ana).outcome == "resigned"
    assert not waiting.entrants.filter(player=ana).exists()
    assert Race.objects.get(pk=waiting.pk).host == boris
    for race in (running, waiting):
        assert race.version() > versions[race.pk]
    assert not Rating.objects.filter(player=ana).exists() and not Tally.objects.filter(player=ana).exists()
    assert RatingChange.objects.filter(player=boris).count() == 1 == RatedRace.objects.count()


def test_whoever_has_no_name_is_called_something_in_the_reader_s_language(
    ana: Player, boris: Player, now: datetime
) -> None:
    over = finished(ana, boris)
    with override("ru"):
        actions.forget(ana, now)
        guest = actions.new_guest(now)
    waiting = opened(guest, boris, listed=True)
    actions.befriend(guest, boris, now)
    browser = browser_of(boris)
    for language, former, unnamed in (("de", "Früher dabei", "Gast"), ("ru", "Бывший игрок", "Гость")):
        browser.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        with override(language):
            assert race_news(over.pk).in_words(gettext).entrants[0].name == former
        replayed = f"/r/{over.code}/replay/{entrant_of(over, ana).pk}/"
        assert browser.get(replayed).context["replay_data"]["name"] == former
        assert former in browser.get(f"/r/{over.code}/replays/").content.decode()
        assert browser.get("/").context["lobby"].races[0].host == unnamed
        for path in (f"/r/{waiting.code}/", "/me/friends/"):
            assert unnamed in browser.get(path).content.decode(), path


def test_whoever_keeps_the_name_that_they_were_shown_still_has_none(now: datetime) -> None:
    guest = actions.new_guest(now)
    with override("ru"):
        actions.rename(guest, "Гость", now)
    assert guest.name == "Guest" and guest.skeleton == ""
    actions.rename(guest, "Вера", now)
    assert guest.name == "Вера" and guest.skeleton


def test_practice_that_somebody_races_against_stays(ana: Player, boris: Player) -> None:
    practice = actions.open_practice(ana, ruleset="cruel", now=timezone.now())
    race = opened(boris)
    Ghost.objects.create(race=race, entrant=entrant_of(practice, ana))
    actions.forget(ana, timezone.now())
    assert race.ghosts.count() == 1 and Entrant.objects.filter(race=practice).exists()


def test_an_account_is_forgotten_after_the_password_only(ana: Player) -> None:
    laptop, phone = browser_of(ana), browser_of()
    account = signs_up(laptop, "ana")
    phone.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    guest = actions.new_player("Anna", timezone.now())
    actions.merge(guest, account, timezone.now())
    asked = laptop.post("/me/delete/")
    assert asked.status_code == 302 and asked["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.exists()
    wrong = laptop.post(asked["Location"], {"password": "wrong", "next": "/me/delete/"})
    assert wrong.status_code == 200 and User.objects.exists()
    done = laptop.post(asked["Location"], {"password": PASSWORD, "next": "/me/delete/"})
    assert "You are forgotten here." in done.content.decode()
    assert not User.objects.exists()
    account.refresh_from_db()
    guest.refresh_from_db()
    assert account.user is None and account.deleted_at and guest.deleted_at and guest.name == account.name
    for browser in (laptop, phone):
        assert player_id_of(cookies_of(browser)) is None
        assert browser.get("/").context["player"] is None
    # The name is free again.
    assert signs_up(browser_of(), "ana") != account


def test_whoever_is_no_friend_any_more_asks_nobody_to_come(ana: Player, boris: Player, now: datetime) -> None:
    race = opened(ana)
    actions.befriend(ana, boris, now)
    actions.invite(race.code, ana, boris, now)
    assert len(lobby.invitations_of(boris.pk)) == 1
    actions.unfriend(boris, ana.pk)
    assert not Invitation.objects.exists() and lobby.invitations_of(boris.pk) == []


def test_whoever_leaves_a_race_asks_nobody_to_come_any_more(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = opened(ana, clara)
    for one in (ana, clara):
        actions.befriend(one, boris, now)
    actions.invite(race.code, ana, boris, now)
    actions.leave(race.code, clara.pk, now)
    assert [line.by for line in lobby.invitations_of(boris.pk)] == ["ana"], (
        "another's leaving changes nothing"
    )
    actions.join(race.code, clara, now)
    actions.leave(race.code, ana.pk, now)
    assert not Invitation.objects.exists()


# Words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_about_people_has_english_left_on_it(language: str, boris: Player) -> None:
    browser = browser_of()
    ana = signs_up(browser, "Ана")
    finished(ana, boris)
    actions.befriend(ana, boris, timezone.now())
    code = actions.open_race(ana, ruleset="cruel", now=timezone.now()).code
    guest = browser_of(actions.new_player("Вера", timezone.now()))
    pages = [
        *((browser, path) for path in ("/me/", "/me/friends/", "/me/delete/", "/accounts/passkeys/")),
        *(
            (browser, f"/accounts/{path}/")
            for path in ("logout", "password/change", "email", "reauthenticate")
        ),
        *(
            (guest, f"/accounts/{path}/")
            for path in ("login", "signup", "password/reset", "password/reset/done")
        ),
        *(
            (guest, path)
            for path in ("/me/", "/me/delete/", f"/players/{ana.pk}/", f"/f/{actions.friend_code(ana)}/")
        ),
        *((guest, path) for path in ("/players/123456/", "/f/nobody/")),
        (browser, f"/r/{code}/"),
    ]
    for client, path in pages:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        read_page = Texts()
        read_page.feed(client.get(path).content.decode())
        assert len(read_page.words) > 3, path
        for text in read_page.words:
            assert not ENGLISH.search(text.lower()), f"{path}: {text}"


# The operator's view --------------------------------------------------------------------------------------


def test_an_operator_renames_a_player_as_the_player_could() -> None:
    ana = signs_up(browser_of(), "ana")
    signs_up(browser_of(), "boris")
    User.objects.create_superuser("operator", password=PASSWORD)
    browser = browser_of()
    browser.post("/admin/login/", {"username": "operator", "password": PASSWORD})
    path = f"/admin/racing/player/{ana.pk}/change/"
    for refused, sentence in (
        ("ΒΟRIS", "one alphabet"),
        ("BORIS", "has this name"),
        ("admin", "cannot be used"),
    ):
        page = browser.post(path, {"name": refused})
        assert page.status_code == 200 and sentence in page.content.decode(), refused
    assert browser.post(path, {"name": "Ana Maria"}).status_code == 302
    ana.refresh_from_db()
    assert ana.name == "Ana Maria" and signs_in(browser_of(), "ana maria")
    assert actions.free_name("ana", None) == "ana"
    assert actions.friend_code(ana) not in browser.get(path).content.decode()
