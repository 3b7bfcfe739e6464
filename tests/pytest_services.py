"""The pytest plugin that puts tests on real PostgreSQL and Redis, loaded by `-p` in pyproject.toml.

A plugin and not a conftest.py, because pytest-django loads the settings before any conftest.py is read.
The addresses are fixed here, at import; the servers start only when a collected test may need them.
"""

from __future__ import annotations

import os
import secrets
import signal
from pathlib import Path

import pytest

from tests.services import ServiceError, Services

# A shell has what it starts in the background ignore Ctrl-C, and so would everything that the tests start: some of them
# are about Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# pytest-xdist runs this file in every one of its processes. Each has servers of its own, so that what one test does to
# a server is seen by no other; the first process, which runs no tests, only hands its environment on.
RESERVED = "PATIENCE_RESERVED_SERVICES"
if "PYTEST_XDIST_WORKER" in os.environ:
    for name in os.environ.pop(RESERVED, "").split():
        del os.environ[name]
_named = set(os.environ)
SERVICES = Services()
os.environ[RESERVED] = " ".join(set(os.environ) - _named)
# Nothing of the checkout's own var/ and staticfiles/ may decide a test, or be made by one.
os.environ.setdefault("SECRET_KEY", secrets.token_hex(32))
os.environ.setdefault("STATIC_MANIFEST", "0")
# Everybody has one address in a test; the limits have tests of their own.
os.environ.setdefault("RATE_LIMITS", "0")
# Solver processes only where a test asks for them; what they compile is kept from run to run, as it takes a minute.
os.environ.setdefault("SOLVERS", "0")
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / ".pytest_cache" / "numba"))
HERE = Path(__file__).parent
# What stays below these needs neither database nor channel layer, and so starts in no time.
ALONE = ("engine", "js", "test_deploy.py", "test_house.py", "test_play.py", "test_services.py")
WITHOUT_SERVICES = tuple(HERE / name for name in ALONE)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the servers when anything collected may use them."""
    if session.config.option.collectonly:
        return
    if any(not _runs_alone(item.path) for item in session.items):
        try:
            SERVICES.start()
        except ServiceError as error:
            pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)


def _runs_alone(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in WITHOUT_SERVICES)


def pytest_unconfigure() -> None:
    """Stop the servers, whatever happened in between."""
    SERVICES.stop()
