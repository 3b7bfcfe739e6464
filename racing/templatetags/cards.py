"""Tags that draw cards, piles and whole tables in a page of prose.

The server writes what lies where, with words for those who listen and plain signs for those without scripts;
`rules.js` puts the card faces of the tables in.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine.cards import HIDDEN, SUITS
from engine.clock import HOURS, OPEN
from engine.table import View
from racing.card_words import SUIT_SIGNS, WORDS, CardWords, suit_of_foundation, written

register = template.Library()


@register.simple_tag
def inline(card: str) -> SafeString:
    """A card in a sentence: `{% inline "7H" %}`."""
    return format_html(
        '<span class="card-word" data-suit="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        card[1],
        written(card),
        _words().name(card),
    )


@register.inclusion_tag("rules/_pile.html")
def pile(
    cards: str | Sequence[str], name: str = "", family: str = "cruel", decks: int = 1
) -> Mapping[str, Any]:
    """A pile fanned down, bottom card first: `{% pile "5C 9H 2D" name="1" %}`.

    `name` is the pile's name in the family's move notation and stands over the pile. The stock, the waste and
    the foundations lie squared: their top card shows, and how many lie there face down.
    """
    return _pile(cards.split() if isinstance(cards, str) else cards, name, family, decks)


@register.inclusion_tag("rules/_row.html")
def row(cards: Sequence[str]) -> Mapping[str, Any]:
    """Cards side by side, as a redeal reads them: `{% row redealt.row %}`."""
    return {"cards": _signed(cards), "label": _words().names(cards)}


@register.inclusion_tag("rules/_cruel_table.html")
def cruel_table(view: View) -> Mapping[str, Any]:
    """The foundations and the twelve piles in three rows of four: `{% cruel_table example.start %}`."""
    return _piles(view, "cruel", 1, foundations=_numbers("f", 4), piles=_numbers("", 12))


@register.inclusion_tag("rules/_clock_dial.html")
def clock_dial(view: View) -> Mapping[str, Any]:
    """The twelve hours, the centre and the open card: `{% clock_dial example.start %}`."""
    return {"hours": [_hour(view, hour) for hour in HOURS], "open": _pile(view[OPEN], OPEN, "clock")}


@register.inclusion_tag("rules/_alternations_table.html")
def alternations_table(view: View) -> Mapping[str, Any]:
    """Stock, waste, eight foundations and seven columns: `{% alternations_table example.start %}`."""
    return _piles(
        view, "alternations", 2, stock=["s", "w"], foundations=_numbers("f", 8), piles=_numbers("", 7)
    )


def _numbers(before: str, last: int) -> list[str]:
    return [f"{before}{number}" for number in range(1, last + 1)]


def _piles(view: View, family: str, decks: int, **groups: Sequence[str]) -> dict[str, Any]:
    return {
        group: [_pile(view[name], name, family, decks) for name in names] for group, names in groups.items()
    }


def _pile(cards: Sequence[str], name: str, family: str = "cruel", decks: int = 1) -> dict[str, Any]:
    words = _words()
    squared = name[:1] in ("f", "s", "w")
    closed = sum(card == HIDDEN for card in cards) if squared else 0
    said = words.closed(closed) if closed else words.names(cards)
    return {
        "cards": _signed(cards[-1:] if squared else cards),
        "count": closed,
        "sign": _sign(name, family, decks),
        "label": f"{words.pile_name(name, family, decks)}: {said}" if name else said,
    }


def _sign(name: str, family: str, decks: int) -> str:
    if name[:1] == "f":
        return SUIT_SIGNS[SUITS[suit_of_foundation(name, decks)]]
    # The open card lies in the hand and has no place to be named, only the line that keeps it level with a pile.
    if name == OPEN:
        return "\u00a0"
    return _words().pile_name(name, family, decks) if name in ("s", "w") else name


def _hour(view: View, hour: str) -> dict[str, Any]:
    # The laid cards look out from under those that still wait, of which one back and the number are enough.
    laid, waiting, words = view["u" + hour], view[hour], _words()
    said = [words.names(laid)] if laid else []
    said += [words.closed(len(waiting))] if waiting else []
    return {
        "hour": hour,
        "sign": hour,
        "cards": _signed([*laid, *waiting[-1:]]),
        "count": len(waiting),
        "label": f"{words.pile_name(hour, 'clock', 1)}: {', '.join(said)}",
    }


def _signed(cards: Sequence[str]) -> list[dict[str, str]]:
    return [
        {"card": card, "suit": "", "sign": ""}
        if card == HIDDEN
        else {"card": card, "suit": card[1], "sign": written(card)}
        for card in cards
    ]


def _words() -> CardWords:
    return WORDS.get(get_language() or "", WORDS["en"])
