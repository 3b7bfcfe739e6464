"""A record's text, read strictly: whatever is not as it must be is refused, with its line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NoReturn, cast

from engine.errors import InvalidMove
from engine.game import Goal, TakeBack
from engine.notation import SLIP_MARK, TAKE_BACK, parse_move
from engine.record.attempt import RESULTS, Place, Record, Result
from engine.record.errors import RecordError
from engine.record.headers import UNKNOWN, VALUES
from engine.shuffle import seed_of_number

LONGEST: Final = 100_000
"""Plies in a record: far above any attempt, low enough that a hostile file costs seconds and not hours."""

_HEADER = re.compile(r'\[([A-Za-z]+) "((?:[^"\\\r\n]++|\\["\\])*+)"\][ \t]*(?:\r?\n|\Z)')
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*")
_WORD = re.compile(r"[^\s{};]+")
_PLY_NUMBER = re.compile(r"([1-9][0-9]{0,6})\.")


def read(text: str) -> Record:
    """Return the one record of a text; raise `RecordError`."""
    reader = _Reader(text)
    if not reader.skip_space():
        raise RecordError("header_expected", (1, 1))
    record = reader.record()
    if reader.skip_space():
        raise RecordError("one_record", reader.place())
    return record


def read_all(text: str) -> Iterator[Record]:
    """Yield the records of a text, one after the other; raise `RecordError` at the first that cannot be read."""
    reader = _Reader(text)
    while reader.skip_space():
        yield reader.record()


class _Reader:
    """Reads records from a text, knowing where it is."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._breaks = [found.end() for found in re.finditer("\n", text)]

    def skip_space(self) -> bool:
        """Go on to the next character that is no space; say whether there is one."""
        if space := _SPACE.match(self._text, self._at):
            self._at = space.end()
        return self._at < len(self._text)

    def record(self) -> Record:
        """Read one record, which starts here."""
        headers, places = self._headers()
        moves = self._moves(headers["Result"], places)
        deal = headers.get("Deal")
        return Record(
            ruleset=headers["Ruleset"],
            version=int(headers["Version"]),
            shuffle=int(headers["Shuffle"]),
            deal=int(deal) if deal else None,
            seed=seed_of_number(int(deal)) if deal else bytes.fromhex(headers["Seed"]),
            player=_known(headers["Player"]),
            date=_known(headers["Date"]),
            goal=cast(Goal, headers["Goal"]),
            take_back=cast(TakeBack, headers["TakeBack"]),
            result=cast(Result, headers["Result"]),
            score=int(headers["Score"]),
            moves=moves,
            places=places,
        )

    def _headers(self) -> tuple[dict[str, str], dict[str | int, Place]]:
        headers: dict[str, str] = {}
        places: dict[str | int, Place] = {}
        start = self._at
        while not headers or (self.skip_space() and self._text[self._at] == "["):
            found = _HEADER.match(self._text, self._at) or self._refuse("header_expected", self._at)
            name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
            if name not in VALUES:
                self._refuse("header_unknown", found.start(1), name=name)
            if name in headers:
                self._refuse("header_twice", found.start(1), name=name)
            if not VALUES[name](value):
                self._refuse("header_value", found.start(2), name=name, value=value)
            headers[name], places[name] = value, self.place(found.start(2))
            self._at = found.end()
        for name in VALUES:
            if name not in headers and name not in ("Deal", "Seed"):
                self._refuse("header_missing", start, name=name)
        if ("Deal" in headers) == ("Seed" in headers):
            self._refuse("deal_or_seed", start)
        return headers, places

    def _moves(self, result: str, places: dict[str | int, Place]) -> tuple[str, ...]:
        moves: list[str] = []
        while self.skip_space():
            if comment := _COMMENT.match(self._text, self._at):
                self._at = comment.end()
                continue
            word = _WORD.match(self._text, self._at) or self._refuse("brace", self._at)
            if word[0] in RESULTS:
                if word[0] != result:
                    self._refuse("result_differs", self._at, found=word[0], said=result)
                self._at = word.end()
                return tuple(moves)
            if number := _PLY_NUMBER.fullmatch(word[0]):
                if int(number[1]) != len(moves) + 1:
                    self._refuse("ply_number", self._at, ply=len(moves) + 1, found=number[1])
            else:
                places[len(moves) + 1] = self.place(self._at)
                moves.append(self._move(word[0], len(moves) + 1))
            self._at = word.end()
        return self._refuse("result_expected", self._at)

    def _move(self, word: str, ply: int) -> str:
        if ply > LONGEST:
            self._refuse("too_long", self._at, limit=LONGEST)
        try:
            if word != TAKE_BACK:
                parse_move(word.removesuffix(SLIP_MARK))
        except InvalidMove as refusal:
            self._refuse("move", self._at, ply=ply, why=str(refusal))
        return word

    def place(self, at: int | None = None) -> Place:
        """Return line and column of a character, or of the next one to be read."""
        at = self._at if at is None else at
        line = bisect_right(self._breaks, at)
        return line + 1, at - (self._breaks[line - 1] if line else 0) + 1

    def _refuse(self, code: str, at: int, **params: str | int) -> NoReturn:
        raise RecordError(code, self.place(at), **params)


def _known(value: str) -> str | None:
    return None if value == UNKNOWN else value
