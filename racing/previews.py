"""What is shown of a link before it is followed: a title, a sentence, a picture; never a card of an open deal."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from racing.models import Entrant, Race
from racing.pictures import Poster, drawn
from racing.replays import Replay

# Rows of a result that a picture has room for.
MOST_ROWS = 4


class Preview(NamedTuple):
    """What a page says of itself to those who show its link; ``image`` is a path."""

    title: str
    description: str
    image: str


def preview_of(context: Mapping[str, Any]) -> Preview:
    """Return the preview of the page with this context: a room's, a replay's, or the site's own."""
    race, entrant = context.get("race"), context.get("entrant")
    if isinstance(race, Race) and "room_data" in context:
        image = reverse("race-picture", args=[race.code])
        return Preview(gettext(race.ruleset.name), _invitation(race, _host_name(context["room_data"])), image)
    if isinstance(race, Race) and isinstance(entrant, Entrant) and "replay_data" in context:
        image = reverse("replay-picture", args=[race.code, entrant.pk])
        return Preview(_replay_title(entrant, entrant.player.shown_name), _course(entrant), image)
    sentence = gettext("Race friends at patience: the same deal, the same start, every move checked.")
    return Preview("Patience Racing", sentence, static("racing/preview.png"))


def race_poster(race: Race, entrants: list[Entrant]) -> Poster:
    """Return the picture of a room: an invitation, and the result when the race is over."""
    heading = gettext(race.ruleset.name)
    if race.ended_at is None or race.kind == "practice":
        return Poster(heading, _invitation(race, drawn(race.host.shown_name)))
    ranked = sorted(entrants, key=lambda entrant: (entrant.place is None, entrant.place or 0, entrant.pk))
    rows = tuple(
        (drawn(entrant.player.shown_name) or "…", _came_to(entrant)) for entrant in ranked[:MOST_ROWS]
    )
    return Poster(heading, gettext("The race is over"), rows=rows)


def replay_poster(entrant: Entrant, rebuilt: Replay) -> Poster:
    """Return the picture of a replay: the deal as it lay at the start, hidden cards hidden."""
    piles = tuple(tuple(cards) for name, cards in rebuilt.view.items() if name.isdigit())
    return Poster(_replay_title(entrant, drawn(entrant.player.shown_name)), _course(entrant), piles=piles)


def _host_name(room_data: Mapping[str, Any]) -> str:
    news = room_data["race"]
    return next((str(each["name"]) for each in news["entrants"] if each["id"] == news["host"]), "")


def _invitation(race: Race, host: str) -> str:
    if race.kind == "practice":
        return gettext("Practice")
    if race.ended_at is not None:
        return gettext("The race is over")
    if race.kind == "daily":
        return gettext("The deal of the day: one attempt, the same for everybody.")
    if not host:
        return gettext("Join this race: the same deal for everybody.")
    return gettext("%(name)s invites you: the same deal for everybody.") % {"name": host}


def _replay_title(entrant: Entrant, name: str) -> str:
    game = gettext(entrant.race.ruleset.name)
    return gettext("%(name)s plays %(game)s") % {"name": name, "game": game} if name else game


def _course(entrant: Entrant) -> str:
    moves = ngettext("%(count)s move", "%(count)s moves", entrant.plies) % {
        "count": number_format(entrant.plies)
    }
    return f"{moves} · {_came_to(entrant)}"


def _came_to(entrant: Entrant) -> str:
    home = f"{entrant.progress}/{entrant.race.ruleset.cards_total}"
    if entrant.outcome != "won" or entrant.time_ms is None:
        return home
    minutes, seconds = divmod(entrant.time_ms // 1000, 60)
    return f"{home} · {entrant.score} · {minutes}:{seconds:02}"
