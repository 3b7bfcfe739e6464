"""A whole attempt as text: headers, then the moves, as readable as a game of chess in PGN.

    [Ruleset "cruel"]
    [Version "1"]
    [Shuffle "1"]
    [Deal "4"]
    [Player "ana"]
    [Date "2026-05-01"]
    [Goal "fewest_moves"]
    [TakeBack "counted"]
    [Result "unfinished"]
    [Score "2"]

    1. 1-f 11-8 r
    unfinished

A deal without a number has `[Seed "…"]`, 64 hex digits, instead of `Deal`. `Player` and `Date` may be `?`. The moves
end with the result, so that a text cut short is noticed. A number may stand before any move, and must be that ply's.
Comments stand among the moves, in braces or from a semicolon to the end of the line; reading leaves them out.
"""

from engine.record.attempt import Record, Result, record_of, result_of, verify
from engine.record.errors import RecordError
from engine.record.reader import read, read_all
from engine.record.writer import write

__all__ = ["Record", "RecordError", "Result", "read", "read_all", "record_of", "result_of", "verify", "write"]
