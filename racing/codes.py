"""The codes of races: random, and the key to a room. And short ones, to be read aloud while a room is open."""

import secrets

from django.urls import register_converter

# Without look-alikes. 26 of 31 letters are 128 bits.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 26

# Letters that neither look nor, with a little care, sound like another one or a digit.
SHORT_LETTERS = "ABCDEFGHJKMNPQRTUVWXY"
SHORT_LENGTH = 6


def new_code() -> str:
    """Return a code that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def new_short_code() -> str:
    """Return a code of six letters: 85 million there are, so whoever guesses has to be slowed down."""
    return "".join(secrets.choice(SHORT_LETTERS) for _ in range(SHORT_LENGTH))


def read_short_code(text: str) -> str | None:
    """Return the short code that somebody typed, or None when it cannot be one.

    >>> read_short_code(" kmq-rtw "), read_short_code("KMQ RT")
    ('KMQRTW', None)
    """
    code = "".join(character for character in text[:40].upper() if character not in " -\u00a0")
    is_one = len(code) == SHORT_LENGTH and all(letter in SHORT_LETTERS for letter in code)
    return code if is_one else None


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
