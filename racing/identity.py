"""Who is asking, for pages and sockets alike.

An account is known by Django's session: signing out ends it, so does another password, on the next page or by the
next look of a socket. A guest is known by one signed cookie that holds the player's id and nothing else; it is no
proof any more once that player has an account, went over into one, or asked to be forgotten.

Signatures honour SECRET_KEY_FALLBACKS, so a rotated key loses nobody. A guest's cookie that is getting old, or was
signed with an older key, is signed anew with the next page, and so is what vouches for a session.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from racing import events
from racing.models import Player

COOKIE = "player"
# Browsers keep no cookie longer than 400 days.
LIFETIME = timedelta(days=400)
RENEW_AFTER = timedelta(days=7)


def _signer(fallbacks: bool = True) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="racing.identity", fallback_keys=None if fallbacks else [])


def signed_id_of(cookies: Mapping[str, str]) -> int | None:
    """Return the player id in the guest's cookie, or None when there is none or its signature is not ours.

    Reads no database: the player may have an account by now, see `guest_of` and `player_id_of`.
    """
    try:
        return int(_signer().unsign(cookies.get(COOKIE, ""), max_age=LIFETIME))
    except (signing.BadSignature, ValueError):
        return None


def guest_of(cookies: Mapping[str, str]) -> Player | None:
    """Return the guest that the cookies name, or None when that is no guest any more."""
    player_id = signed_id_of(cookies)
    guests = Player.objects.filter(user=None, merged_into=None, deleted_at=None)
    return None if player_id is None else guests.filter(pk=player_id).first()


def player_id_of(cookies: Mapping[str, str]) -> int | None:
    """Return who a socket's cookies say is asking. Reads the database and writes nothing."""
    user = _user_of(cookies.get(settings.SESSION_COOKIE_NAME, ""))
    account = None if user is None else Player.objects.filter(user=user).first()
    player = account or guest_of(cookies)
    return player.pk if player else None


def _user_of(session_key: str) -> User | None:
    """Return who is signed in with a session. Writes nothing: a socket can set no cookie and save no session."""
    if not session_key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    found = _vouched_for(session)
    return found.user if found else None


class _SignedIn(NamedTuple):
    user: User
    # What the session is to hold from now on; another text than it holds after SECRET_KEY was rotated.
    vouched_by: str


def _vouched_for(session: SessionBase) -> _SignedIn | None:
    """Return who is signed in with a session, as django.contrib.auth.get_user decides it."""
    if session.get(auth.BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    user_id, given = session.get(auth.SESSION_KEY), session.get(auth.HASH_SESSION_KEY)
    user = User.objects.filter(pk=user_id, is_active=True).first() if user_id else None
    if user is None or not given:
        return None
    current = user.get_session_auth_hash()
    known = [current, *user.get_session_auth_fallback_hash()]
    return _SignedIn(user, current) if any(constant_time_compare(given, each) for each in known) else None


def _user_of_page(request: HttpRequest) -> User | AnonymousUser:
    if auth.SESSION_KEY not in request.session:
        return AnonymousUser()
    found = _vouched_for(request.session)
    if found is None:
        request.session.flush()
        return AnonymousUser()
    if request.session[auth.HASH_SESSION_KEY] != found.vouched_by:
        request.session[auth.HASH_SESSION_KEY] = found.vouched_by
    return found.user


class SignedInMiddleware(AuthenticationMiddleware):
    """Django's, but a session keeps its key when SECRET_KEY is rotated.

    Django gives it a new one. Of several tabs that a browser opens again at once, all but the first would then come
    with a key that is gone, and sign the browser out.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Give the request its user, who is looked up when somebody asks."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of_page(request))  # type: ignore[assignment]  # as Django's own


def signed(player_id: int) -> str:
    """Return the cookie's value for a guest."""
    return _signer().sign(str(player_id))


def remember(response: HttpResponseBase, player: Player) -> None:
    """Let the browser come back as this guest. An account's browser comes back by its session."""
    if player.user_id is not None:
        return
    response.set_cookie(
        COOKIE,
        signed(player.pk),
        max_age=LIFETIME,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def player_of(request: HttpRequest) -> Player | None:
    """Return who asks for this page, or None. One query (for accounts two more), however often it is asked."""
    kept = request.__dict__
    if "racing_player" not in kept:
        user = getattr(request, "user", None)
        account = None
        if user is not None and user.is_authenticated:
            account = Player.objects.filter(user=user).first()
        kept["racing_player"] = account or guest_of(request.COOKIES)
    player: Player | None = kept["racing_player"]
    return player


def player_changes(request: HttpRequest, *players: Player | None) -> None:
    """Note that the browser is somebody else from now on: the sockets of these players look again who they are."""
    request.__dict__.pop("racing_player", None)
    changes: set[int] = request.__dict__.setdefault("racing_changes", set())
    changes.update(player.pk for player in players if player is not None)


def player_context(request: HttpRequest) -> dict[str, Any]:
    """Give every template its ``player`` (a Player or None), and ``sends_mail``: whether the site does."""
    return {"player": player_of(request), "sends_mail": bool(settings.EMAIL_HOST)}


@receiver([user_logged_in, user_logged_out])
def _somebody_else(sender: object, request: HttpRequest | None, user: User | None, **_rest: object) -> None:
    # Told when the page is answered: now the old session is still there.
    if request is not None and user is not None:
        player_changes(request, Player.objects.filter(user=user).first(), guest_of(request.COOKIES))


class PlayerMiddleware:
    """Keep a browser's cookie right, and tell its sockets when it has become somebody else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request. A guest's cookie is renewed unless the answer sets it itself, or goes with the guest."""
        response = self.get_response(request)
        for player_id in request.__dict__.get("racing_changes", ()):
            events.identity_changed(player_id)
        value = request.COOKIES.get(COOKIE)
        if value and COOKIE not in response.cookies:
            changed = "racing_changes" in request.__dict__
            player = player_of(request) if changed or not _is_fresh(value) else None
            if changed and (player is None or player.user_id is not None):
                response.delete_cookie(COOKIE, samesite="Lax")
            elif player is not None:
                remember(response, player)
        return response


def _is_fresh(value: str) -> bool:
    try:
        _signer(fallbacks=False).unsign(value, max_age=RENEW_AFTER)
    except signing.BadSignature:
        return False
    return True
