"""Which language a socket is told things in, by what its handshake says."""

from collections.abc import Mapping
from types import SimpleNamespace

from django.utils import translation


def language_of(headers: Mapping[bytes, bytes], cookies: Mapping[str, str]) -> str:
    """Return the language of the pages' cookie, or else the best of those the browser takes."""
    accepted = headers.get(b"accept-language", b"").decode("latin1")
    request = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return translation.get_language_from_request(request)  # type: ignore[arg-type]  # reads just these two
