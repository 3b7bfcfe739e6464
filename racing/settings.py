"""Settings of the whole site. Every knob is an environment variable; docs/settings.md lists them."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from racing import environment as env
from racing import log
from racing.account_settings import account_settings
from racing.early import HASH as EARLY_HASH

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.kept_secret_key(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")

# The address people use, when it is not the one the server sees (behind a proxy that speaks TLS).
_public_url = os.environ.get("PUBLIC_URL", "").strip()
PUBLIC_ORIGIN = env.origin_of(_public_url) if _public_url else ""
_public_host = urlsplit(PUBLIC_ORIGIN).hostname
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
if _public_host and _public_host not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(_public_host)

INSTALLED_APPS = [
    "racing",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "racing.static_files.StaticFilesMiddleware",
    # Pages and sentences; static files are compressed once, when they are collected. It pads each answer by chance, and
    # a form's token is masked anew in every page, so that lengths tell nothing.
    "django.middleware.gzip.GZipMiddleware",
    "racing.middleware.OwnPagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "racing.link_language.LinkLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "racing.identity.SignedInMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "racing.identity.PlayerMiddleware",
    "racing.middleware.ActionMiddleware",
    "racing.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "racing.urls"
ASGI_APPLICATION = "racing.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "racing.identity.player_context",
            ],
        },
    },
]


# Data ---------------------------------------------------------------------------------------------------

# Threads that talk to the database for the sockets, in each process; the pool leaves as many for pages.
DATABASE_THREADS = env.whole("DATABASE_THREADS", 8)


# At most so many plies are committed together; 1: each alone.
PLIES_IN_A_GROUP = env.whole("PLIES_IN_A_GROUP", 64)


def _database() -> dict[str, Any]:
    # CONN_MAX_AGE stays 0: a page runs in a thread of its own under ASGI, which would take a persistent
    # connection with it into the grave. PostgreSQL's pool keeps connections instead.
    if not os.environ.get("DATABASE_URL"):
        VAR_DIR.mkdir(exist_ok=True)
    database: dict[str, Any] = dict(
        dj_database_url.config(default=f"sqlite:///{VAR_DIR / 'patience.sqlite3'}", conn_max_age=0)
    )
    options = database.setdefault("OPTIONS", {})
    if database["ENGINE"] == "django.db.backends.sqlite3":
        # One writer at a time, taken at BEGIN: a transaction that reads first and writes later would
        # otherwise fail with "database is locked" without waiting. FULL: an acknowledged ply is on disk.
        options.update(
            transaction_mode="IMMEDIATE",
            timeout=20,
            init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        )
    else:
        options["pool"] = {
            "min_size": 1,
            "max_size": 2 * DATABASE_THREADS,
            "timeout": 10,
        }
        # A connection that broke in the pool is replaced before an action sees it.
        database["CONN_HEALTH_CHECKS"] = True
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URLS = env.words("REDIS_URL")
REDIS_URL = REDIS_URLS[0] if REDIS_URLS else ""
# Pub/sub, which subscribes anew after a reconnect; the queue-based core layer goes deaf when Redis restarts.
# Both are lossy, which versions and the heartbeat make up for. Several addresses share the groups among them.
_redis_layer = {
    "BACKEND": "racing.layer.HintLayer",
    "CONFIG": {
        "hosts": [
            {
                "address": address,
                "retry": Retry(ExponentialBackoff(cap=0.5, base=0.02), 6),
                "health_check_interval": 10,
                "socket_connect_timeout": 2,
                "socket_timeout": 5,
                "socket_keepalive": True,
            }
            for address in REDIS_URLS
        ],
    },
}
_memory_layer = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
CHANNEL_LAYERS = {"default": _redis_layer if REDIS_URLS else _memory_layer}


# Races --------------------------------------------------------------------------------------------------

# Seconds between "all are ready" and the first possible ply.
COUNTDOWN_SECONDS = env.whole("COUNTDOWN", 5)
# Files with further words that no name holds; see racing/refused_names.txt.
NAME_WORDS = env.words("NAME_WORDS")
# Seconds in which a resignation can be taken back.
RESIGN_UNDO_SECONDS = env.whole("RESIGN_UNDO", 5)


# The solver ---------------------------------------------------------------------------------------------

# Processes that look for wins, for each process that serves; 0: no hints, no certified deals, no par.
SOLVERS = env.whole("SOLVERS", 1)
# Whether this process does the searches that nobody waits for, with its solvers; 0 where a worker apart does them.
BACKGROUND_SEARCHES = env.flag("BACKGROUND_SEARCHES", default=True)
# Bytes for the tables of one search, set in MB.
SOLVER_MEMORY = env.whole("SOLVER_MEMORY", 256) << 20
# Compiled code is kept here: compiling takes a minute.
SOLVER_CACHE = Path(os.environ.get("NUMBA_CACHE_DIR") or VAR_DIR / "numba")


# Languages ----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("ru", _("Russian")),
    ("pt-br", _("Portuguese (Brazil)")),
    ("de", _("German")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"


# Static files -------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles")
_manifest = not DEBUG and env.flag("STATIC_MANIFEST", (STATIC_ROOT / "staticfiles.json").exists())
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "racing.static_files.ManifestStorage"
        if _manifest
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# Without a collected folder the files are served from where they lie in the source.
WHITENOISE_USE_FINDERS = not _manifest
WHITENOISE_AUTOREFRESH = DEBUG
# The modules are for our own pages only.
WHITENOISE_ALLOW_ALL_ORIGINS = False


# Security -----------------------------------------------------------------------------------------------

SESSION_ENGINE = "racing.sessions"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"  # a race's link is its key: it must not leave in a Referer
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
# Browsers heed it over TLS only, and elsewhere complain of it in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PUBLIC_ORIGIN.startswith("https://") else None
if PUBLIC_ORIGIN:
    CSRF_TRUSTED_ORIGINS = [PUBLIC_ORIGIN]
if PUBLIC_ORIGIN.startswith("https://"):
    # TLS ends at the proxy that answers for PUBLIC_URL; it must set this header itself on every request.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    # Browsers ask over TLS only from now on; subdomains and preload lists are for the owner of the domain to decide.
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_SSL_REDIRECT = True
    # The machine's own checks ask a worker directly, without TLS.
    SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # subdomains and preload: see above
# Everything comes from our own server as files. Nothing inline but one script, named by its hash, so a name that became
# markup would run nothing.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, EARLY_HASH],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        # Older Safari does not count a socket to the same host as 'self'.
        "connect-src": [SELF, *([PUBLIC_ORIGIN.replace("http", "ws", 1)] if PUBLIC_ORIGIN else [])],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# Limits by address and by guest: see racing.rates. Off where everybody has one address, as in tests.
RATE_LIMITS = env.flag("RATE_LIMITS", default=True)
# Signing in.
globals().update(account_settings(PUBLIC_ORIGIN, RATE_LIMITS))
# A form is a few fields; the longest is the text of a record. Files beyond that are refused as well, by nginx unread.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024


# Log ----------------------------------------------------------------------------------------------------

LOGGING = log.settings_of(os.environ.get("LOG_LEVEL", "INFO").upper())
# Whether /metrics answers. nginx keeps it from the outside; Prometheus asks each worker directly.
METRICS = env.flag("METRICS")
