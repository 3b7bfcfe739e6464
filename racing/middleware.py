"""Around every page: limits and a line in the log for what changes something, the page for a refusal, and who may keep
the answer.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import add_never_cache_headers

from racing import log, rates
from racing.identity import player_of
from racing.refusals import Refused

# What each form's address counts as; whatever is not here counts as "post".
_KINDS = {
    "open-race": "open",
    "join": "join",
    "rename": "name",
    # The admin's own address is called login.
    "login": "login",
    "account_login": "login",
    "mfa_login_webauthn": "login",
    "account_reauthenticate": "login",
    "account_signup": "signup",
    "account_reset_password": "mail",
    "account_email": "mail",
    "export": "export",
    "records": "record",
}
# Looking is free, but for what takes long to make.
_LOOKS = {"race-picture": "picture", "replay-picture": "picture"}
_OPENS_ROOM = {"open-race", "ghost", "solver-ghost", "record-ghost", "again"}


class ActionMiddleware:
    """Count, limit and log whatever may change something: one line for each, without names and codes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return self.get_response(request)
        with log.action("page") as told:
            response = self.get_response(request)
            match, player = request.resolver_match, player_of(request)
            told.facts.update(
                page=match.url_name if match else None,
                player=player.pk if player else None,
                status=response.status_code,
            )
            told.answer = "ok" if response.status_code < 400 else str(response.status_code)
            return response

    def process_view(
        self, request: HttpRequest, view: object, arguments: object, names: object
    ) -> HttpResponse | None:
        """Refuse with 429, and say when to try again, what is asked too often."""
        if request.resolver_match is None:
            return None
        name = request.resolver_match.url_name or ""
        kind = _KINDS.get(name, "post") if request.method == "POST" else _LOOKS.get(name)
        if kind is None:
            return None
        wait = rates.page_wait(kind, request.META.get("REMOTE_ADDR", ""))
        if wait is None and request.method == "POST" and name in _OPENS_ROOM:
            player = player_of(request)
            wait = rates.room_wait(player.pk) if player else None
        if wait is None:
            return None
        from racing.views import refusal_page  # views import models, which are not loaded yet

        return refusal_page(request, Refused("too_many_requests", seconds=wait.seconds))


class RefusalMiddleware:
    """Show refused.html, with the refusal's status, for a Refused raised in a view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for a refusal, or None for everything else."""
        from racing.views import refusal_page  # views import models, which are not loaded yet

        return refusal_page(request, exception) if isinstance(exception, Refused) else None


class OwnPagesMiddleware:
    """Let nobody keep a page that says nothing of it: it shows whose browser it is, and is gone with signing out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        response = self.get_response(request)
        if "Cache-Control" not in response and response.get("Content-Type", "").startswith(_OF_SOMEBODY):
            add_never_cache_headers(response)
        return response


# Pages, what is exported, records.
_OF_SOMEBODY = ("text/html", "application/json", "text/plain")
