"""When this process looks for what only Python's collector finds: objects that refer to each other in a circle.

Looking everywhere takes the longer the more racers there are, a fifth of a second with five hundred, and nobody is
answered meanwhile; left to itself Python does so several times a minute while tables grow. Here it is done when as many
sockets have ended as are open, since nearly all that is to be found is what they leave behind, and every FULL_SECONDS;
and what lives from the start is left out. What has just been made is looked through often, as ever.
"""

import asyncio
import gc
import time

FULL_SECONDS = 600.0
# So often it is asked whether it is time.
ASK_SECONDS = 10.0
# What fewer sockets than these leave behind, some 40 KB each, is not worth a look.
FEW_SOCKETS = 200
# So many objects more than before are looked through together; after so many times, those of all these times.
YOUNG = 10_000
TIMES = 5
# So often that it is never: the third generation is all that lives.
NEVER = 1_000_000

_looking: set[asyncio.Task[None]] = set()
_open = 0
_ended = 0


def socket_opened() -> None:
    """Count one more."""
    global _open
    _open += 1


def socket_ended() -> None:
    """Count one less, which leaves something behind."""
    global _open, _ended
    _open -= 1
    _ended += 1


def collect_rarely() -> None:
    """Do as said above as long as the event loop runs. Call it once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, TIMES, NEVER)
    task = asyncio.create_task(_keep_looking())
    _looking.add(task)
    task.add_done_callback(_looking.discard)


async def _keep_looking() -> None:
    global _ended
    looked_at = time.monotonic()
    while True:
        await asyncio.sleep(ASK_SECONDS)
        if _ended >= max(FEW_SOCKETS, _open) or time.monotonic() - looked_at >= FULL_SECONDS:
            gc.collect()
            looked_at, _ended = time.monotonic(), 0
