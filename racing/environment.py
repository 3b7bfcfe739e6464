"""What settings.py reads from the environment, as typed values. No Django in here: settings import it."""

import os
import secrets
import tempfile
from pathlib import Path
from urllib.parse import urlsplit


def flag(name: str, default: bool = False) -> bool:
    """Return True when the variable is 1, true, yes or on; ``default`` when it is unset or empty."""
    value = os.environ.get(name, "").strip().lower()
    return value in {"1", "true", "yes", "on"} if value else default


def words(name: str) -> list[str]:
    """Return the comma-separated words of a variable, empty ones dropped."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def whole(name: str, default: int) -> int:
    """Return a variable as a whole number. Raises ValueError, naming the variable, when it is not one."""
    value = os.environ.get(name, "").strip()
    try:
        return int(value) if value else default
    except ValueError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def origin_of(url: str) -> str:
    """Return scheme://host[:port] of a public address. Raises ValueError when it is not an http(s) address.

    >>> origin_of("https://patience.example/any/path")
    'https://patience.example'
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"PUBLIC_URL must be like https://host[:port], not {url!r}")
    return f"{parts.scheme}://{parts.netloc}"


def kept_secret_key(path: Path) -> str:
    """Return SECRET_KEY, or the key kept in ``path``, made on first use.

    Several processes may start at once: the key is written aside and then linked into place, so exactly one
    wins and nobody reads half a file.
    """
    given = os.environ.get("SECRET_KEY")
    if given:
        return given
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, aside = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(64))
            os.link(aside, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(aside)
    return path.read_text().strip()
