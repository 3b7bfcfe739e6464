"""The codes of races: random, and the key to a room."""

import secrets

from django.urls import register_converter

# Without look-alikes. 26 of 31 letters are 128 bits.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 26


def new_code() -> str:
    """Return a code that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class CodeConverter:
    """A race's code in an address: what cannot be one is not looked up."""

    regex = "[0-9a-z]{1,32}"

    def to_python(self, value: str) -> str:
        """Return the code as it is."""
        return value

    def to_url(self, value: str) -> str:
        """Return the code as it is."""
        return value


def register() -> None:
    """Make <code:...> known to `path`. Called by each module with addresses, once in a process."""
    if not _registered:
        register_converter(CodeConverter, "code")
        _registered.append(True)


_registered: list[bool] = []
