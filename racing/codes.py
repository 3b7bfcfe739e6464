"""The codes of races: random, and the key to a room. And short ones, to be read aloud while a room is open."""

import re
import secrets

from django.urls import register_converter

# Without look-alikes. 26 of 31 letters are 128 bits.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 26

# Letters that neither look nor, with a little care, sound like another one or a digit.
SHORT_LETTERS = "ABCDEFGHJKMNPQRTUVWXY"
SHORT_LENGTH = 6

# No row has this number: it is the largest that databases hold.
NO_ROW = 2**63 - 1


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


def read_key(text: str) -> int | None:
    """Return the number of a row that somebody sent, NO_ROW for one that is too large, None for what is no number.

    >>> read_key("12"), read_key("9" * 30) == NO_ROW, read_key("²"), read_key("9" * 5000)
    (12, True, None, None)
    """
    return min(int(text), NO_ROW) if _KEY.fullmatch(text) else None


# Python reads no number of more than some thousand digits.
_KEY = re.compile("[0-9]{1,1000}")


class KeyConverter:
    """A row's number in an address: what no database holds is the number of no row."""

    regex = _KEY.pattern

    def to_python(self, value: str) -> int:
        """Return the number."""
        return min(int(value), NO_ROW)

    def to_url(self, value: int) -> str:
        """Return its digits."""
        return str(value)


def register() -> None:
    """Make <code:...> and <key:...> known to `path`. Called by each module with addresses, once in a process."""
    if not _registered:
        register_converter(CodeConverter, "code")
        register_converter(KeyConverter, "key")
        _registered.append(True)


_registered: list[bool] = []
