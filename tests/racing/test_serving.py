"""What our server does otherwise than uvicorn: how it sends texts, and when it stops to read."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from racing.serve import MESSAGES_WAITING, Sockets, text_frame
from tests.load.echo import application


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_of_any_length_is_a_frame_that_a_library_reads(size: int) -> None:
    text = "ж"[: size % 2] + "x" * (size - 2 * (size % 2)) if size > 1 else "x" * size
    assert len(text.encode()) == size
    client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN)
    client.receive_data(text_frame(text) + text_frame("next"))
    frames = client.events_received()
    assert [(frame.opcode, frame.fin, frame.data.decode()) for frame in frames] == [
        (Opcode.TEXT, True, text),
        (Opcode.TEXT, True, "next"),
    ]


async def test_nothing_more_is_read_of_a_client_of_whom_several_messages_wait() -> None:
    config = uvicorn.Config(application, ws_per_message_deflate=False, log_config=None)
    config.load()
    socket = Sockets(config, ServerState(), {})
    socket.transport = Mock()
    socket.transport.is_closing.return_value = False

    def arrives() -> None:
        socket.curr_msg_data_type, socket.frames = "text", [b"{}"]
        socket.send_receive_event_to_app()

    for _ in range(MESSAGES_WAITING - 1):
        arrives()
    socket.transport.pause_reading.assert_not_called()
    arrives()
    arrives()
    socket.transport.pause_reading.assert_called_once()
    for _ in range(MESSAGES_WAITING):
        await socket.receive()
    socket.transport.resume_reading.assert_not_called()
    await socket.receive()
    socket.transport.resume_reading.assert_called_once()
