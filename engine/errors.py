"""What the engine refuses, each refusal with a stable code and a sentence for people.

`SENTENCES` is the one list of codes. A sentence is filled with the error's `params`, so that a translation of the
sentence needs nothing else. No refusal says, or depends on, what lies face down.
"""

from typing import Final

SENTENCES: Final = {
    # Not readable.
    "unreadable": "“{move}” is not a move.",
    "other_spelling": "“{move}” is written “{spelling}”.",
    # Readable, but this game has nothing of the kind.
    "not_in_this_game": "There is no move “{move}” in {ruleset}.",
    "no_such_pile": "“{move}” names pile {pile}, and {ruleset} has no such pile.",
    "same_pile": "“{move}” would put pile {pile} on itself.",
    # Readable, but not allowed on this table.
    "empty_pile": "There is no card on pile {pile}.",
    "too_few_cards": "Pile {pile} has only {held} to move, not {count}.",
    "one_card_only": "In {ruleset} only the top card of a pile moves, never {count} together.",
    "not_a_run": "The top {count} cards of pile {pile} are not a run: no more than {run} may move together.",
    "only_redeal_fills": "Pile {target} is empty, and only a redeal lays cards there.",
    "does_not_fit": "{card} does not fit on {onto}: it goes on {wanted}.",
    "fits_nowhere": "{card} does not fit on {onto}: no card takes it.",
    "not_next": "{card} cannot go to its foundation yet: {wanted} comes first.",
    "twin_foundation": "Pile {pile} has the same top as {twin}: the move is written “{spelling}”.",
    "stock_empty": "The stock is used up.",
    "game_won": "The game is won already.",
    "redeal_changes_nothing": "A redeal would lay every card where it lies now.",
    "redeal_not_yet": "A redeal is allowed only when no card can move, and {legal} can be played.",
    "redeals_used": "All {limit} redeals have been used.",
    "wrong_hour": "{card} does not belong at {hour}.",
    "slip_unmarked": "“{move}” was a wrong hour: a log writes it “{spelling}”.",
    "not_a_slip": "“{move}” records a wrong hour, but {hour} is where {card} belongs.",
    "game_ended": "The fourth king is laid: the game is over.",
    # Taking back.
    "take_back_off": "Nothing is taken back in this game.",
    "nothing_to_take_back": "There is no move to take back.",
    # Not about moves.
    "unknown_card": "“{card}” is not a card.",
    "unknown_ruleset": "There is no ruleset “{key}”.",
    "unknown_take_back": "There is no take-back policy “{policy}”.",
    "bad_deal_number": "A deal number is between 1 and {largest}.",
    "bad_seed": "A seed is {size} bytes.",
}

LONGEST_ECHO: Final = 20
"""Characters of somebody's input that a sentence repeats: enough for any move, too few to be a nuisance."""


class EngineError(Exception):
    """A refusal: `code` is stable, `params` fill its sentence, `ply` is set when a log is being replayed."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = {name: _echo(str(value)) for name, value in params.items()}
        self.ply: int | None = None

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.params)


class InvalidMove(EngineError):
    """The text is no move, or not the one spelling of a move."""


class IllegalMove(EngineError):
    """The text is a move, but it is not allowed here; the sentence says why."""


class UnknownCard(EngineError, ValueError):
    """The text is no card."""


class UnknownRuleset(EngineError, LookupError):
    """No ruleset has this key."""


class UnknownTakeBack(EngineError, ValueError):
    """There is no such take-back policy."""


class BadSeed(EngineError, ValueError):
    """A deal number out of range, or a seed of the wrong size."""


def _echo(text: str) -> str:
    shown = text if len(text) <= LONGEST_ECHO * 2 else text[:LONGEST_ECHO] + "…"
    return "".join(character if character.isprintable() else "�" for character in shown)
