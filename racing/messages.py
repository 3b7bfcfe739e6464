"""Every shape on the wire, both ways. docs/protocol.md is written from this file.

A frame is one JSON object as text. `parse` is the only reader: it gives a typed command or raises Refused.
"""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from racing import nobody
from racing.refusals import Refused

MAX_FRAME_BYTES = 8 * 1024
HEARTBEAT_SECONDS = 15
# A log longer than this is no game, and versions are sums of logs: JavaScript counts exactly up to 2^53.
MAX_PLY = 2**31 - 1
MAX_VERSION = 2**53 - 1


class Message(BaseModel):
    """A shape on the wire: no field more, no field of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# From the browser ---------------------------------------------------------------------------------------

PlyNumber = Annotated[int, Field(ge=1, le=MAX_PLY)]
ReactionName = Literal["wave", "cheer", "wow", "think", "laugh", "sigh"]
# Printable ASCII only (Rust's $ is the very end), so NUL, control characters and lone surrogates cannot
# reach the engine or a log.
MoveText = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,16}$")]


class Play(Message):
    """Play a move as ply number ``ply``. The same again gets the same answer, so it may be sent again."""

    do: Literal["play"]
    ply: PlyNumber
    move: MoveText


class Ready(Message):
    """Be ready, or not any more."""

    do: Literal["ready"]
    ready: bool


class Start(Message):
    """Start the countdown (the host)."""

    do: Literal["start"]


class Leave(Message):
    """Give up one's place while the race is open."""

    do: Literal["leave"]


class Resign(Message):
    """End one's own attempt, keeping the progress reached."""

    do: Literal["resign"]


class Unresign(Message):
    """Take a resignation back, within the seconds in which that can be done."""

    do: Literal["unresign"]


class Begin(Message):
    """Begin one's own attempt in a challenge or a day's deal: its time runs from now on."""

    do: Literal["begin"]


class React(Message):
    """Show everybody in the room one of a few signs. It may be lost, and nothing remembers it."""

    do: Literal["react"]
    reaction: ReactionName


class Rematch(Message):
    """Open the next race, or take a place in it when somebody else did."""

    do: Literal["rematch"]


class Resync(Message):
    """Ask for the whole state."""

    do: Literal["resync"]


class Ping(Message):
    """The heartbeat, with the newest version and ply the browser knows."""

    do: Literal["ping"]
    version: Annotated[int, Field(ge=0, le=MAX_VERSION)]
    ply: Annotated[int, Field(ge=0, le=MAX_PLY)]


class Hint(Message):
    """Ask for a move that leads to a win from the table after ply ``ply``: in practice only."""

    do: Literal["hint"]
    ply: Annotated[int, Field(ge=0, le=MAX_PLY)]


class Verdict(Message):
    """Ask, when the race is over, at which ply one's own attempt could still be won."""

    do: Literal["verdict"]


class StopSearch(Message):
    """Do not wait for the hint or the verdict any more."""

    do: Literal["stop_search"]


class LobbyPing(Message):
    """The heartbeat of the lobby, whose list has no version: it is compared here."""

    do: Literal["ping"]


Command = (
    Play
    | Ready
    | Start
    | Leave
    | Begin
    | Resign
    | Unresign
    | Rematch
    | React
    | Resync
    | Ping
    | Hint
    | Verdict
    | StopSearch
)
_COMMANDS: dict[str, TypeAdapter[Command]] = {
    "play": TypeAdapter(Play),
    "ready": TypeAdapter(Ready),
    "start": TypeAdapter(Start),
    "leave": TypeAdapter(Leave),
    "begin": TypeAdapter(Begin),
    "resign": TypeAdapter(Resign),
    "unresign": TypeAdapter(Unresign),
    "rematch": TypeAdapter(Rematch),
    "react": TypeAdapter(React),
    "resync": TypeAdapter(Resync),
    "ping": TypeAdapter(Ping),
    "hint": TypeAdapter(Hint),
    "verdict": TypeAdapter(Verdict),
    "stop_search": TypeAdapter(StopSearch),
}
_LOBBY_COMMANDS: dict[str, TypeAdapter[LobbyPing]] = {"ping": TypeAdapter(LobbyPing)}


C = TypeVar("C")


class RefusedFrame(Refused):
    """A frame that is no command; ``do`` and ``ply`` are what could be read of it all the same."""

    do: str | None = None
    ply: int | None = None


def parse(text: str) -> Command:
    """Return the command in a room's text frame. Raises RefusedFrame with a stable code when there is none."""
    return _parse(text, _COMMANDS)


