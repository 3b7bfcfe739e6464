"""Who may search, and when: a few solver processes, a queue of bounded length, and a thread for each process.

Threads and not the event loop's own subprocesses: so it is the same under daphne, under uvicorn and in a management
command, and a process that hangs can be ended without anybody waiting for it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from concurrent.futures import Future
from pathlib import Path

from racing import metrics
from racing.solving.handle import DiedError, Handle, SlowError, TroubleError
from racing.solving.searches import Found, Search

logger = logging.getLogger(__name__)

# What people wait for; more than this would be answered too late to be of use.
QUEUE = 16
# What nobody waits for: par searches, deals to be kept ready.
BACKLOG = 200
# How often work that nobody waits for makes way before it is let through.
MOST_YIELDS = 5
# A process that was killed was perhaps not killed for this search: it is tried once more.
TRIES = 2
# Between two attempts at starting a process that does not start.
PAUSE_SECONDS = 10.0


class Unavailable(Exception):
    """The solver does not take this search, or lost it; ``code`` is that of a refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Job:
    """A search on its way. Wait for `result`, from any thread; `stop` when nobody wants it any more."""

    def __init__(self, pool: SolverPool, search: Search, urgent: bool) -> None:
        self.search = search
        self.urgent = urgent
        self.result: Future[Found] = Future()
        self.tries = self.yields = 0
        self.stopped = self.yielding = False
        self._pool = pool

    def stop(self) -> None:
        """End the search: what was found so far is its result, or it is cancelled if it has not begun."""
        self._pool.stop(self)


