"""The one search that a socket may have under way: a hint or a verdict, told when it is there, stopped when asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from racing import hints, verdicts
from racing.messages import Hint, HintNews, Message, Verdict, VerdictNews
from racing.refusals import Refused
from racing.sockets import GoneError

logger = logging.getLogger(__name__)

Tell = Callable[[Message], Awaitable[None]]
Refuse = Callable[[Refused, str, int | None], Awaitable[None]]


class Searching:
    """Runs beside the socket's commands, which never wait for it. A new search takes the place of the last."""

    def __init__(self, tell: Tell, refuse: Refuse) -> None:
        self._tell = tell
        self._refuse = refuse
        self._command: Hint | Verdict | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, command: Hint | Verdict, entrant_id: int) -> None:
        """Search for what the command asks for."""
        self.cancel()
        self._command = command
        self._task = asyncio.create_task(self._run(command, entrant_id))

    async def stop(self) -> None:
        """Stop the search, if one is under way, and say so."""
        if self._task is None or self._task.done():
            return
        self.cancel()
        if isinstance(self._command, Hint):
            await self._tell(HintNews(ply=self._command.ply, status="stopped"))
        else:
            await self._tell(VerdictNews(status="stopped"))

    def cancel(self) -> None:
        """Stop the search, if one is under way, and say nothing."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, command: Hint | Verdict, entrant_id: int) -> None:
        ply = command.ply if isinstance(command, Hint) else None
        try:
            try:
                if isinstance(command, Hint):
                    await hints.hint(entrant_id, command.ply, self._tell)
                else:
                    await verdicts.verdict(entrant_id, self._tell)
            except Refused as refused:
                await self._refuse(refused, command.do, ply)
        except GoneError:
            pass  # the next message to this client finds out as well
        except Exception:
            logger.exception("error in %s", command.do)
            await self._refuse(Refused("internal"), command.do, ply)
