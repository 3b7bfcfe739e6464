"""Sockets are opened by our own pages only: the Origin must be exactly the site's, scheme and port included.

Browsers send cookies with a socket that any page opens, and always tell that page's origin. A request without
an Origin is refused too, so no client gets by unchecked; programs that are not browsers send it as well.
channels' AllowedHostsOriginValidator would do less: it takes any port and scheme of an allowed host.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

_PORTS = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """What makes two pages the same site."""

    scheme: str
    host: str
    port: int


def parse_origin(text: str) -> Origin | None:
    """Return an Origin header's value as parts, or None when it is none of http or https.

    >>> parse_origin("https://Patience.example")
    Origin(scheme='https', host='patience.example', port=443)
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or text != f"{parts.scheme}://{parts.netloc}":
        return None
    if "@" in parts.netloc:
        return None
    return Origin(parts.scheme, parts.hostname, port or _PORTS[parts.scheme])


def is_own_origin(headers: Iterable[tuple[bytes, bytes]], scheme: str) -> bool:
    """Whether a socket's request comes from our own page. ``scheme`` is the socket's: ws or wss.

    The Origin must equal PUBLIC_URL's, or the address in the Host header if that is an allowed host.
    """
    origins = [value.decode("latin1") for name, value in headers if name == b"origin"]
    hosts = [value.decode("latin1") for name, value in headers if name == b"host"]
    origin = parse_origin(origins[0].lower()) if len(origins) == 1 else None
    if origin is None or len(hosts) != 1:
        return False
    if settings.PUBLIC_ORIGIN and origin == parse_origin(settings.PUBLIC_ORIGIN.lower()):
        return True
    domain, _ = split_domain_port(hosts[0])
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    return origin == parse_origin(f"{'https' if scheme in ('wss', 'https') else 'http'}://{hosts[0].lower()}")


class OwnOriginOnly:
    """ASGI middleware that refuses a socket's handshake (HTTP 403) from anywhere else."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the request on, or deny it."""
        allowed = is_own_origin(scope["headers"], scope.get("scheme", "ws"))
        await (self.application if allowed else WebsocketDenier())(scope, receive, send)
