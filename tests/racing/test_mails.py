"""What the site writes to people: in its own words, and in the language of whoever asked."""

from __future__ import annotations

import re

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.conf import settings
from django.core import mail as mailbox
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from pytest_django import Settings

from racing.account_settings import account_settings
from tests.racing.test_translations import ENGLISH

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
WORDS = {
    "user": {"username": "ана"},
    "username": "ана",
    "password_reset_url": "http://testserver/1/",
    "activate_url": "http://testserver/2/",
    "signup_url": "http://testserver/3/",
    "email": "ana@mail.example",
    "from_email": "ana@post.example",
    "to_email": "ana@mail.example",
    "deleted_email": "ana@post.example",
    "ip": "203.0.113.7",
    "user_agent": "Firefox/140",
}
ASKED = [
    "account/email/password_reset_key",
    "account/email/unknown_account",
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
]
TOLD = [
    "account/email/password_changed",
    "account/email/password_reset",
    "account/email/email_changed",
    "account/email/email_confirm",
    "account/email/email_deleted",
    "mfa/email/webauthn_added",
    "mfa/email/webauthn_removed",
]


@pytest.fixture(autouse=True)
def mail(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setenv("EMAIL_HOST", "mail.example")
    for name, value in account_settings("", rate_limits=False).items():
        if name != "EMAIL_BACKEND":  # the tests' own keeps what is sent
            setattr(settings, name, value)


def written(kind: str, language: str) -> EmailMessage:
    request = RequestFactory().get("/")
    with translation.override(language), context.request_context(request):
        get_adapter(request).send_mail(kind, "ana@mail.example", {**WORDS, "timestamp": timezone.now()})
    return mailbox.outbox.pop()


@pytest.mark.parametrize("kind", ASKED + TOLD)
def test_a_mail_is_in_the_reader_s_language_and_signed_by_the_site(kind: str) -> None:
    seen = set()
    for language, _name in settings.LANGUAGES:
        message = written(kind, language)
        text = f"{message.subject}\n{message.body}"
        assert text.rstrip().endswith("\n\nPatience Racing\ntestserver"), text
        assert "\n\n\n" not in text and not message.body.startswith("\n"), text
        if language != "en":
            assert not ENGLISH.search(text), text
        # In German one says „du“ here, on every page.
        assert not (language == "de" and re.search(r"\b(Sie|Ihr\w*)\b", text)), text
        seen.add(message.body.split("\n\n")[0])
    assert len(seen) == len(settings.LANGUAGES)


@pytest.mark.parametrize("kind", TOLD)
def test_whoever_did_not_do_it_is_told_when_and_from_where_it_was_done(kind: str) -> None:
    body = str(written(kind, "en").body)
    assert "If it was not you" in body and "203.0.113.7" in body and "UTC" in body and "Firefox/140" in body


def test_a_form_in_german_sends_a_mail_in_german_and_its_link_leads_to_a_page_in_german() -> None:
    german = Client(headers={"accept-language": "de"})
    form = {"username": "ana", "password1": PASSWORD, "email": "ana@mail.example"}
    assert german.post("/accounts/signup/", form).status_code == 302
    message = mailbox.outbox.pop()
    assert message.subject == "Deine Adresse bei Patience Racing" and "„ana“" in message.body
    [link] = re.findall(r"http://testserver(/\S+)", str(message.body))
    page = german.get(link).content.decode()
    assert "Gehört ana@mail.example zum Konto „ana“?" in page and ">Ja</button>" in page
    assert german.post(link).status_code == 302
    assert "Deine Adresse ist bestätigt." in german.get("/me/").content.decode()
    assert "schon benutzt oder ist zu alt" in german.get("/accounts/confirm-email/nothing/").content.decode()
