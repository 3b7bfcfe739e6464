"""The engine's sentences and its games' names, marked for translation; tests hold both equal to the engine's."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ENGINE_SENTENCES: Final = {
    "unreadable": _("“{move}” is not a move."),
    "other_spelling": _("“{move}” is written “{spelling}”."),
    "not_in_this_game": _("There is no move “{move}” in {ruleset}."),
    "no_such_pile": _("“{move}” names pile {pile}, and {ruleset} has no such pile."),
    "same_pile": _("“{move}” would put pile {pile} on itself."),
    "empty_pile": _("There is no card on pile {pile}."),
    "too_few_cards": _("Pile {pile} has only {held} to move, not {count}."),
    "one_card_only": _("In {ruleset} only the top card of a pile moves, never {count} together."),
    "not_a_run": _(
        "The top {count} cards of pile {pile} are not a run: no more than {run} may move together."
    ),
    "only_redeal_fills": _("Pile {target} is empty, and only a redeal lays cards there."),
    "does_not_fit": _("{card} does not fit on {onto}: it goes on {wanted}."),
    "fits_nowhere": _("{card} does not fit on {onto}: no card takes it."),
    "not_next": _("{card} cannot go to its foundation yet: {wanted} comes first."),
    "twin_foundation": _("Pile {pile} has the same top as {twin}: the move is written “{spelling}”."),
    "stock_empty": _("The stock is used up."),
    "game_won": _("The game is won already."),
    "redeal_changes_nothing": _("A redeal would lay every card where it lies now."),
    "redeal_not_yet": _("A redeal is allowed only when no card can move, and {legal} can be played."),
    "redeals_used": _("All {limit} redeals have been used."),
    "wrong_hour": _("{card} does not belong at {hour}."),
    "slip_unmarked": _("“{move}” was a wrong hour: a log writes it “{spelling}”."),
    "not_a_slip": _("“{move}” records a wrong hour, but {hour} is where {card} belongs."),
    "game_ended": _("The fourth king is laid: the game is over."),
    "take_back_off": _("Nothing is taken back in this game."),
    "nothing_to_take_back": _("There is no move to take back."),
    "unknown_card": _("“{card}” is not a card."),
    "unknown_ruleset": _("There is no ruleset “{key}”."),
    "unknown_take_back": _("There is no take-back policy “{policy}”."),
    "bad_deal_number": _("A deal number is between 1 and {largest}."),
    "bad_seed": _("A seed is {size} bytes."),
}

RECORD_SENTENCES: Final = {
    "one_record": _("Only one record is expected in this text."),
    "header_expected": _('A header like [Ruleset "cruel"] is expected here.'),
    "header_unknown": _("There is no header {name}."),
    "header_twice": _("The header {name} stands here a second time."),
    "header_missing": _("The header {name} is missing."),
    "header_value": _("“{value}” is no value of {name}."),
    "deal_or_seed": _("Either Deal or Seed must be given, and not both."),
    "version_unknown": _("Version {value} of {name} is not known here, only {known}."),
    "brace": _("A comment is opened and not closed here, or closed and never opened."),
    "ply_number": _("This is ply {ply}, not {found}."),
    "result_expected": _("The moves must end with their result: won, lost or unfinished."),
    "result_differs": _("The moves end with “{found}”, but the header Result says “{said}”."),
    "move": _("Ply {ply}: {why}"),
    "result_wrong": _("The header Result says “{said}”, but these moves make it “{found}”."),
    "score_wrong": _("The header Score says {said}, but these moves make it {found}."),
    "too_long": _("A record has at most {limit} plies."),
}

RULESET_NAMES: Final = (
    _("Cruel"),
    _("Cruel, redeal when it changes"),
    _("Cruel, redeal when stuck"),
    _("Cruel, three redeals"),
    _("Cruel, five redeals"),
    _("Perseverance"),
    _("Ripple Fan"),
    _("Royal Family"),
    _("Clock"),
    _("Alternations"),
)


def record_sentence(code: str, params: Mapping[str, object]) -> str:
    """Return in the active language what is wrong with a record."""
    return gettext(RECORD_SENTENCES[code]).format(**params)
