"""Where sessions are kept: as Django keeps them in the database, which is asked for keys only that it can hold."""

import re

from django.contrib.sessions.backends.db import SessionStore as KeptInDatabase


class SessionStore(KeptInDatabase):
    """Django's; a key that it never made is that of no session. A cookie may hold anything, PostgreSQL takes no NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and _KEY.fullmatch(key) is not None


# Django makes 32 letters and digits, and the column holds 40.
_KEY = re.compile("[0-9A-Za-z]{8,40}")
