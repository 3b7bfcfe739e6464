"""Sockets are opened by our own pages only."""

import pytest
from pytest_django import Settings

from racing.models import Player
from racing.origins import is_own_origin
from tests.racing.conftest import opened
from tests.racing.tabs import Tab


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["patience.example", "127.0.0.1", "[::1]"]
    settings.PUBLIC_ORIGIN = ""


def own(origin: str | None, host: str = "patience.example:8000", scheme: str = "ws") -> bool:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode("latin1")))
    return is_own_origin(headers, scheme)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://patience.example:8000", "patience.example:8000", "ws"),
        ("HTTP://Patience.Example:8000", "patience.example:8000", "ws"),
        ("http://patience.example", "patience.example", "ws"),
        ("http://patience.example", "patience.example:80", "ws"),
        ("https://patience.example", "patience.example", "wss"),
        ("https://patience.example:443", "patience.example", "wss"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
    ],
)
def test_the_site_itself_may_open_a_socket(origin: str, host: str, scheme: str) -> None:
    assert own(origin, host, scheme)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://patience.example",
        "http://patience.example:8001",
        "https://patience.example:8000",
        "http://evil.example:8000",
        "http://evil.patience.example:8000",
        "http://patience.example.evil.example:8000",
        "http://patience.example:8000@evil.example",
        "http://ana@patience.example:8000",
        "http://patience.example:8000/",
        "http://patience.example:8000/page",
        "http://patience.example:8000?x",
        "http://patience.example:8000#x",
        "ftp://patience.example:8000",
        "patience.example:8000",
        "http://patience.example:99999",
        "http://patience.example:port",
        "http://[::1",
        "*",
        "http://patience.example:8000 http://evil.example",
    ],
)
def test_every_other_origin_is_foreign(origin: str | None) -> None:
    assert not own(origin)


def test_a_host_that_is_not_ours_does_not_vouch_for_itself() -> None:
    # What a page does that let its own name point to our address.
    assert not own("http://evil.example:8000", host="evil.example:8000")
    assert not own("http://evil.example", host="evil.example\x00patience.example")


def test_two_origins_or_two_hosts_are_none() -> None:
    host, origin = (b"host", b"patience.example:8000"), (b"origin", b"http://patience.example:8000")
    assert is_own_origin([host, origin], "ws")
    assert not is_own_origin([host, origin, origin], "ws")
    assert not is_own_origin([host, host, origin], "ws")
    assert not is_own_origin([origin], "ws")


def test_behind_a_proxy_the_public_address_is_the_site_s(settings: Settings) -> None:
    settings.PUBLIC_ORIGIN = "https://cards.example"
    assert own("https://cards.example", host="10.0.0.7:8000")
    assert own("https://cards.example:443", host="cards.example")
    assert not own("http://cards.example", host="10.0.0.7:8000")
    assert not own("https://cards.example:8443", host="10.0.0.7:8000")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://testserver:81", "https://testserver", None]
)
async def test_a_foreign_page_s_socket_is_refused_before_it_opens(ana: Player, origin: str | None) -> None:
    from racing.offload import in_database

    race = await in_database(opened, ana)
    theirs = Tab(race, ana, **({"origin": origin} if origin else {}))
    if origin is None:
        theirs.socket.scope["headers"] = [
            (name, value) for name, value in theirs.socket.scope["headers"] if name != b"origin"
        ]
    connected, _ = await theirs.socket.connect()
    assert not connected
    await theirs.socket.disconnect()
