"""What Chromium traces of itself."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import CDPSession


def stopped(session: CDPSession) -> list[dict[str, Any]]:
    """Stop tracing and return the events."""
    done: list[Any] = []
    session.on("Tracing.tracingComplete", lambda event: done.append(event))
    session.send("Tracing.end")
    while not done:
        session.send("Runtime.evaluate", {"expression": "0"})
    text = ""
    while True:
        part = session.send("IO.read", {"handle": done[0]["stream"]})
        text += part["data"]
        if part["eof"]:
            events: list[dict[str, Any]] = json.loads(text)["traceEvents"]
            return events
