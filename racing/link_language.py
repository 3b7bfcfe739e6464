"""The language of a link: ?lang=de on any page comes before the choice of whoever opens it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

from racing.languages import named_language


class LinkLanguageMiddleware:
    """Answer in the language that the address names. Stands behind Django's own, which looks at cookie and browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        if asked := named_language(request.GET.get("lang", "")):
            translation.activate(asked)
            request.LANGUAGE_CODE = asked
        return self.get_response(request)
