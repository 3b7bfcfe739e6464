"""What a browser knows of a race, from the messages that came: as socket.js puts them together."""

from __future__ import annotations

from typing import Any

FACTS = ("plies", "progress", "redeals", "score", "slips")
LIVE = ("race", "practice")


def merged(known: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return what is known of a race after a `race` or a `progress` message; `known` may be empty."""
    if message["type"] == "progress":
        return _with_progress(known, message["entrants"]) if known else known
    if not known or known["kind"] not in LIVE:
        return message if message["version"] >= known.get("version", -1) else known
    if message["changes"] < known["changes"]:
        return known
    lines = {line["id"]: line for line in known["entrants"]}
    entrants = [
        line if lines.get(line["id"], line)["plies"] <= line["plies"] else lines[line["id"]]
        for line in message["entrants"]
    ]
    return _counted({**message, "entrants": entrants})


def _with_progress(known: dict[str, Any], progress: list[list[int]]) -> dict[str, Any]:
    told = {who: dict(zip(FACTS, facts, strict=True)) for who, *facts in progress}
    entrants = [
        {**line, **told[line["id"]]}
        if line["id"] in told and told[line["id"]]["plies"] > line["plies"]
        else line
        for line in known["entrants"]
    ]
    return _counted({**known, "entrants": entrants})


def _counted(race: dict[str, Any]) -> dict[str, Any]:
    return {**race, "version": race["changes"] + sum(line["plies"] for line in race["entrants"])}
