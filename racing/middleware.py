"""Turns a refusal that a view did not answer itself into the page that says so."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from racing.refusals import Refused


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
