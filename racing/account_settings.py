"""Settings of accounts: how people sign in, with what limits. Read by racing.settings, which says what is there."""

import os
from typing import Any

from racing import environment as env

SIGNED_IN_SECONDS = 180 * 24 * 3600


def account_settings(public_origin: str, rate_limits: bool) -> dict[str, Any]:
    """Return the settings of django-allauth, of sessions and of mail. ``public_origin`` is "" or scheme://host."""
    mail = mail_settings()
    has_mail = bool(mail["EMAIL_HOST"])
    return {
        **mail,
        "AUTHENTICATION_BACKENDS": ["allauth.account.auth_backends.AuthenticationBackend"],
        "AUTH_PASSWORD_VALIDATORS": [
            {"NAME": f"django.contrib.auth.password_validation.{name}"}
            for name in (
                "MinimumLengthValidator",
                "CommonPasswordValidator",
                "UserAttributeSimilarityValidator",
            )
        ],
        # allauth's own minimum says the same as Django's, a second time.
        "ACCOUNT_PASSWORD_MIN_LENGTH": None,
        "LOGIN_URL": "account_login",
        "LOGIN_REDIRECT_URL": "home",
        "LOGOUT_REDIRECT_URL": "home",
        # People stay signed in on their own devices, and sign out on others'. In the admin: two weeks, as ever.
        "ACCOUNT_SESSION_COOKIE_AGE": SIGNED_IN_SECONDS,
        "ACCOUNT_SESSION_REMEMBER": True,
        "ACCOUNT_ADAPTER": "racing.accounts.AccountAdapter",
        "ACCOUNT_FORMS": {
            "login": "racing.account_forms.SignInForm",
            "signup": "racing.account_forms.SignUpForm",
            "reauthenticate": "racing.account_forms.StillYouForm",
            "change_password": "racing.account_forms.NewPasswordForm",
        },
        # A player's name is what people know, so it is what they sign in with.
        "ACCOUNT_LOGIN_METHODS": {"username"},
        "ACCOUNT_SIGNUP_FIELDS": ["username*", "password1*", *(["email"] if has_mail else [])],
        "ACCOUNT_EMAIL_VERIFICATION": "optional" if has_mail else "none",
        "ACCOUNT_EMAIL_NOTIFICATIONS": has_mail,
        "ACCOUNT_CHANGE_EMAIL": True,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "",
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https" if public_origin.startswith("https://") else "http",
        # Beside these there are racing.rates: by address over all processes, and by name. allauth counts in each
        # process by itself.
        "ACCOUNT_RATE_LIMITS": {"login": None, "login_failed": None, "signup": None}
        if rate_limits
        else False,
        "MFA_RATE_LIMITS": {} if rate_limits else False,
        "MFA_ADAPTER": "racing.accounts.PasskeyAdapter",
        "MFA_FORMS": {"add_webauthn": "racing.account_forms.AddPasskeyForm"},
        # A passkey is another way to sign in. There is no second factor: nothing here is worth locking people out.
        "MFA_SUPPORTED_TYPES": ["webauthn"],
        "MFA_PASSKEY_LOGIN_ENABLED": True,
        # Whoever gave an address that they never confirmed may have a passkey all the same.
        "MFA_ALLOW_UNVERIFIED_EMAIL": True,
    }


def mail_settings() -> dict[str, Any]:
    """Return how mail is sent. Without EMAIL_HOST none is, and nobody is asked for an address."""
    host = os.environ.get("EMAIL_HOST", "").strip()
    backend = "smtp" if host else "dummy"
    return {
        "EMAIL_BACKEND": f"django.core.mail.backends.{backend}.EmailBackend",
        "EMAIL_HOST": host,
        "EMAIL_PORT": env.whole("EMAIL_PORT", 587),
        "EMAIL_HOST_USER": os.environ.get("EMAIL_USER", ""),
        "EMAIL_HOST_PASSWORD": os.environ.get("EMAIL_PASSWORD", ""),
        "EMAIL_USE_TLS": env.flag("EMAIL_TLS", default=True),
        # A mail server that does not answer must not hold a page for minutes.
        "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": os.environ.get("EMAIL_FROM", "") or "patience@localhost",
    }
