"""Which entrants may have a tab in another process, or two in this one: only for them a ply goes through the layer.

A socket that opens asks the entrant's other tabs, through the layer, to say that they are there; each answers and
remembers where it was asked from. Until there was time for answers, and as long as a process was heard of, plies are
published. What is remembered wrongly costs a message; what the layer loses the heartbeat makes up for, which says it
again and tells the newest ply besides.
"""

import time
import uuid
from collections import Counter

# Names this process to the others.
PROCESS = uuid.uuid4().hex
# Answers take milliseconds.
ANSWERED_WITHIN = 5.0
# Four heartbeats.
REMEMBERED_FOR = 60.0

_here: Counter[int] = Counter()
# Until when, by the monotonic clock, plies of an entrant are published.
_until: dict[int, float] = {}


def opened(entrant_id: int) -> None:
    """Note a tab in this process."""
    _here[entrant_id] += 1
    _remember(entrant_id, ANSWERED_WITHIN)


def closed(entrant_id: int) -> bool:
    """Note that a tab of this process is gone. Returns whether it was the last one here."""
    _here[entrant_id] -= 1
    if _here[entrant_id] > 0:
        return False
    del _here[entrant_id]
    _until.pop(entrant_id, None)
    return True


def here(entrant_id: int) -> int:
    """Return how many tabs of the entrant this process has."""
    return _here[entrant_id]


def heard_of(entrant_id: int, process: str) -> bool:
    """Note where a tab of the entrant is. Returns whether that is another process."""
    if process == PROCESS:
        return False
    _remember(entrant_id, REMEMBERED_FOR)
    return True


def may_be_elsewhere(entrant_id: int) -> bool:
    """Whether there may be a tab besides the one that plays."""
    if _here[entrant_id] > 1:
        return True
    until = _until.get(entrant_id)
    if until is None:
        # Without a tab here, whoever plays is no socket of this process.
        return entrant_id not in _here
    if time.monotonic() < until:
        return True
    _until.pop(entrant_id, None)
    return False


def _remember(entrant_id: int, seconds: float) -> None:
    until = time.monotonic() + seconds
    _until[entrant_id] = max(until, _until.get(entrant_id, 0.0))