class SolverPool:
    """The solver processes of this process. They start with `start`, and end with this process."""

    def __init__(self, processes: int, memory: int, cache: Path) -> None:
        """Take ``memory`` bytes for the tables of each process, and a folder for compiled code."""
        self._changed = threading.Condition()
        self._urgent: deque[Job] = deque()
        self._later: deque[Job] = deque()
        self._running: dict[Handle, Job | None] = {}
        self._handles = [Handle(memory, cache) for _ in range(processes)]
        self._threads: list[threading.Thread] = []
        self._started = self._closed = False
        self.is_warm = False
        """Whether a search has ever been possible: compiling takes a minute, once on a machine."""

    @property
    def size(self) -> int:
        """How many searches can run at the same time."""
        return len(self._handles)

    def start(self) -> None:
        """Start the processes. Again is no harm."""
        with self._changed:
            if self._started:
                return
            self._started = True
        for handle in self._handles:
            thread = threading.Thread(target=self._serve, args=(handle,), daemon=True, name="racing-solver")
            self._threads.append(thread)
            thread.start()

    def wait_until_warm(self, seconds: float) -> bool:
        """Start, and wait until a search is possible; False when that takes longer than ``seconds``."""
        self.start()
        with self._changed:
            return self._changed.wait_for(lambda: self.is_warm, seconds)

    def close(self) -> None:
        """End the processes; what was asked is cancelled."""
        with self._changed:
            self._closed = True
            waiting = [*self._urgent, *self._later]
            self._urgent.clear()
            self._later.clear()
            self._changed.notify_all()
        for job in waiting:
            job.result.cancel()
        for handle in self._handles:
            handle.end()
        for thread in self._threads:
            thread.join(10)

    def pids(self) -> list[int]:
        """Return the ids of the processes that run now."""
        return [handle.pid for handle in self._handles if handle.pid]

    @property
    def is_busy(self) -> bool:
        """Whether anything is searched or waits to be."""
        with self._changed:
            return bool(self._urgent or self._later or any(self._running.values()))

    def load(self) -> dict[str, int]:
        """Return how many searches are waited for, can wait, and run."""
        with self._changed:
            running = sum(job is not None for job in self._running.values())
            return {"waited_for": len(self._urgent), "can_wait": len(self._later), "running": running}

    def ask(self, search: Search, *, urgent: bool = True) -> Job:
        """Queue a search. Raises Unavailable at once when there is no room or no solver.

        Not urgent: it waits until nobody waits for anything else, and makes way when somebody does.
        """
        if not self._handles:
            raise Unavailable("solver_off")
        self.start()
        job = Job(self, search, urgent)
        with self._changed:
            if urgent and not self.is_warm:
                raise Unavailable("solver_warming")
            line, room = (self._urgent, QUEUE) if urgent else (self._later, BACKLOG)
            if len(line) >= room or self._closed:
                raise Unavailable("solver_busy")
            line.append(job)
            if urgent and all(self._running.values()):
                self._make_way()
            self._changed.notify()
        return job

    def stop(self, job: Job) -> None:
        """See `Job.stop`."""
        with self._changed:
            job.stopped = True
            for line in (self._urgent, self._later):
                if job in line:
                    line.remove(job)
                    job.result.cancel()
                    return
            for handle, running in self._running.items():
                if running is job:
                    handle.stop()

    def _make_way(self) -> None:
        for handle, job in self._running.items():
            if job and not job.urgent and not job.yielding and job.yields < MOST_YIELDS:
                job.yielding = True
                handle.stop()
                return

    def _serve(self, handle: Handle) -> None:
        try:
            self._warm_up(handle)
            while (job := self._next(handle)) is not None:
                try:
                    self._search(handle, job)
                except Exception:  # This thread is the process's only keeper.
                    logger.exception("error in a solver's thread")
                    self._fail(job, "solver_failed")
        finally:
            handle.end_process()

    def _warm_up(self, handle: Handle) -> None:
        while not self._closed:
            try:
                handle.begin()
            except DiedError:
                if not handle.is_ended:
                    logger.exception("a solver process did not start")
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, PAUSE_SECONDS)
                continue
            with self._changed:
                self.is_warm = True
                self._changed.notify_all()
            return

    def _next(self, handle: Handle) -> Job | None:
        with self._changed:
            self._running[handle] = None
            while not self._closed:
                for line in (self._urgent, self._later):
                    if line:
                        handle.number += 1
                        self._running[handle] = line[0]
                        return line.popleft()
                self._changed.wait()
        return None

    def _search(self, handle: Handle, job: Job) -> None:
        if job.tries == 0 and job.yields == 0 and not job.result.set_running_or_notify_cancel():
            return
        job.tries += 1
        kind = "waited_for" if job.urgent else "can_wait"
        try:
            found = handle.search(job.search)
        except SlowError:
            logger.warning("a search of %s did not end in time", job.search.ruleset)
            found = Found(outcome="open", seed=job.search.seed or "")
        except DiedError:
            if job.stopped:
                # Nobody waits for it any more, and it found nothing: that is no failure.
                job.result.set_result(Found(outcome="open", seed=job.search.seed or ""))
            elif self._closed or job.tries >= TRIES:
                self._fail(job, "solver_failed")
            else:
                self._again(job)
            return
        except TroubleError as trouble:
            logger.error("a search of %s failed: %s", job.search.ruleset, trouble)
            self._fail(job, "solver_failed")
            return
        metrics.solver_seconds.labels(kind, found.outcome).observe(found.seconds)
        metrics.solver_nodes.inc(found.nodes)
        # A low score that was cut short is not yet the lowest that there is time for.
        is_done = found.outcome != "open" and (not job.search.shortest or found.score == found.bound)
        if job.yielding and not job.stopped and not is_done:
            job.yielding = False
            job.yields += 1
            job.tries = 0
            self._again(job)
        else:
            job.result.set_result(found)

    def _again(self, job: Job) -> None:
        with self._changed:
            (self._urgent if job.urgent else self._later).appendleft(job)
            self._changed.notify()

    def _fail(self, job: Job, code: str) -> None:
        metrics.solver_failures.inc()
        if not job.result.done():
            job.result.set_exception(Unavailable(code))
