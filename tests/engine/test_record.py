"""Attempts as text, there and back, and what a strict reader refuses."""

import random
from collections.abc import Callable
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.record
from engine.game import History
from engine.record import Record, RecordError, read, read_all, record_of, result_of, verify, write
from engine.record.reader import LONGEST
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from tests.engine.playing import after_vector, histories, played

TEXT = """\
[Ruleset "cruel"]
[Version "1"]
[Shuffle "1"]
[Deal "1"]
[Player "ana"]
[Date "2026-05-01"]
[Goal "fewest_moves"]
[TakeBack "counted"]
[Result "unfinished"]
[Score "5"]

1. r 1-4 10-f 12-11 u u
unfinished
"""


def test_a_record_is_written_like_this() -> None:
    history = played("cruel", "r 1-4 10-f 12-11 u u")
    assert write(record_of(history, deal=1, player="ana", date="2026-05-01")) == TEXT


def test_a_record_is_read_and_verified() -> None:
    record = read(TEXT)
    assert (record.player, record.deal, record.seed, record.score) == ("ana", 1, seed_of_number(1), 5)
    assert record.moves == ("r", "1-4", "10-f", "12-11", "u", "u")
    assert verify(record).log == record.moves


def test_lines_may_end_as_on_other_systems() -> None:
    assert read(TEXT.replace("\n", "\r\n")) == read(TEXT)


def test_the_example_in_the_documentation_holds() -> None:
    example = dedent((engine.record.__doc__ or "").split("\n\n", 1)[1].split("\n\nA deal without")[0])
    assert verify(read(example)).log == ("1-f", "11-8", "r")


def test_long_records_have_short_lines_and_numbers_to_find_ones_way() -> None:
    text = write(record_of(after_vector("alternations", 3, 481), deal=1))
    assert max(map(len, text.splitlines())) <= 80
    assert " 471. " in text or "\n471. " in text
    assert verify(read(text)).won


@settings(max_examples=40)
@given(
    history=histories(),
    player=st.none() | st.from_regex(r'[ab"\\é\[\]{};]( ?[ab"\\é\[\]{};]){0,8}', fullmatch=True),
    date=st.none() | st.dates().map(str),
    numbered=st.booleans(),
)
def test_text_and_record_are_the_same_there_and_back(
    history: History, player: str | None, date: str | None, numbered: bool
) -> None:
    if numbered:
        history = played(history.ruleset.key, "", 7, history.take_back)
    record = record_of(history, deal=7 if numbered else None, player=player, date=date)
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert verify(read(text)).table == history.table


def test_comments_may_stand_among_the_moves() -> None:
    commented = TEXT.replace("1. r 1-4", "{ana begins;\nwith a redeal} 1. r;why not\n {} 2. 1-4")
    assert read(commented) == read(TEXT)


def test_the_layout_of_the_moves_does_not_matter() -> None:
    assert read(TEXT.replace("1. r 1-4", "\n  1. r\t\r\n2. 1-4")) == read(TEXT)


def test_many_records_follow_each_other() -> None:
    records = list(read_all(TEXT + TEXT + "\n" + TEXT.replace("ana", "boris")))
    assert [record.player for record in records] == ["ana", "ana", "boris"]
    assert list(read_all("  \n")) == []


