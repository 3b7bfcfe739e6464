"""Verifies files of records."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO

from engine.record import RecordError, read_all, verify

BAR: Final = 30
"""Characters of the progress bar."""


def verify_files(paths: Iterable[str], out: TextIO, bar: TextIO | None = None) -> bool:
    """Write what is wrong with the records of each file, or how many hold; say whether all of them do.

    A record whose moves or result are wrong is told and the next one read; a text that cannot be read any further ends
    its file. `-` is the standard input. The progress goes to `bar`, if there is one.
    """
    hold = True
    for path in paths:
        hold = _verify_file(path, out, bar) and hold
    return hold


def _verify_file(path: str, out: TextIO, bar: TextIO | None) -> bool:
    try:
        text = Path("/dev/stdin" if path == "-" else path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        out.write(f"{path}: {error}\n")
        return False
    expected = text.count("[Ruleset ")
    held = wrong = 0
    try:
        for record in read_all(text):
            try:
                verify(record)
                held += 1
            except RecordError as error:
                wrong += 1
                _say(out, bar, path, str(error))
            _show(bar, path, held + wrong, expected)
    except RecordError as error:
        wrong += 1
        _say(out, bar, path, str(error))
    if not held + wrong:
        wrong = 1
        _say(out, bar, path, "there is no record in it")
    _clear(bar)
    out.write(f"{path}: {held} of {max(expected, held + wrong)} records hold\n")
    return not wrong


def _say(out: TextIO, bar: TextIO | None, path: str, what: str) -> None:
    _clear(bar)
    out.write(f"{path}: {what}\n")


def _show(bar: TextIO | None, path: str, done: int, expected: int) -> None:
    # Drawn a hundred times at most: drawing must not cost more than verifying.
    if bar and (done == expected or done % max(1, expected // 100) == 0):
        share = done / max(expected, done)
        filled = int(BAR * share)
        bar.write(f"\r{path}: [{'#' * filled}{' ' * (BAR - filled)}] {share:4.0%}")
        bar.flush()


def _clear(bar: TextIO | None) -> None:
    if bar:
        bar.write("\r\x1b[K")
        bar.flush()
