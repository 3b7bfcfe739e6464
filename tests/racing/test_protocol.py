"""docs/protocol.md says what racing/messages.py does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from racing import consumers, known, messages, sockets
from racing.refusals import REFUSALS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text()
NAMED = set(re.findall(r"`([a-z_]+)`", PAGE))
SHAPES = [
    shape
    for shape in vars(messages).values()
    if isinstance(shape, type) and issubclass(shape, messages.Message) and shape is not messages.Message
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_field_and_every_name_of_a_message_is_in_the_document(shape: type[BaseModel]) -> None:
    fields = set(shape.model_fields) - {"do", "type"}
    kinds = {
        name
        for field in ("do", "type")
        if field in shape.model_fields
        for name in get_args(shape.model_fields[field].annotation)
        if isinstance(name, str)
    }
    assert fields | kinds <= NAMED


def test_every_code_of_a_refusal_is_in_the_document() -> None:
    assert set(REFUSALS) <= NAMED


def test_every_close_code_of_ours_is_in_the_document() -> None:
    own = (consumers.NO_SUCH_RACE, known.TOO_FAST, consumers.TOO_LARGE, consumers.TRY_AGAIN)
    ours = {*own, known.SOMEBODY_ELSE, sockets.TOO_SLOW}
    assert {str(code) for code in ours} <= set(re.findall(r"\b4\d{3}\b", PAGE))


def test_no_message_lets_a_field_in_that_it_does_not_know() -> None:
    assert all(shape.model_config["extra"] == "forbid" for shape in SHAPES)