WRONG = [
    ("", "header_expected", (1, 1), lambda text: ""),
    ("a word before", "header_expected", (1, 1), lambda text: "x" + text),
    (
        "a header of no form",
        "header_expected",
        (3, 1),
        lambda text: text.replace('[Shuffle "1"]', "[Shuffle 1]"),
    ),
    (
        "two headers in a line",
        "header_expected",
        (1, 1),
        lambda text: text.replace('"cruel"]\n', '"cruel"] '),
    ),
    ("an unknown header", "header_unknown", (5, 2), lambda text: text.replace("Player", "Palyer")),
    ("a header twice", "header_twice", (6, 2), lambda text: text.replace("[Date", '[Player "boris"]\n[Date')),
    ("a header missing", "header_missing", (1, 1), lambda text: text.replace('[Score "5"]\n', "")),
    ("a date of no calendar", "header_value", (6, 8), lambda text: text.replace("05-01", "02-30")),
    ("a score of no number", "header_value", (10, 9), lambda text: text.replace('"5"', '"5.0"')),
    ("a goal of no race", "header_value", (7, 8), lambda text: text.replace("fewest_moves", "slowest")),
    ("a result of no attempt", "header_value", (9, 10), lambda text: text.replace('"unfinished"', '"drawn"')),
    ("a deal of no number", "header_value", (4, 8), lambda text: text.replace('Deal "1"', 'Deal "0"')),
    ("a deal too large", "header_value", (4, 8), lambda text: text.replace('Deal "1"', f'Deal "{2**63}"')),
    ("a seed too short", "header_value", (4, 8), lambda text: text.replace('Deal "1"', 'Seed "ab"')),
    ("neither deal nor seed", "deal_or_seed", (1, 1), lambda text: text.replace('[Deal "1"]\n', "")),
    ("another ruleset", "header_value", (1, 11), lambda text: text.replace('"cruel"', '"klondike"')),
    ("another version", "version_unknown", (2, 11), lambda text: text.replace('Version "1"', 'Version "2"')),
    ("another shuffle", "version_unknown", (3, 11), lambda text: text.replace('Shuffle "1"', 'Shuffle "9"')),
    ("an unreadable move", "move", (12, 6), lambda text: text.replace("1-4", "1--4")),
    ("a move of another spelling", "move", (12, 6), lambda text: text.replace("1-4", "1-4x1")),
    ("an illegal move", "move", (12, 6), lambda text: text.replace("1-4", "1-2")),
    (
        "too many take-backs",
        "move",
        (12, 29),
        lambda text: text.replace("u u", "u u u u u").replace('5"', '9"'),
    ),
    ("another number", "ply_number", (12, 6), lambda text: text.replace(" 1-4", " 3. 1-4")),
    ("an open comment", "brace", (12, 6), lambda text: text.replace("1-4", "{1-4")),
    ("a comment closed twice", "brace", (12, 6), lambda text: text.replace("1-4", "} 1-4")),
    ("no end", "result_expected", (13, 1), lambda text: text.removesuffix("unfinished\n")),
    ("half a word at the end", "move", (13, 1), lambda text: text.removesuffix("ished\n")),
    ("another end", "result_differs", (13, 1), lambda text: text.removesuffix("unfinished\n") + "won\n"),
    ("a result not reached", "result_wrong", (9, 10), lambda text: text.replace("unfinished", "won")),
    ("a score not reached", "score_wrong", (10, 9), lambda text: text.replace('"5"', '"4"')),
    ("a score gone past", "score_wrong", (10, 9), lambda text: text.replace('"5"', '"6"')),
    ("a second record", "one_record", (14, 1), lambda text: text + text),
]


@pytest.mark.parametrize(
    ("code", "place", "spoil"), [case[1:] for case in WRONG], ids=[case[0] or "nothing" for case in WRONG]
)
def test_what_is_wrong_is_told_with_its_line_and_column(
    code: str, place: tuple[int, int], spoil: Callable[[str], str]
) -> None:
    with pytest.raises(RecordError) as refusal:
        verify(read(spoil(TEXT)))
    assert (refusal.value.code, (refusal.value.line, refusal.value.column)) == (code, place)
    assert str(refusal.value).startswith(f"line {place[0]}, column {place[1]}: ")


def test_an_illegal_move_says_why() -> None:
    with pytest.raises(RecordError, match=r"Ply 2: .* does not fit on "):
        verify(read(TEXT.replace("1-4", "1-2")))


def test_a_slip_must_be_written_as_one() -> None:
    text = write(record_of(played("clock", "7 10"), deal=1))
    assert "1. 7? 10" in text
    assert verify(read(text)).slips == 1
    with pytest.raises(RecordError, match=r"Ply 1: .* a log writes it “7\?”"):
        verify(read(text.replace("7?", "7")))


def test_a_record_too_long_is_not_read_to_its_end() -> None:
    with pytest.raises(RecordError) as refusal:
        read(TEXT.replace("1-4", "r " * LONGEST))
    assert refusal.value.code == "too_long"


def test_a_name_that_no_reader_would_take_is_not_written() -> None:
    for name in ("ana\nboris", " ana", "\x07"):
        with pytest.raises(ValueError, match="Player"):
            write(record_of(played("cruel", ""), player=name))


def test_a_blocked_attempt_is_lost_and_a_won_one_won() -> None:
    assert result_of(after_vector("clock", 0, 42)) == "lost"
    assert result_of(after_vector("clock", 0, 41)) == "unfinished"
    assert result_of(after_vector("clock", 3, 52)) == "won"


@settings(max_examples=200)
@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.text(alphabet='[]"{};1-f x\n\\?', max_size=4))
def test_a_spoilt_text_is_read_the_same_or_refused_in_its_place(at: int, cut: int, put: str) -> None:
    spoilt = TEXT[:at] + put + TEXT[at + cut :]
    lines = spoilt.split("\n")
    if (refused := refusal_of(spoilt)) is None:
        assert read(write(read(spoilt))) == read(spoilt)
    else:
        assert 1 <= refused.line <= len(lines)
        assert 1 <= refused.column <= len(lines[refused.line - 1]) + 1


def refusal_of(text: str) -> RecordError | None:
    try:
        read(text)
    except RecordError as refusal:
        return refusal
    return None


def test_a_record_of_a_secret_seed_names_it() -> None:
    seed = random.Random(1).randbytes(32)
    history = History(find_ruleset("ripple-fan"), seed)
    text = write(record_of(history))
    assert f'[Seed "{seed.hex()}"]' in text
    assert isinstance(read(text), Record)
    assert verify(read(text)).table == history.table
