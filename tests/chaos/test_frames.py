"""Any sequence of frames, good and hostile: typed answers or a proper close code, and a consumer that goes on."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from racing.engine_words import ENGINE_SENTENCES
from racing.refusals import REFUSALS
from racing.serve import LARGEST_FRAME
from tests.load.games import endless, won_game
from tests.load.onsite import prepare, verify
from tests.servers import Site

DEAL, MOVES = won_game("cruel")
ANSWERS = {"welcome", "table", "ply", "race", "progress", "refused", "pong", "hint", "verdict", "reaction"}
# Unsupported data, not UTF-8, far too large; ours: too large, too fast.
CLOSES = {1003, 1007, 1009, 4413, 4429}
CODES = {*REFUSALS, *ENGINE_SENTENCES}
SECONDS = 60

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
commands = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["play", "ready", "start", "leave", "begin", "react", "hint", "verdict", "nothing"]
        )
    },
    optional={
        "ply": values,
        "move": values,
        "ready": values,
        "reaction": values,
        "version": values,
        "x": values,
    },
)


class Frames(RuleBasedStateMachine):
    """One entrant, one tab after another, and what it was told."""

    site: ClassVar[Site]
    acked: ClassVar[dict[int, dict[int, str]]]

    @initialize()
    def a_race(self) -> None:
        """Sit down in a race of one's own that runs."""
        (self.race,) = prepare(self.site, racers=2, deal=DEAL, start=True)
        self.entrant = self.race["entrants"][0]
        self.log: dict[int, str] = self.acked.setdefault(self.entrant["id"], {})
        self.lines = ExitStack()
        self.line = self.dial()

    def dial(self) -> ClientConnection:
        url = self.site.url.replace("http", "ws")
        headers = {"Cookie": self.entrant["cookie"]}
        line = connect(
            f"{url}/ws/r/{self.race['code']}/",
            origin=Origin(self.site.url),
            additional_headers=headers,
            proxy=None,
            compression=None,
            open_timeout=SECONDS,
            ping_interval=None,
        )
        self.lines.close()
        return self.lines.enter_context(line)

    def says(self, frame: str | bytes) -> list[dict[str, Any]]:
        """Send a frame and return what is answered, up to the pong of a heartbeat sent behind it."""
        told = []
        try:
            self.line.send(frame)
            self.line.send(json.dumps({"do": "ping", "version": 0, "ply": 0}))
            while True:
                message = json.loads(self.line.recv(timeout=SECONDS))
                assert message["type"] in ANSWERS
                if message["type"] == "refused":
                    assert message["code"] in CODES - {"internal"}
                told.append(message)
                if message["type"] == "pong":
                    return told
        except ConnectionClosed as ended:
            how = ended.rcvd
        # What the server left unread of a frame that is far too large may undo the connection before its code is read.
        undone = how is None and len(frame) > LARGEST_FRAME
        assert undone or (how and how.code in CLOSES), f"closed with {how}"
        self.line = self.dial()
        return told

    @rule(text=st.text(max_size=60) | values.map(json.dumps) | commands.map(json.dumps))
    def anything(self, text: str) -> None:
        """Say anything. A play that happens to be right is acknowledged like any other."""
        for message in self.says(text):
            if message["type"] == "ply":
                self.log.setdefault(message["ply"], message["move"])

    @rule(content=st.binary(max_size=40))
    def bytes_of_any_kind(self, content: bytes) -> None:
        """Send a binary frame."""
        assert [message["code"] for message in self.says(content) if message["type"] == "refused"] in (
            ["bad_frame"],
            [],
        )

    @rule(size=st.sampled_from([8_100, 9_000, 20_000]))
    def too_much(self, size: int) -> None:
        """Send a frame about as large as may be, or larger."""
        self.says(json.dumps({"do": "play", "ply": 1, "move": "r" * size}))

    @rule()
    def the_next_move(self) -> None:
        """Play on as a browser does; it is acknowledged under its number."""
        ply = len(self.log) + 1
        move = endless(MOVES, ply)
        told = self.says(json.dumps({"do": "play", "ply": ply, "move": move}))
        assert [(message["ply"], message["move"]) for message in told if message["type"] == "ply"] == [
            (ply, move)
        ]
        self.log[ply] = move

    @precondition(lambda self: self.log)
    @rule()
    def the_last_move_again(self) -> None:
        """Send it again; the same answer comes."""
        ply = len(self.log)
        told = self.says(json.dumps({"do": "play", "ply": ply, "move": self.log[ply]}))
        assert [(message["ply"], message["move"]) for message in told if message["type"] == "ply"] == [
            (ply, self.log[ply])
        ]

    @rule()
    def vanishes_and_comes_back(self) -> None:
        """Cut the line."""
        self.line.socket.close()
        self.line = self.dial()

    def teardown(self) -> None:
        """The table is where the acknowledgements left it."""
        if hasattr(self, "line"):
            told = self.says(json.dumps({"do": "resync"}))
            *_, table = (message for message in told if message["type"] == "table")
            assert table["ply"] == len(self.log)
            self.lines.close()


def test_any_sequence_of_frames_is_answered_and_leaves_the_log_as_acknowledged(
    site: Site, pytestconfig: pytest.Config
) -> None:
    Frames.site, Frames.acked = site, {}
    quick = settings(
        max_examples=5,
        stateful_step_count=15,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=True,
        database=None,
        # What fails is short, and each step is a round trip: it is not made shorter.
        phases=[Phase.generate],
    )
    run_state_machine_as_test(Frames, settings=quick)
    assert any(Frames.acked.values())
    assert verify(site, Frames.acked) == []
