"""The one reader of frames."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SENTENCES
from racing.engine_words import ENGINE_SENTENCES
from racing.messages import MAX_FRAME_BYTES, Ping, Play, Ready, RefusedFrame, Resign, parse
from racing.refusals import REFUSALS, Refused


def code_of(text: str) -> str:
    with pytest.raises(RefusedFrame) as refused:
        parse(text)
    assert refused.value.sentence()
    return refused.value.code


def test_a_frame_becomes_a_typed_command() -> None:
    assert parse('{"do":"play","ply":18,"move":"3-5x4"}') == Play(do="play", ply=18, move="3-5x4")
    assert parse(' {"do": "ready", "ready": false} ') == Ready(do="ready", ready=False)
    assert parse('{"do":"resign"}') == Resign(do="resign")
    assert parse('{"do":"ping","version":0,"ply":0}') == Ping(do="ping", version=0, ply=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "{",
        '{"do":"play","ply":NaN,"move":"r"}',
        '{"do":"ping","version":Infinity,"ply":0}',
        '{"do":"ping","version":-Infinity,"ply":0}',
        '{"do":"resign","do":"play"}',
        "[" * 5000,
        '{"do":' * 1000,
        '{"do":"ping","ply":0,"version":' + "9" * 5000 + "}",
        '{"do":"play","ply":1,"move":"\ud800"}',
    ],
)
def test_what_is_no_json_text_is_refused(text: str) -> None:
    assert code_of(text) == "bad_frame"


def test_a_frame_of_more_than_8_kb_is_refused_by_its_bytes() -> None:
    assert code_of('{"do":"' + "x" * MAX_FRAME_BYTES + '"}') == "frame_too_large"
    assert code_of('{"do":"' + "ы" * (MAX_FRAME_BYTES // 2) + '"}') == "frame_too_large"
    assert code_of('{"do":"' + "x" * (MAX_FRAME_BYTES - 9) + '"}') == "unknown_do"


@pytest.mark.parametrize(
    "text",
    ["null", "17", '"play"', "[]", "{}", '{"do":null}', '{"do":["play"]}', '{"do":"cheat"}', '{"do":"Play"}'],
)
def test_what_is_nothing_to_do_is_refused(text: str) -> None:
    assert code_of(text) == "unknown_do"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"do":"play","ply":1}', "move"),
        ('{"do":"play","move":"r"}', "ply"),
        ('{"do":"play","ply":"1","move":"r"}', "ply"),
        ('{"do":"play","ply":1.0,"move":"r"}', "ply"),
        ('{"do":"play","ply":true,"move":"r"}', "ply"),
        ('{"do":"play","ply":0,"move":"r"}', "ply"),
        ('{"do":"play","ply":-1,"move":"r"}', "ply"),
        ('{"do":"play","ply":2147483648,"move":"r"}', "ply"),
        ('{"do":"play","ply":1,"move":""}', "move"),
        ('{"do":"play","ply":1,"move":7}', "move"),
        ('{"do":"play","ply":1,"move":null}', "move"),
        ('{"do":"play","ply":1,"move":["r"]}', "move"),
        ('{"do":"play","ply":1,"move":"r\\n"}', "move"),
        ('{"do":"play","ply":1,"move":"r\\u0000"}', "move"),
        ('{"do":"play","ply":1,"move":"\\ud800"}', "move"),
        ('{"do":"play","ply":1,"move":"т"}', "move"),
        ('{"do":"play","ply":1,"move":"12345678901234567"}', "move"),
        ('{"do":"play","ply":1,"move":"r","entrant":7}', "?"),
        ('{"do":"ready"}', "ready"),
        ('{"do":"ready","ready":1}', "ready"),
        ('{"do":"ready","ready":"yes"}', "ready"),
        ('{"do":"resign","sure":true}', "?"),
        ('{"do":"ping","version":-1,"ply":0}', "version"),
        ('{"do":"ping","version":1e3,"ply":0}', "version"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(text: str, field: str) -> None:
    with pytest.raises(RefusedFrame) as refused:
        parse(text)
    assert refused.value.code == "bad_message"
    assert refused.value.params == {"field": field}
    assert refused.value.do == json.loads(text)["do"]


def test_a_refused_play_still_says_which_ply_it_was() -> None:
    with pytest.raises(RefusedFrame) as refused:
        parse('{"do":"play","ply":5,"move":"no move at all"}')
    assert (refused.value.do, refused.value.ply) == ("play", 5)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
FIELDS = st.dictionaries(
    st.sampled_from(["do", "ply", "move", "ready", "version", "extra"]),
    JSON | st.sampled_from(["play", "ready", "start", "leave", "resign", "rematch", "resync", "ping"]),
)


@given(st.text() | JSON.map(json.dumps) | FIELDS.map(json.dumps))
def test_any_text_is_a_command_or_a_refusal_and_nothing_else(text: str) -> None:
    try:
        command = parse(text)
    except RefusedFrame:
        return
    # What was read is what was sent, and nothing more.
    assert parse(command.model_dump_json()) == command
    assert json.loads(text) == command.model_dump()


def test_every_code_has_a_sentence_that_its_own_parameters_fill() -> None:
    class Anything(dict[str, str]):
        def __missing__(self, key: str) -> str:
            return "7"

    for code, refusal in REFUSALS.items():
        assert code.replace("_", "").isalpha() and code.islower()
        assert str(refusal.sentence).format_map(Anything()).strip().endswith(".")


def test_the_engine_s_sentences_are_all_here_for_translation() -> None:
    assert ENGINE_SENTENCES == SENTENCES
    assert not set(ENGINE_SENTENCES) & set(REFUSALS)


def test_a_code_that_is_not_listed_cannot_be_refused_with() -> None:
    with pytest.raises(LookupError):
        Refused("because")
