"""Who is asking: a guest is known by one signed cookie that holds the player's id and nothing else.

Pages and sockets read the same cookie. The signature honours SECRET_KEY_FALLBACKS, so a rotated key loses
nobody; a cookie that is getting old, or was signed with an older key, is signed anew with the next page.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from racing.models import Player

COOKIE = "player"
# Browsers keep no cookie longer than 400 days.
LIFETIME = timedelta(days=400)
RENEW_AFTER = timedelta(days=7)


def _signer(fallbacks: bool = True) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="racing.identity", fallback_keys=None if fallbacks else [])


def player_id_of(cookies: Mapping[str, str]) -> int | None:
    """Return the player id in the cookies, or None when there is none or its signature is not ours."""
    try:
        return int(_signer().unsign(cookies.get(COOKIE, ""), max_age=LIFETIME))
    except (signing.BadSignature, ValueError):
        return None


def signed(player_id: int) -> str:
    """Return the cookie's value for a player."""
    return _signer().sign(str(player_id))


def remember(response: HttpResponseBase, player: Player) -> None:
    """Let the browser come back as this player."""
    response.set_cookie(
        COOKIE,
        signed(player.pk),
        max_age=LIFETIME,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def player_of(request: HttpRequest) -> Player | None:
    """Return who asks for this page, or None. One query, however often it is asked."""
    kept = request.__dict__
    if "racing_player" not in kept:
        player_id = player_id_of(request.COOKIES)
        kept["racing_player"] = None if player_id is None else Player.objects.filter(pk=player_id).first()
    player: Player | None = kept["racing_player"]
    return player


def player_context(request: HttpRequest) -> dict[str, Any]:
    """Give every template its ``player``: a Player or None."""
    return {"player": player_of(request)}


class PlayerMiddleware:
    """Sign a player's cookie anew when it is old or was signed with a key that is being retired."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; renew the cookie unless the answer sets it itself."""
        response = self.get_response(request)
        value = request.COOKIES.get(COOKIE)
        if value and COOKIE not in response.cookies and not _is_fresh(value):
            player = player_of(request)
            if player is not None:
                remember(response, player)
        return response


def _is_fresh(value: str) -> bool:
    try:
        _signer(fallbacks=False).unsign(value, max_age=RENEW_AFTER)
    except signing.BadSignature:
        return False
    return True
