"""How much is too much: a bucket for each socket in the process, counts for each address in Redis.

Redis is asked with the `limits` library. When it does not answer, the process counts by itself: a limit then is
one for each process, which is better than none and than refusing everybody.
"""

import ipaddress
import logging
import time
from typing import NamedTuple, cast

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from racing.looks import skeleton

logger = logging.getLogger(__name__)

# A quick hand plays five moves a second; a tab that comes back sends all that was not answered at once.
FRAMES_PER_SECOND = 20.0
FRAMES_AT_ONCE = 80.0
# Whoever sends so many frames more than that, all the same, is no browser of ours: the socket is closed.
FRAMES_TOO_MANY = 200.0

# Signs to the others: now and then one, a few in a row.
REACTIONS_PER_SECOND = 0.5
REACTIONS_AT_ONCE = 4.0

# By what is asked for: how often from one address. A class behind one router shares it, so it is generous.
PAGE_LIMITS = {
    "open": parse("60/hour"),
    "join": parse("120/minute"),
    "name": parse("30/minute"),
    "post": parse("120/minute"),
    "socket": parse("240/minute"),
    "login": parse("30/minute"),
    "signup": parse("60/hour"),
    "mail": parse("10/hour"),
    "export": parse("20/hour"),
    # Six letters can be guessed: at this pace one address needs years for a room that is open an hour.
    "short": parse("20/minute"),
    "record": parse("20/minute"),
    # Drawn for programs that show links: a messenger asks for many people from a few addresses.
    "picture": parse("120/minute"),
}
# Plies played once more for one address: a log has no end, and each look at it plays it from the deal on. That is a
# thousand replays of a usual length.
PLIES_AGAIN = parse("200000/minute")
# Races that one guest opens. Whoever practises may well try many deals.
ROOMS_PER_GUEST = parse("30/hour")
# Passwords tried for one name, from wherever: a guess every half a minute, day and night, finds no decent one.
PASSWORDS_PER_NAME = parse("20/10 minutes")
# Sockets of one address in one process; nginx bounds those of the whole site.
SOCKETS_PER_ADDRESS = 200

REDIS_SECONDS = 0.5
# After a failure Redis is left alone for so long.
REDIS_PAUSE_SECONDS = 10.0


class Bucket:
    """Tokens for one socket: one a frame, refilled with time, at most so many."""

    __slots__ = ("_at", "_most", "_rate", "_tokens")

    def __init__(self, now: float, *, rate: float | None = None, most: float | None = None) -> None:
        self._rate = FRAMES_PER_SECOND if rate is None else rate
        self._most = self._tokens = FRAMES_AT_ONCE if most is None else most
        self._at = now

    def take(self, now: float) -> float:
        """Take a token. Returns 0, or the seconds until there will be one; tokens are owed meanwhile."""
        self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate)
        self._at = now
        self._tokens -= 1
        return 0.0 if self._tokens >= 0 else -self._tokens / self._rate

    def give_back(self) -> None:
        """Owe nothing for what was refused: the next one waits for itself only."""
        self._tokens += 1

    @property
    def is_hopeless(self) -> bool:
        """Whether the client did not stop however often it was told to."""
        return self._tokens < -FRAMES_TOO_MANY


class Wait(NamedTuple):
    """Not now: in so many whole seconds."""

    seconds: int


class Counts:
    """Counts by key and window, in Redis where there is one."""

    def __init__(self, redis_url: str) -> None:
        self._here = FixedWindowRateLimiter(MemoryStorage())
        self._shared: FixedWindowRateLimiter | None = None
        self._not_before = 0.0
        if redis_url:
            self._shared = FixedWindowRateLimiter(_storage(redis_url))

    def hit(self, limit: RateLimitItem, *key: str, cost: int = 1) -> Wait | None:
        """Count one more, or ``cost``. Returns None when that is allowed, or how long to wait."""
        if self._shared is not None and time.monotonic() >= self._not_before:
            try:
                return _hit(self._shared, limit, key, cost)
            except Exception:
                self._not_before = time.monotonic() + REDIS_PAUSE_SECONDS
                logger.warning("limits are counted by this process alone", exc_info=True)
        return _hit(self._here, limit, key, cost)


def _hit(
    limiter: FixedWindowRateLimiter, limit: RateLimitItem, key: tuple[str, ...], cost: int
) -> Wait | None:
    if limiter.hit(limit, *key, cost=cost):
        return None
    window = limiter.get_window_stats(limit, *key)
    return Wait(max(1, round(window.reset_time - time.time())))


def _storage(redis_url: str) -> Storage:
    options = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
    return cast(Storage, storage_from_string(redis_url, key_prefix="patience-limits", **options))


_counts: list[Counts] = []


def counts() -> Counts:
    """Return the process's counts."""
    if not _counts:
        _counts.append(Counts(settings.REDIS_URL))
    return _counts[0]


def page_wait(kind: str, address: str) -> Wait | None:
    """Count a request of that kind from an address. Returns how long to wait, if it was one too many."""
    return counts().hit(PAGE_LIMITS[kind], kind, address_key(address)) if settings.RATE_LIMITS else None


def replay_wait(plies: int, address: str) -> Wait | None:
    """Count plies that are played once more for an address. Returns how long to wait, if they are too many."""
    if not settings.RATE_LIMITS:
        return None
    # What is longer than the limit is shown once in a while, and not never.
    return counts().hit(PLIES_AGAIN, "plies", address_key(address), cost=min(plies, PLIES_AGAIN.amount) or 1)


def room_wait(player_id: int) -> Wait | None:
    """Count a room that a guest opens. Returns how long to wait, if it was one too many."""
    return counts().hit(ROOMS_PER_GUEST, "rooms", str(player_id)) if settings.RATE_LIMITS else None


def sign_in_wait(name: str) -> Wait | None:
    """Count a password that is tried for a name. Returns how long to wait, if it was one too many."""
    return counts().hit(PASSWORDS_PER_NAME, "password", skeleton(name)) if settings.RATE_LIMITS else None


def address_key(address: str) -> str:
    """Return what counts as one address: of IPv6 the network, since everybody there has a whole one.

    >>> address_key("203.0.113.7"), address_key("2001:db8:1:2:aaaa::1"), address_key("")
    ('203.0.113.7', '2001:db8:1:2::/64', '?')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "?"
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network(f"{address}/64", strict=False))
