"""Accounts: what they take along, who they are by, and how that ends."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail as mailbox
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from racing import actions
from racing.account_settings import account_settings
from racing.identity import COOKIE, player_id_of, signed
from racing.models import Entrant, Friendship, Invitation, Player, Race, Record
from racing.refusals import Refused
from tests.racing.conftest import entrant_of, opened, plays, started, won_game

PASSWORD = "correct horse battery"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    # The real hasher is slow on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def browser_of(player: Player | None = None) -> Client:
    """A browser in which the guest has been before."""
    client = Client()
    if player is not None:
        client.cookies[COOKIE] = signed(player.pk)
    return client


def signs_up(client: Client, name: str, password: str = PASSWORD) -> Player:
    answer = client.post("/accounts/signup/", {"username": name, "password1": password})
    assert answer.status_code == 302, answer.content.decode()
    return Player.objects.get(name=name, user__isnull=False)


def signs_in(client: Client, name: str, password: str = PASSWORD) -> bool:
    return client.post("/accounts/login/", {"login": name, "password": password}).status_code == 302


def cookies_of(client: Client) -> dict[str, str]:
    """What a socket of this browser sends."""
    return {name: cookie.value for name, cookie in client.cookies.items()}


def test_signing_up_takes_the_guest_s_games_along(ana: Player, boris: Player) -> None:
    race = started(ana, boris)
    practice = actions.open_practice(ana, ruleset="cruel", now=timezone.now())
    browser = browser_of(ana)
    account = signs_up(browser, "Ana Banana")
    assert account.pk == ana.pk and account.user is not None
    assert account.user.username == "Ana Banana" and not account.user.email
    assert entrant_of(race, account).player.name == "Ana Banana"
    assert browser.get(f"/r/{practice.code}/").context["entrant"].player == account
    assert player_id_of(cookies_of(browser)) == ana.pk


def test_signing_up_without_having_played_makes_somebody_new(ana: Player) -> None:
    account = signs_up(browser_of(), "boris")
    assert account != ana and not account.entries.exists()


def test_a_guest_s_cookie_is_worth_nothing_once_the_guest_has_an_account(ana: Player) -> None:
    browser = browser_of(ana)
    signs_up(browser, "ana")
    assert not browser.cookies[COOKIE].value
    thief = browser_of(ana)
    assert player_id_of(cookies_of(thief)) is None
    assert thief.get("/").context["player"] is None


@pytest.mark.parametrize("name", ["ana", "ANA", "ΑΝΑ", " ana "])
def test_nobody_is_called_like_an_account(name: str) -> None:
    signs_up(browser_of(), "Ana")
    assert Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD}).status_code == 200
    for ask in (lambda: actions.new_player(name, timezone.now()), lambda: actions.free_name(name, None)):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "name_taken"
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Guest", "guest", "Gast", "Гость", "Former player", "The solver"])
def test_no_account_is_called_what_people_without_a_name_are(name: str, ana: Player) -> None:
    answer = Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    assert answer.status_code == 200
    assert "cannot be used here" in answer.content.decode()
    signs_up(browser_of(ana), "ana")
    ana.refresh_from_db()
    with pytest.raises(Refused) as refused:
        actions.rename(ana, name, timezone.now())
    assert refused.value.code == "name_refused_word"
    assert actions.new_player(name, timezone.now()).name == name  # a guest's name is nobody's


def test_the_database_itself_has_no_two_accounts_that_look_alike(ana: Player, boris: Player) -> None:
    signs_up(browser_of(ana), "ana")
    user = User.objects.create(username="аnа")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=boris.pk).update(skeleton=Player.objects.get(pk=ana.pk).skeleton, user=user)


def test_a_guest_called_like_a_new_account_keeps_the_name_for_now(ana: Player) -> None:
    signs_up(browser_of(), "Ana")
    actions.rename(ana, "ana", timezone.now())
    with pytest.raises(Refused):
        actions.rename(ana, "Anа", timezone.now())


def test_one_signs_in_by_a_name_however_it_is_spelled() -> None:
    account = signs_up(browser_of(), "Ana Maria")
    for spelled in ("Ana Maria", "ana maria", " ANA  MARIA "):
        phone = browser_of()
        assert signs_in(phone, spelled), spelled
        assert phone.get("/").context["player"] == account
    assert not signs_in(browser_of(), "Ana Maria", "wrong")
    assert not signs_in(browser_of(), "nobody")


def test_another_name_is_the_one_to_sign_in_with() -> None:
    browser = browser_of()
    account = signs_up(browser, "ana")
    assert browser.post("/name/", {"name": "Ana the Second"}).status_code == 302
    account.refresh_from_db()
    assert account.name == "Ana the Second" and signs_in(browser_of(), "ana the second")
    assert not signs_in(browser_of(), "ana")


def test_a_guest_who_signs_in_brings_everything_into_the_account(
    ana: Player, boris: Player, clara: Player
) -> None:
    account = signs_up(browser_of(), "Anna")
    won = won_game("cruel")
    over = started(ana, boris, deal_number=won[0])
    plays(entrant_of(over, ana), won[1][0])
    actions.resign(over.code, ana.pk, timezone.now())
    actions.resign(over.code, boris.pk, timezone.now())
    going_on = started(ana, boris, deal_number=won[0])
    plays(entrant_of(going_on, ana), *won[1][:3])
    waiting = opened(ana, boris)
    practice = actions.open_practice(ana, ruleset="cruel", now=timezone.now())
    versions = {race.pk: race.version() for race in (going_on, waiting)}

    phone = browser_of(ana)
    assert signs_in(phone, "anna")
    ana.refresh_from_db()
    assert ana.merged_into == account and not ana.entries.exists()
    for race in (over, going_on, waiting, practice):
        assert entrant_of(race, account).player.name == "Anna"
        assert Race.objects.get(pk=race.pk).host == account
    for race in (going_on, waiting):
        assert race.version() > versions[race.pk], "the others are told"
    # The table is where it was, and the next ply fits.
    mine = entrant_of(going_on, account)
    assert mine.plies == 3
    plays(mine, won[1][3])
    assert phone.get(f"/r/{practice.code}/").context["entrant"].player == account
    # Once is enough.
    actions.merge(ana, account, timezone.now())
    assert account.entries.count() == 4


def test_in_a_race_with_both_the_account_keeps_its_place(boris: Player, ana: Player) -> None:
    browser = browser_of()
    account = signs_up(browser, "Anna")
    waiting = opened(ana, boris)
    running = started(ana, boris)
    for race in (waiting, running):
        Entrant.objects.create(race=race, player=account, joined_at=timezone.now())
    signs_in(browser_of(ana), "Anna")
    assert not waiting.entrants.filter(player=ana).exists()
    assert Race.objects.get(pk=waiting.pk).host != ana
    assert entrant_of(running, ana).outcome == "resigned"
    assert entrant_of(running, account).outcome is None


def test_friends_invitations_and_records_go_over_without_doubles(
    ana: Player, boris: Player, clara: Player
) -> None:
    account = signs_up(browser_of(), "Anna")
    now = timezone.now()

    def befriend(one: Player, other: Player) -> None:
        Friendship.objects.create(player=one, friend=other, since=now)
        Friendship.objects.create(player=other, friend=one, since=now)

    befriend(ana, boris)
    befriend(account, boris)
    befriend(ana, clara)
    befriend(ana, account)
    race = opened(boris)
    for asked in (ana, account):
        Invitation.objects.create(race=race, player=asked, by=boris, created_at=now)
    other = opened(boris)
    Invitation.objects.create(race=other, player=ana, by=boris, created_at=now)
    record = Record.objects.create(
        player=ana, deal=race.deal, ruleset_key="cruel", ruleset_version=1, goal="first_home", take_back="off",
        name="ana", moves="r", score=1, progress=4, redeals=1, slips=0, plies=1, digest="0" * 64, created_at=now,
    )  # fmt: skip
    actions.merge(ana, account, now)
    friends = set(Friendship.objects.values_list("player__name", "friend__name"))
    assert friends == {("Anna", "boris"), ("boris", "Anna"), ("Anna", "clara"), ("clara", "Anna")}
    assert set(Invitation.objects.values_list("player__name", "race")) == {
        ("Anna", race.pk),
        ("Anna", other.pk),
    }
    record.refresh_from_db()
    assert record.player == account


def test_signing_out_leaves_a_fresh_guest(ana: Player) -> None:
    browser = browser_of(ana)
    account = signs_up(browser, "ana")
    before = cookies_of(browser)
    assert browser.post("/accounts/logout/").status_code == 302
    assert player_id_of(before) is None, "a socket that is still open finds out"
    assert browser.get("/").context["player"] is None
    browser.post("/practice/", {"ruleset": "cruel"})
    assert browser.get("/").context["player"] not in (None, account)


def test_signing_out_by_a_link_does_nothing_by_itself() -> None:
    browser = browser_of()
    signs_up(browser, "ana")
    assert browser.get("/accounts/logout/").status_code == 200
    assert browser.get("/").context["player"].name == "ana"


def test_another_password_signs_the_other_browsers_out() -> None:
    laptop, phone = browser_of(), browser_of()
    account = signs_up(laptop, "ana")
    signs_in(phone, "ana")
    fresh = "another horse entirely"
    given = {"oldpassword": PASSWORD, "password1": fresh, "password2": fresh}
    assert laptop.post("/accounts/password/change/", given).status_code == 302
    assert player_id_of(cookies_of(laptop)) == account.pk
    assert player_id_of(cookies_of(phone)) is None
    assert phone.get("/").context["player"] is None


def test_a_rotated_key_signs_nobody_out_until_it_is_dropped(settings: Settings) -> None:
    browser = browser_of()
    account = signs_up(browser, "ana")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    # The socket comes first: it can set no cookie, and may not spoil the session for the page.
    sessions = list(Session.objects.values_list("session_key", "session_data"))
    assert player_id_of(cookies_of(browser)) == account.pk
    assert list(Session.objects.values_list("session_key", "session_data")) == sessions
    # Two tabs that open again at once, both with the key that the session has always had.
    tab = Client()
    tab.cookies["sessionid"] = browser.cookies["sessionid"].value
    for one in (browser, tab):
        assert one.get("/").context["player"] == account
    settings.SECRET_KEY_FALLBACKS = []
    assert player_id_of(cookies_of(browser)) == account.pk
    settings.SECRET_KEY = "a third key"
    assert player_id_of(cookies_of(browser)) is None
    assert browser.get("/").context["player"] is None


def test_a_session_that_ran_out_or_whose_user_is_gone_is_nobody_s() -> None:
    browser = browser_of()
    account = signs_up(browser, "ana")
    cookies = cookies_of(browser)
    assert account.user is not None
    User.objects.filter(pk=account.user.pk).update(is_active=False)
    assert player_id_of(cookies) is None
    User.objects.filter(pk=account.user.pk).update(is_active=True)
    assert player_id_of(cookies) == account.pk
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert player_id_of(cookies) is None
    assert player_id_of({**cookies, "sessionid": "x" * 32}) is None


def test_one_stays_signed_in_for_half_a_year_and_in_the_admin_for_two_weeks() -> None:
    browser, phone, admin = browser_of(), browser_of(), browser_of()
    signs_up(browser, "ana")
    signs_in(phone, "ana")
    User.objects.create_superuser("operator", password=PASSWORD)
    assert admin.post("/admin/login/", {"username": "operator", "password": PASSWORD}).status_code == 302
    ages = [one.cookies["sessionid"]["max-age"] // 86400 for one in (browser, phone, admin)]
    assert ages == [180, 180, 14]


def test_somebody_of_the_admin_races_under_the_guest_s_name(ana: Player) -> None:
    User.objects.create_superuser("operator-of-this-site", password=PASSWORD)
    browser = browser_of(ana)
    assert signs_in(browser, "operator-of-this-site")
    ana.refresh_from_db()
    assert ana.user is not None and ana.name == "ana" and ana.user.username == "operator-of-this-site"
    actions.rename(ana, "Ana O.", timezone.now())
    assert signs_in(browser_of(), "ana o.") and signs_in(browser_of(), "operator-of-this-site")


@pytest.fixture
def limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from racing import rates

    settings.RATE_LIMITS = True
    monkeypatch.setattr(rates, "_counts", [rates.Counts("")])


def test_passwords_are_tried_for_a_name_so_often_only(limits: None) -> None:
    from racing import rates

    browser = browser_of()
    signs_up(browser, "ana")
    for number in range(rates.PASSWORDS_PER_NAME.amount):
        assert not signs_in(Client(REMOTE_ADDR=f"203.0.113.{number}"), "АNА", "wrong")
    # Wherever from, and even with the right one.
    assert not signs_in(Client(REMOTE_ADDR="198.51.100.7"), "ana")
    answer = Client(REMOTE_ADDR="198.51.100.8").post(
        "/accounts/login/", {"login": "ana", "password": PASSWORD}
    )
    assert "too often" in answer.content.decode()
    # Who is signed in stays so.
    assert browser.get("/").context["player"].name == "ana"


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/admin/login/"])
def test_one_address_signs_in_and_up_so_often_only(limits: None, path: str) -> None:
    from racing import rates

    kind = "signup" if "signup" in path else "login"
    browser = Client()
    for _ in range(rates.PAGE_LIMITS[kind].amount):
        assert browser.post(path, {}).status_code == 200
    answer = browser.post(path, {})
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0


def test_a_wrong_name_and_a_wrong_password_get_one_answer() -> None:
    signs_up(browser_of(), "ana")
    wrong = [{"login": "ana", "password": "wrong"}, {"login": "boris", "password": PASSWORD}]
    errors = [browser_of().post("/accounts/login/", form).context["form"].errors for form in wrong]
    assert errors[0] == errors[1] and "do not belong together" in str(errors[0])


def test_no_other_page_signs_anybody_in_or_out() -> None:
    browser = Client(enforce_csrf_checks=True)
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/logout/", "/me/delete/", "/me/export/"):
        assert browser.post(path, {}).status_code == 403, path


@pytest.mark.parametrize("password", ["short1", "password1234", "ana banana"])
def test_a_password_that_is_guessed_first_is_no_password(password: str) -> None:
    answer = Client().post("/accounts/signup/", {"username": "ana banana", "password1": password})
    assert answer.status_code == 200 and "password1" in answer.context["form"].errors
    assert not User.objects.exists()


def test_whoever_adds_a_passkey_shows_first_that_the_account_is_theirs() -> None:
    browser = browser_of()
    signs_up(browser, "ana")
    asked = browser.get("/accounts/passkeys/webauthn/add/")
    assert asked.status_code == 302 and asked["Location"].startswith("/accounts/reauthenticate/")
    shown = browser.post(
        asked["Location"], {"password": PASSWORD, "next": "/accounts/passkeys/webauthn/add/"}
    )
    assert shown["Location"] == "/accounts/passkeys/webauthn/add/"
    page = browser.get("/accounts/passkeys/webauthn/add/")
    # The browser makes a key that knows whose it is, and that asks for a finger or a PIN.
    assert page.status_code == 200 and "checked" in str(page.context["form"]["passwordless"])
    assert '"rp": {"name": "Patience Racing", "id": "testserver"}' in page.content.decode()


def test_passkeys_are_found_at_one_address() -> None:
    browser = browser_of()
    signs_up(browser, "ana")
    assert browser.get("/accounts/passkeys/webauthn/")["Location"] == "/accounts/passkeys/"
    assert browser.get("/accounts/passkeys/").status_code == 200


# Mail -----------------------------------------------------------------------------------------------------


def test_a_site_without_mail_asks_for_no_address() -> None:
    assert "email" not in Client().get("/accounts/signup/").context["form"].fields
    assert "sends no mail" in Client().get("/accounts/password/reset/").content.decode()


@pytest.fixture
def mail(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_HOST", "mail.example")
    for name, value in account_settings("", rate_limits=False).items():
        if name != "EMAIL_BACKEND":  # the tests' own keeps what is sent
            setattr(settings, name, value)


def links_in(text: str) -> list[str]:
    return re.findall(r"http://testserver(/\S+)", text)


def test_a_forgotten_password_is_set_anew_by_mail(mail: None) -> None:
    form = {"username": "ana", "password1": PASSWORD, "email": "ana@cards.example"}
    browser = browser_of()
    assert browser.post("/accounts/signup/", form).status_code == 302
    [confirm] = links_in(str(mailbox.outbox.pop().body))
    # Nobody has to confirm anything to play.
    assert browser.get("/").context["player"].name == "ana"
    assert browser.post(confirm).status_code == 302

    phone = browser_of()
    assert phone.post("/accounts/password/reset/", {"email": "ana@cards.example"}).status_code == 302
    [reset] = links_in(str(mailbox.outbox.pop().body))
    page = phone.get(reset, follow=True)
    fresh = "another horse entirely"
    done = phone.post(page.redirect_chain[-1][0], {"password1": fresh, "password2": fresh})
    assert done.status_code == 302
    assert signs_in(browser_of(), "ana", fresh) and not signs_in(browser_of(), "ana")
    assert browser.get("/").context["player"] is None, "the old browser is signed out"
    assert phone.get(reset, follow=True).context["token_fail"]


def test_an_address_belongs_to_one_account_and_is_not_needed(mail: None) -> None:
    form = {"password1": PASSWORD, "email": "ana@cards.example"}
    assert Client().post("/accounts/signup/", {"username": "ana", **form}).status_code == 302
    Client().post("/accounts/signup/", {"username": "boris", **form})
    assert User.objects.filter(email="ana@cards.example").count() == 1
    assert Client().post("/accounts/signup/", {"username": "clara", "password1": PASSWORD}).status_code == 302
    assert Player.objects.filter(name="clara", user__isnull=False).exists()
