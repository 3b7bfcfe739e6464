"""Accounts in the browser: history comes along, signing out ends what is open, and passkeys sign in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Cast
from tests.browser.people import Person
from tests.servers import Site

pytestmark = pytest.mark.browser
PASSWORD = "correct horse battery"


def signs_up(person: Person, name: str) -> None:
    person.page.goto(f"{person.url}/accounts/signup/")
    person.page.locator("[name=username]").fill(name)
    person.page.locator("[name=password1]").fill(PASSWORD)
    person.page.locator("main button[type=submit]").click()
    expect(person.page.locator(".you-name")).to_have_text(name)


def sign_out(page: Page) -> None:
    page.locator(".popover > summary").click()
    page.locator("[data-action=sign-out]").click()
    expect(page.locator(".sign-in")).to_be_visible()


def test_an_account_has_the_guest_s_table_on_every_device(cast: Cast, cluster: Site) -> None:
    ana = cast.enter("ana", cluster.urls[0])
    ana.practises("cruel", 7)
    table, before = ana.path, ana.piles()
    signs_up(ana, "Ana on two devices")
    ana.page.goto(ana.url + table)
    ana.waits_for_piles(before)

    phone = cast.enter("phone", cluster.urls[1], phone=True)
    phone.page.goto(f"{phone.url}/accounts/login/?next={table}")
    phone.page.locator("[name=login]").fill("ana on TWO devices")
    phone.page.locator("[name=password]").fill(PASSWORD)
    phone.page.locator("main button[type=submit]").first.click()
    phone.page.wait_for_url(re.compile(re.escape(table)))
    phone.waits_for_piles(before)


def test_signing_out_ends_what_is_open_in_other_tabs_of_every_process(cast: Cast, cluster: Site) -> None:
    ana = cast.enter("ana", cluster.urls[0])
    signs_up(ana, "Ana with two tabs")
    ana.practises("cruel", 7)
    # The same browser, at another server process; cookies do not look at ports.
    other = ana.page.context.new_page()
    other.goto(cluster.urls[1] + ana.path)
    expect(other.locator("[data-pile] [data-card]").first).to_be_visible()
    front = ana.page.context.new_page()
    front.goto(cluster.urls[0])
    sign_out(front)
    # Both rooms have come back as what they are now: seen by somebody who has no place there.
    for tab in (ana.page, other):
        expect(tab.locator("[data-pile] [data-card]")).to_have_count(0)


def test_a_passkey_signs_in_without_a_password(cast: Cast, small_site: Site) -> None:
    # A passkey belongs to a name; no browser gives one to a bare address.
    ana = cast.enter("ana", small_site.url.replace("127.0.0.1", "localhost"))
    page = ana.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    key = devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    signs_up(ana, "Ana with a key")
    page.goto(f"{ana.url}/accounts/passkeys/")
    page.get_by_role("link", name="Add a passkey").click()
    # Whoever adds a way in shows first that it is their account.
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.locator("main [name=name]").fill("The blue one")
    page.locator("#mfa_webauthn_add").click()
    expect(page.locator("main")).to_contain_text("The blue one")
    assert len(devtools.send("WebAuthn.getCredentials", key)["credentials"]) == 1

    sign_out(page)
    page.goto(f"{ana.url}/accounts/login/")
    page.locator("#passkey_login").click()
    expect(page.locator(".you-name")).to_have_text("Ana with a key")

    # The password alone still does: a passkey is another way in, not a second lock.
    sign_out(page)
    page.goto(f"{ana.url}/accounts/login/")
    page.locator("[name=login]").fill("Ana with a key")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    expect(page.locator(".you-name")).to_have_text("Ana with a key")


def test_where_no_passkey_can_be_the_page_says_so(cast: Cast, small_site: Site) -> None:
    ana = cast.enter("ana", small_site.url)
    ana.page.goto(f"{ana.url}/accounts/login/")
    expect(ana.page.locator("[data-passkeys-insecure]")).to_be_visible()
    expect(ana.page.locator("#passkey_login")).to_be_hidden()


def test_a_friend_who_is_asked_finds_the_race_on_the_front_page(cast: Cast, cluster: Site) -> None:
    # Opening a race gives the account this name, and nobody else at this site can have it then.
    ana, boris = cast.enter("Ana who asks", cluster.urls[0]), cast.enter("boris", cluster.urls[1])
    signs_up(ana, ana.name)
    ana.page.goto(f"{ana.url}/me/friends/")
    link = ana.page.locator("[data-select]").input_value()
    boris.page.goto(boris.url + re.sub(r"^https?://[^/]+", "", link))
    boris.page.locator("main [name=name]").fill("Boris who comes")
    boris.page.locator("main button[type=submit]").click()
    expect(boris.page.locator("main")).to_contain_text("Ana who asks")

    boris.page.goto(boris.url)
    ana.opens_a_race("cruel")
    ana.page.locator(".ask-friends button").click()
    invitation = boris.page.locator("[data-invitations] a")
    expect(invitation).to_be_visible()
    invitation.click()
    assert boris.path == ana.path
