"""What a record can have wrong, and where."""

from typing import Final

from engine.errors import EngineError

SENTENCES: Final = {
    "one_record": "Only one record is expected in this text.",
    "header_expected": "A header like [Ruleset \"cruel\"] is expected here.",
    "header_unknown": "There is no header {name}.",
    "header_twice": "The header {name} stands here a second time.",
    "header_missing": "The header {name} is missing.",
    "header_value": "“{value}” is no value of {name}.",
    "deal_or_seed": "Either Deal or Seed must be given, and not both.",
    "version_unknown": "Version {value} of {name} is not known here, only {known}.",
    "brace": "A comment is opened and not closed here, or closed and never opened.",
    "ply_number": "This is ply {ply}, not {found}.",
    "result_expected": "The moves must end with their result: won, lost or unfinished.",
    "result_differs": "The moves end with “{found}”, but the header Result says “{said}”.",
    "move": "Ply {ply}: {why}",
    "result_wrong": "The header Result says “{said}”, but these moves make it “{found}”.",
    "score_wrong": "The header Score says {said}, but these moves make it {found}.",
    "too_long": "A record has at most {limit} plies.",
}  # fmt: skip


class RecordError(EngineError):
    """A record that cannot be read, or does not hold what it says: `line` and `column` count from 1."""

    def __init__(self, code: str, place: tuple[int, int], **params: str | int) -> None:
        super().__init__(code, **params)
        if "why" in params:
            self.params["why"] = str(params["why"])  # A sentence of ours: not to be shortened.
        self.line, self.column = place

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {SENTENCES[self.code].format(**self.params)}"
