"""The server's end of one solver process: start it, ask it, stop what it does, end it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from racing.solving.searches import Found, Search

ROOT = Path(__file__).resolve().parent.parent.parent
# Compiling everything on a slow and busy machine; after that a process starts within seconds.
WARM_SECONDS = 900.0
# A search looks at its clock every few milliseconds, but the lowest priority may have to wait for a turn.
GRACE_SECONDS = 20.0


class DiedError(Exception):
    """The process ended, whoever ended it."""


class SlowError(Exception):
    """The process did not answer in time, and was ended."""


class TroubleError(Exception):
    """The search itself failed, as the process says."""


class Handle:
    """One solver process, used by one thread; only `stop` and `end` are for others."""

    def __init__(self, memory: int, cache: Path) -> None:
        self._command = [sys.executable, "-m", "racing.solving.process", str(memory), str(cache)]
        self._cache = cache
        self._process: subprocess.Popen[bytes] | None = None
        self._writing = threading.Lock()
        self.number = 0
        """Of the search that runs, or that is about to be sent: whoever gives this process work counts."""
        self._stopped = -1
        self._rest = b""
        self.is_ended = False

    @property
    def pid(self) -> int | None:
        """The id of the process, None when none runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def begin(self) -> None:
        """Start the process unless it runs, and wait until it can search. Raises DiedError."""
        if self.pid:
            return
        if self.is_ended:
            raise DiedError
        self.end_process()
        self._rest = b""
        self._process = subprocess.Popen(  # noqa: S603  # our own interpreter and module, no shell
            self._command,
            cwd=ROOT,
            env=self._environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A session of its own: Ctrl-C ends the server, and the closed pipe then ends this.
            start_new_session=True,
        )
        try:
            self._read(WARM_SECONDS)
        except SlowError:
            raise DiedError from None

    def _environment(self) -> dict[str, str]:
        # One thread and no more: the arithmetic libraries would each make one for every core, with memory for it.
        alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        # Nothing else of the server's environment: it holds the keys to everything.
        return {**kept, **alone, "NUMBA_CACHE_DIR": str(self._cache)}

    def search(self, search: Search) -> Found:
        """Return what the search found. Raises DiedError, SlowError or TroubleError; the next one starts anew."""
        self.begin()
        self._write({"number": self.number, "search": json.loads(search.line())})
        if self._stopped == self.number:
            # It was asked to stop while its process was being started, and could not be told.
            self.stop()
        content = self._read(search.seconds + GRACE_SECONDS)
        if "trouble" in content:
            raise TroubleError(content["trouble"])
        return Found.of(content["found"])

    def stop(self) -> None:
        """Let the search end that runs now: it then answers with what it has found."""
        self._stopped = self.number
        # Of a process that is gone whoever waits for the answer finds out as well.
        with suppress(DiedError):
            self._write({"stop": self.number})

    def end(self) -> None:
        """End the process for good; for another thread than its own, which then cleans up."""
        self.is_ended = True
        if self._process:
            self._process.kill()

    def end_process(self) -> None:
        """End the process if it runs, and leave nothing of it."""
        process = self._process
        if process is None:
            return
        process.kill()
        process.wait()
        with self._writing:
            self._process = None
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    # What was still to be written is for nobody.
                    with suppress(OSError):
                        pipe.close()

    def _write(self, content: dict[str, Any]) -> None:
        with self._writing:
            if self._process is None or self._process.stdin is None:
                raise DiedError
            try:
                self._process.stdin.write(json.dumps(content).encode() + b"\n")
                self._process.stdin.flush()
            except OSError:
                raise DiedError from None

    def _read(self, seconds: float) -> dict[str, Any]:
        assert self._process and self._process.stdout
        deadline = time.monotonic() + seconds
        out = self._process.stdout.fileno()
        # Not select, which knows no more than 1024 files: a server has a socket for every player.
        ready = select.poll()
        ready.register(out, select.POLLIN)
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not ready.poll(left * 1000):
                self.end_process()
                raise SlowError
            came = os.read(out, 1 << 16)
            if not came:
                self.end_process()
                raise DiedError
            self._rest += came
        line, self._rest = self._rest.split(b"\n", 1)
        content: dict[str, Any] = json.loads(line)
        return content
