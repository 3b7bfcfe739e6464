"""Which language a link names, and which one a socket is told things in, by what its handshake says."""

from collections.abc import Mapping
from types import SimpleNamespace
from urllib.parse import parse_qs

from django.conf import settings
from django.utils import translation


def named_language(asked: str) -> str | None:
    """Return the language that an address asks for by ?lang=, or None when it is none of ours."""
    return asked if asked in dict(settings.LANGUAGES) else None


def language_of(headers: Mapping[bytes, bytes], cookies: Mapping[str, str], query: bytes = b"") -> str:
    """Return the language of the socket's address, which is its page's; or else of the cookie, or of the browser."""
    asked = parse_qs(query.decode("latin1")).get("lang", [""])[-1]
    if named := named_language(asked):
        return named
    accepted = headers.get(b"accept-language", b"").decode("latin1")
    request = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return translation.get_language_from_request(request)  # type: ignore[arg-type]  # reads just these two
