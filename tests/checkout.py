"""The project's files as git sees them, the new ones not yet committed included."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, relative to its root."""
    # A checkout that belongs to another account, as on some CI machines, is no reason for git to refuse here.
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
    ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(sorted({name for name in listed if name and (ROOT / name).is_file()}))
