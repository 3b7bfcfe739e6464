"""The installation before the first game says that it takes minutes, goes on saying something, and fails aloud."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.checkout import ROOT

PIP = """\
#!/bin/sh
case "$*" in *--version) exit 0 ;; esac
echo "Collecting anyio==4.16.0 (from -r some.lock (line 1))"
echo "  Downloading anyio-4.16.0-py3-none-any.whl (122 kB)"
echo "Requirement already satisfied: click==8.4.0"
echo "Installing collected packages: anyio"
[ {code} = 0 ] || echo "ERROR: a hash does not match" >&2
exit {code}
"""


@pytest.mark.parametrize("code", [0, 3])
def test_an_installation_says_that_it_takes_minutes_and_goes_on_in_dots(tmp_path: Path, code: int) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "venv.sh", tmp_path / "scripts")
    (tmp_path / "some.lock").write_text(
        "# made by hand\nanyio==4.16.0 \\\n    --hash=sha256:0\nclick==8.4.0\n"
    )
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PIP.format(code=code))
    python.chmod(0o755)
    done = subprocess.run(
        ["sh", "scripts/venv.sh", "some.lock"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert (
        done.stdout
        == "Installing the 2 packages of some.lock: a few minutes the first time, a dot for each\n"
    )
    # What pip complains of goes its own way, before the dots or among them.
    assert done.stderr.replace("ERROR: a hash does not match\n", "") == ".. and unpacking them\n"
    assert ("a hash does not match" in done.stderr) == (code != 0)
