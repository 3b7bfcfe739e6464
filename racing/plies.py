"""Plies on their way from the sockets of this process to the log, in groups: see racing.actions.grouping.

While one group is being committed the next one gathers. A group costs nearly the same whether it holds one ply or
ten, so they do not begin faster than one after GROUP_SECONDS: a ply that comes alone goes at once, and where plies come
steadily each waits for half that time in the mean.
"""

import asyncio
import logging
import math
import time
from datetime import datetime
from functools import partial
from weakref import WeakKeyDictionary

from django.conf import settings

from racing import actions, metrics
from racing.clock import now as time_now
from racing.messages import PlyMade
from racing.offload import in_background, in_database, in_log_thread

logger = logging.getLogger(__name__)

GROUP_SECONDS = 0.016


async def play(
    entrant_id: int, number: int, move: str, now: datetime, *, sender: str | None = None
) -> PlyMade:
    """Do what `actions.play` does, together with whoever else plays now. Raises what that raises."""
    begun = time.perf_counter()
    made = await _play(actions.Asked(entrant_id, number, move, now, sender))
    metrics.plies.inc()
    metrics.acks.observe(time.perf_counter() - begun)
    return made


async def _play(asked: actions.Asked) -> PlyMade:
    if settings.PLIES_IN_A_GROUP <= 1:
        return await _alone(asked)
    loop = asyncio.get_running_loop()
    if loop not in _gatherings:
        _gatherings[loop] = _Gathering()
    answer = await _gatherings[loop].answer_to(asked)
    return answer if answer is not None else await _alone(asked)


async def _alone(asked: actions.Asked) -> PlyMade:
    return await in_database(
        actions.play, asked.entrant_id, asked.number, asked.move, asked.now, sender=asked.sender
    )


class _Gathering:
    """What waits on one event loop."""

    def __init__(self) -> None:
        self._waiting: list[tuple[actions.Asked, asyncio.Future[PlyMade | None]]] = []
        self._working: asyncio.Task[None] | None = None
        self.unanswered = 0
        # By the event loop's clock, when the newest group began.
        self._begun = -math.inf

    async def answer_to(self, asked: actions.Asked) -> PlyMade | None:
        """Return the ply, or None when it has to be played alone."""
        answer: asyncio.Future[PlyMade | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        self.unanswered += 1
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        try:
            return await answer
        finally:
            self.unanswered -= 1

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._let_gather()
                group = self._next_group()
                metrics.group_sizes.observe(len(group))
                played = await self._played([asked for asked, _ in group])
                for (_, answer), made in zip(group, played.answers, strict=True):
                    if not answer.done():  # whoever asked may have gone
                        answer.set_result(made)
                for race_id in played.to_settle:
                    # The ply is committed and answered; whoever looks at the race next can settle it as well.
                    in_background(partial(actions.settle, race_id, time_now()))
        finally:
            self._working = None

    async def _let_gather(self) -> None:
        loop = asyncio.get_running_loop()
        pause = self._begun + GROUP_SECONDS - loop.time()
        if pause > 0 and len(self._waiting) < settings.PLIES_IN_A_GROUP:
            await asyncio.sleep(pause)
        self._begun = loop.time()

    async def _played(self, group: list[actions.Asked]) -> actions.GroupPlayed:
        # The engine's part here and only the writing in a thread: two threads of one interpreter that both compute
        # hold each other up.
        checked = actions.check_group(group)
        try:
            written = await in_log_thread(actions.write_group, checked) if checked else set()
        except Exception:
            # The connection broke as it was given back, say. Whether it was committed, each finds out alone.
            logger.warning("a group of %d is played one by one", len(group), exc_info=True)
            written = set()
        return actions.finish_group(group, checked, written)

    def _next_group(self) -> list[tuple[actions.Asked, asyncio.Future[PlyMade | None]]]:
        """Take who came first, of each entrant one ply: a second tab's goes with the next group."""
        group: list[tuple[actions.Asked, asyncio.Future[PlyMade | None]]] = []
        later: list[tuple[actions.Asked, asyncio.Future[PlyMade | None]]] = []
        entrants: set[int] = set()
        for one in self._waiting:
            entrant_id = one[0].entrant_id
            if len(group) < settings.PLIES_IN_A_GROUP and entrant_id not in entrants:
                entrants.add(entrant_id)
                group.append(one)
            else:
                later.append(one)
        self._waiting = later
        return group


_gatherings: WeakKeyDictionary[asyncio.AbstractEventLoop, _Gathering] = WeakKeyDictionary()


def _waiting_plies() -> float:
    return sum(gathering.unanswered for gathering in list(_gatherings.values()))


metrics.waiting_plies.set_function(_waiting_plies)