def parse_in_lobby(text: str) -> LobbyPing:
    """Return the command in a text frame of the lobby. Raises as `parse` does."""
    return _parse(text, _LOBBY_COMMANDS)


def _parse(text: str, commands: Mapping[str, TypeAdapter[C]]) -> C:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RefusedFrame("bad_frame") from None
    if size > MAX_FRAME_BYTES:
        raise RefusedFrame("frame_too_large", limit=MAX_FRAME_BYTES)
    try:
        # It digs until the stack ends.
        content = _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise RefusedFrame("bad_frame") from None
    do = content.get("do") if isinstance(content, dict) else None
    reader = commands.get(do) if isinstance(do, str) else None
    if reader is None:
        raise RefusedFrame("unknown_do")
    try:
        return reader.validate_python(content)
    except ValidationError as error:
        refused = RefusedFrame("bad_message", field=_field(error))
        refused.do = do
        ply = content.get("ply")
        refused.ply = ply if type(ply) is int and 0 <= ply <= MAX_PLY else None
        raise refused from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        raise ValueError("a key stands twice")
    return content


# json takes NaN and Infinity unless told otherwise.
_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_no_key_twice)


def _field(error: ValidationError) -> str:
    # The name of a field that we do not know is the sender's text: it is not repeated.
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return "?" if first["type"] == "extra_forbidden" else ".".join(str(part) for part in first["loc"])


# To the browser -----------------------------------------------------------------------------------------
# Times are whole milliseconds since 1970 by the server's clock.

RaceKind = Literal["race", "practice", "challenge", "daily"]
View = dict[str, list[str]]
Effect = tuple[Any, ...]


class State(Message):
    """What an entrant's table amounts to; the same after a ply, in a snapshot and in a replay."""

    score: int
    progress: int
    redeals: int
    redeals_left: int | None
    slips: int
    won: bool
    blocked: bool
    over: bool
    may_take_back: bool


class Welcome(Message):
    """The first message: which entrant you are, the server's clock, seconds between heartbeats."""

    type: Literal["welcome"] = "welcome"
    you: int | None
    now: int
    heartbeat: int = HEARTBEAT_SECONDS


class Table(Message):
    """A whole table, to its own entrant: hidden cards are ``##``."""

    type: Literal["table"] = "table"
    ply: int
    view: View
    legal: list[str]
    state: State
    now: int
    last_at: int | None


class PlyMade(Message):
    """A ply that is committed, to its own entrant in every tab. New view = old view + effects."""

    type: Literal["ply"] = "ply"
    ply: int
    move: str
    slip: bool
    effects: list[Effect]
    legal: list[str]
    state: State
    at: int


class RatingShown(Message):
    """A racer's rating in this game. ``change``: what this race did to it, when it is over and counted."""

    shown: int
    provisional: bool
    change: int | None


class EntrantLine(Message):
    """What everybody may know of an entrant: never the table.

    ``hidden``: in a challenge, what others reached while whoever reads this has not finished: numbers are 0 then,
    and what would tell more is null. ``undo_until``: until then a resignation can be taken back.
    """

    id: int
    name: str
    ready: bool
    away: bool
    progress: int
    plies: int
    redeals: int
    score: int
    slips: int
    hints: int
    outcome: Literal["won", "lost", "resigned", "timeout"] | None
    finished_at: int | None
    time_ms: int | None
    place: int | None
    replay: str | None
    begun_at: int | None
    deadline: int | None
    clean: bool
    hidden: bool
    undo_until: int | None
    profile: str | None
    rating: RatingShown | None


# When (milliseconds from the beginning), and then progress, plies, redeals and score.
LinePoint = tuple[int, int, int, int, int]


class GhostLine(Message):
    """A stored log that is raced against. ``line`` has its points where progress or redeals change, and its end.

    ``url`` is where it can be watched, told when the race is over.
    """

    id: int
    name: str
    outcome: Literal["won", "lost", "resigned", "timeout"] | None
    score: int
    time_ms: int
    redeals: int
    plies: int
    url: str | None
    line: list[LinePoint]


class Par(Message):
    """What the solver came to, told after the race: the lowest score it found, and what no win can score less than.

    ``replay`` is where its log can be watched. ``searching``: it is not done yet.
    """

    outcome: Literal["won", "lost", "open"]
    score: int | None
    bound: int
    searching: bool
    replay: str | None


N = TypeVar("N", EntrantLine, GhostLine)


