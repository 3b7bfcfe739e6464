"""What the pages are given: the contexts of the templates, and the JSON that their scripts start from."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from engine.game import Ruleset
from engine.rulesets import RULESETS
from racing.clock import now, to_ms
from racing.days import rows_of_today, streaks_of
from racing.forms import JoinForm, OpenRaceForm, PracticeForm
from racing.friends import askable, invited_by
from racing.lobby import invitations_of, listed_races
from racing.messages import LobbyNews, RaceNews
from racing.models import Deal, Entrant, Kind, Player, Race
from racing.nobody import SOLVER
from racing.replays import Replay, solver_log
from racing.statistics import unfinished


def home(
    player: Player | None,
    form: OpenRaceForm | None = None,
    prefilled: Mapping[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the context of home.html. ``prefilled`` gives fields of the form to open a race."""
    given = OpenRaceForm.prefilled(prefilled or {})
    moment = now()
    invitations = invitations_of(player.pk if player else None)
    lobby = LobbyNews(races=listed_races(), invitations=invitations, now=to_ms(moment))
    name = player.shown_name if player else ""
    return {
        "form": form or OpenRaceForm(initial={"name": name} | given),
        "practice_form": PracticeForm(),
        "rulesets": list(RULESETS.values()),
        "lobby": lobby.in_words(gettext),
        "dailies": rows_of_today(player, moment),
        "unfinished": unfinished(player) if player else [],
        **more,
    }


def room(
    request: HttpRequest,
    race: Race,
    news: RaceNews,
    player: Player | None,
    entrant: Entrant | None,
    join_form: JoinForm | None = None,
) -> dict[str, Any]:
    """Return the context of room.html. ``news`` is the race as the socket would tell it now."""
    share_url = absolute_url(request, reverse("room", args=[race.code]))
    return {
        "race": race,
        "player": player,
        "entrant": entrant,
        "join_form": join_form or JoinForm(initial={"name": player.shown_name if player else ""}),
        "share_url": share_url,
        "qr_svg": qr_svg(share_url),
        "ruleset": race.ruleset,
        "askable": askable(player, race, now()),
        "invited_by": invited_by(player, race),
        "room_data": _room_data(race, news, entrant, share_url),
    }


def _room_data(race: Race, news: RaceNews, entrant: Entrant | None, share_url: str) -> dict[str, Any]:
    named = news.in_words(gettext)
    pages = {
        "join": "join",
        "leave": "leave",
        "restart": "restart",
        "next": "next-deal",
        "lines": "lines",
        "replays": "replays",
    }
    of_day: dict[str, Any] = {}
    if race.kind == Kind.DAILY and race.starts_at is not None:
        day = race.starts_at.date()
        streak = streaks_of(entrant.player, race.ruleset_key, day) if entrant else (0, 0)
        of_day = {"day": day.isoformat(), "streak": list(streak)}
    return {
        **of_day,
        "code": race.code,
        "kind": race.kind,
        "ws": f"/ws/r/{race.code}/?lang={get_language()}",
        "you": entrant.pk if entrant else None,
        "ruleset": ruleset_data(race.ruleset),
        "goal": race.goal,
        "take_back": race.take_back,
        "known_deal": race.deal_is_known,
        "share_url": share_url,
        "urls": {
            "home": reverse("home"),
            "rules": reverse("rules", args=[race.ruleset_key]),
            **{key: reverse(name, args=[race.code]) for key, name in pages.items()},
        },
        "race": named.model_dump(mode="json"),
    }


def replay(entrant: Entrant, rebuilt: Replay) -> dict[str, Any]:
    """Return the context of replay.html."""
    race = entrant.race
    return {
        "race": race,
        "entrant": entrant,
        "ruleset": race.ruleset,
        "replay_data": {
            "code": race.code,
            "ruleset": ruleset_data(race.ruleset),
            "name": entrant.player.shown_name,
            "outcome": entrant.outcome,
            "url_race": reverse("room", args=[race.code]),
            "url_ghost": None if race.is_practice else reverse("ghost", args=[race.code, entrant.pk]),
            **rebuilt._asdict(),
        },
    }


def solver_replay(deal: Deal, ruleset: Ruleset) -> dict[str, Any]:
    """Return the context of replay.html for the solver's log. Raises Refused when it has none."""
    return {
        "ruleset": ruleset,
        "replay_data": {
            "code": "",
            "ruleset": ruleset_data(ruleset),
            "name": gettext(SOLVER),
            "outcome": "won",
            "url_race": reverse("board", args=[ruleset.key, deal.pk]),
            "url_ghost": reverse("solver-ghost", args=[ruleset.key, deal.pk]),
            **solver_log(deal, ruleset)._asdict(),
        },
    }


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """Return what scripts know of a ruleset: how its table looks, nothing about its moves."""
    return {
        "key": ruleset.key,
        "name": gettext(ruleset.name),
        "family": ruleset.family,
        "fanned": ruleset.fanned,
        "cards_total": ruleset.cards_total,
        "has_hidden_cards": ruleset.has_hidden_cards,
        "redeal_limit": ruleset.redeal_limit,
        "redeal": redeal.__name__ if (redeal := getattr(ruleset, "redeal", None)) else None,
    }


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return the address under which others reach a page: PUBLIC_URL's when there is one."""
    return settings.PUBLIC_ORIGIN + path if settings.PUBLIC_ORIGIN else request.build_absolute_uri(path)


# Everybody who comes to a room before its race is shown the same; making it is a quarter of making the page.
@lru_cache(maxsize=1024)
def qr_svg(url: str) -> SafeString:
    """Return a QR code as an inline SVG. Safe: segno draws modules, nothing of the text becomes markup."""
    return mark_safe(segno.make(url, error="m").svg_inline(omitsize=True, svgclass="qr"))  # noqa: S308  # see above