class RaceNews(Message):
    """The whole race as everybody may know it. ``seed`` (hex) only when the race is over.

    ``entrants`` are all of them, but of a day's deal the reader, friends and the best, of ``entrants_total``.
    """

    type: Literal["race"] = "race"
    version: int
    changes: int
    kind: RaceKind
    status: Literal["open", "countdown", "running", "finished", "cancelled"]
    now: int
    starts_at: int | None
    closes_at: int | None
    deadline: int | None
    ended_at: int | None
    ruleset: str
    ruleset_name: str
    goal: Literal["fewest_moves", "first_home"]
    take_back: Literal["off", "counted", "free"]
    time_limit: int | None
    deal_number: int | None
    commitment: str
    seed: str | None
    host: int | None
    min: int
    max: int
    entrants: list[EntrantLine]
    entrants_total: int
    ghosts: list[GhostLine]
    watching: int
    rated: bool
    short_code: str | None
    rematch: str | None
    board: str | None
    certified: bool
    par: Par | None

    def in_words(self, translate: Callable[[str], str]) -> "RaceNews":
        """Return the same with the names that are words of ours translated: the game's, and those of nobody."""

        def named(line: N) -> N:
            name = nobody.in_words(line.name, translate)
            return line if name == line.name else line.model_copy(update={"name": name})

        return self.model_copy(
            update={
                "ruleset_name": translate(self.ruleset_name),
                "entrants": [named(line) for line in self.entrants],
                "ghosts": [named(ghost) for ghost in self.ghosts],
            }
        )


class Reaction(Message):
    """A racer's sign to everybody in the room."""

    type: Literal["reaction"] = "reaction"
    entrant: int
    reaction: ReactionName


class LobbyRace(Message):
    """A listed race that can still be joined. A challenge has ``closes_at``."""

    code: str
    url: str
    kind: RaceKind
    ruleset: str
    ruleset_name: str
    host: str
    goal: Literal["fewest_moves", "first_home"]
    take_back: Literal["off", "counted", "free"]
    time_limit: int | None
    entrants: int
    max: int
    certified: bool
    created_at: int
    closes_at: int | None


class InvitationLine(Message):
    """A race that the reader is asked to come to, and by whom."""

    code: str
    url: str
    by: str
    ruleset_name: str
    kind: RaceKind


L = TypeVar("L", LobbyRace, InvitationLine)


class LobbyNews(Message):
    """All listed races that can be joined, newest first, and the reader's invitations."""

    type: Literal["lobby"] = "lobby"
    races: list[LobbyRace]
    invitations: list[InvitationLine]
    now: int

    def in_words(self, translate: Callable[[str], str]) -> "LobbyNews":
        """Return the same with the games' names translated, and those of nobody."""

        def named(line: L, **who: str) -> L:
            words = {whose: nobody.in_words(name, translate) for whose, name in who.items()}
            return line.model_copy(update={"ruleset_name": translate(line.ruleset_name), **words})

        return LobbyNews(
            races=[named(race, host=race.host) for race in self.races],
            invitations=[named(invitation, by=invitation.by) for invitation in self.invitations],
            now=self.now,
        )


class LobbyPong(Message):
    """The lobby's heartbeat; what is missing was sent just before."""

    type: Literal["pong"] = "pong"
    now: int


# id, plies, progress, redeals, score, slips
ProgressLine = tuple[int, int, int, int, int, int]


class Progress(Message):
    """How far those are who played just now, to everybody: last values, of which the one with more plies counts."""

    type: Literal["progress"] = "progress"
    entrants: list[ProgressLine]


class RefusedNews(Message):
    """What was not done, and why: a stable code, and a sentence in the reader's language.

    ``seconds``: until the same may be asked again, where it was too much.
    """

    type: Literal["refused"] = "refused"
    code: str
    message: str
    do: str | None
    ply: int | None
    seconds: int | None


class HintNews(Message):
    """What came of asking for a hint. ``move`` only when one was found; lost is proved, none is not."""

    type: Literal["hint"] = "hint"
    ply: int
    status: Literal["searching", "found", "none", "lost", "stopped"]
    move: str | None = None


class VerdictNews(Message):
    """What came of asking when it was lost: ``ply`` is the last one after which a win was still found.

    ``lost``: what was played after it was proved to be lost; else no win was found there. ``ply`` None: not even
    from the deal. ``replay`` shows that moment.
    """

    type: Literal["verdict"] = "verdict"
    status: Literal["searching", "done", "stopped"]
    ply: int | None = None
    lost: bool = False
    replay: str | None = None


class Pong(Message):
    """The newest version and ply: whoever is behind asks for everything with ``resync``."""

    type: Literal["pong"] = "pong"
    version: int
    ply: int | None
    now: int
