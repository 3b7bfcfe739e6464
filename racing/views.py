"""The pages: read what is asked, act through racing.actions, show what racing.pages gives."""

import logging
from datetime import timedelta
from http import HTTPStatus

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import UnknownRuleset
from engine.rulesets import find_ruleset
from racing import actions, boards, certifying, pages, replays
from racing import statistics as practice_statistics
from racing.clock import now
from racing.forms import JoinForm, OpenRaceForm, PracticeForm
from racing.identity import player_of, remember
from racing.models import Deal, Kind, Player, Race
from racing.refusals import Refused
from racing.replays import raced
from racing.rules_pages import LANGUAGES, rules_page
from racing.standing import find_place, seen_from

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Open a race, practise, go on. A link may fill in the form: /?ruleset=cruel&certified=1."""
    return render(request, "home.html", pages.home(player_of(request), prefilled=request.GET))


@require_POST
def open_race(request: HttpRequest) -> HttpResponse:
    """Open a race and go to its room."""
    form = OpenRaceForm(request.POST)
    player = player_of(request)
    if not form.is_valid():
        return render(request, "home.html", pages.home(player, form), status=400)
    asked = form.cleaned_data
    # The deal of a replay is what it is, whatever else was asked about deals.
    replay_of = asked["replay"]
    certified = asked["certified"] and replay_of is None
    deal: Deal | None = None
    try:
        if replay_of is not None:
            race = raced(*replay_of).race
            asked["ruleset"], deal = race.ruleset_key, race.deal
        elif certified:
            certifying.ensure_certified(asked["ruleset"], asked["deal_number"])
    except Refused as refused:
        field = "replay" if replay_of is not None else "certified"
        form.add_error(field, ValidationError(refused.sentence(), code=refused.code))
        return render(request, "home.html", pages.home(player, form), status=refused.status)
    try:
        player = _named_player(player, asked["name"])
    except Refused as refused:
        form.add_error("name", ValidationError(refused.sentence(), code=refused.code))
        return render(request, "home.html", pages.home(player, form), status=refused.status)
    minutes = asked["time_limit"]
    race = actions.open_race(
        player,
        certified=certified,
        ruleset=asked["ruleset"],
        deal=deal,
        term=timedelta(hours=asked["term"] or 24) if asked["kind"] == Kind.CHALLENGE else None,
        max_racers=asked["max_racers"] or Race.MAX_RACERS,
        now=now(),
        goal=asked["goal"],
        take_back=asked["take_back"],
        time_limit=minutes * 60 if minutes else None,
        deal_number=asked["deal_number"],
        listed=asked["listed"],
    )
    return _to_room(race, player)


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Start to practise, under a name of no importance when the player has none yet."""
    form = PracticeForm(request.POST)
    player = player_of(request)
    if not form.is_valid():
        return render(request, "home.html", pages.home(player, practice_form=form), status=400)
    asked = form.cleaned_data
    player = player or actions.new_guest(now())
    race = actions.open_practice(
        player, ruleset=asked["ruleset"], now=now(), deal_number=asked["deal_number"]
    )
    return _to_room(race, player)


@require_safe
@never_cache
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The room of a race or of a practice."""
    return _show_room(request, code, None, 200)


def _show_room(request: HttpRequest, code: str, join_form: JoinForm | None, status: int) -> HttpResponse:
    player = player_of(request)
    place = find_place(code, player.pk if player else None)
    race, own, news = seen_from(place, now())
    context = pages.room(request, race, news, player, own, join_form)
    return render(request, "room.html", context, status=status)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a place in the race."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _show_room(request, code, form, 400)
    try:
        entrant = actions.join_by_name(code, player_of(request), form.cleaned_data["name"], now())
    except Refused as refused:
        if refused.code == "no_such_race":
            raise
        form.add_error(None, ValidationError(refused.sentence(), code=refused.code))
        return _show_room(request, code, form, refused.status)
    return _to_room(entrant.race, entrant.player)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up the place in an open race."""
    actions.leave(code, _known_player(request).pk, now())
    return redirect("home")


@require_POST
def restart(request: HttpRequest, code: str) -> HttpResponse:
    """Practise the same deal again, from its beginning."""
    player = _known_player(request)
    return _to_room(actions.restart(code, player, now()), player)


@require_POST
def next_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Practise the next deal."""
    player = _known_player(request)
    return _to_room(actions.next_deal(code, player, now()), player)


@require_safe
@never_cache
def statistics(request: HttpRequest) -> HttpResponse:
    """What the player's practice amounts to."""
    player = player_of(request)
    context = {
        "rows": practice_statistics.practice_rows(player) if player else [],
        "unfinished": practice_statistics.unfinished(player) if player else [],
    }
    return render(request, "statistics.html", context)


@require_safe
@never_cache
def replay(request: HttpRequest, code: str, entrant_id: int) -> HttpResponse:
    """An attempt, move by move."""
    entrant = replays.find_entrant(code, entrant_id, player_of(request))
    replays.admit(request, entrant.plies)
    return render(request, "replay.html", pages.replay(entrant, replays.rebuild(entrant)))


@require_safe
@never_cache
def record(request: HttpRequest, code: str, entrant_id: int) -> HttpResponse:
    """An attempt as a text to keep, which anybody can verify."""
    entrant = replays.find_entrant(code, entrant_id, player_of(request))
    replays.admit(request, entrant.plies)
    response = HttpResponse(replays.record(entrant), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{entrant.race.ruleset_key}-{entrant.pk}.txt"'
    return response


@require_safe
@never_cache
def solver_replay(request: HttpRequest, ruleset: str, deal_id: int) -> HttpResponse:
    """The solver's way to win a deal, once a race of it is over."""
    deal = boards.find_deal(ruleset, deal_id)
    if deal is None:
        raise Refused("no_such_board")
    return render(request, "replay.html", pages.solver_replay(deal, find_ruleset(ruleset)))


@require_safe
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """How a game is played: in the reader's language, or in the one that a shared link names, `?lang=de`."""
    try:
        found = find_ruleset(ruleset)
    except UnknownRuleset:
        raise Http404 from None
    asked = request.GET.get("lang", "")
    with override(asked if asked in LANGUAGES else get_language()):
        page = rules_page(found, get_language())
        context = {"ruleset": found, "rules": page, "here": request.path}
        response = render(request, "rules.html", context)
    response["Content-Language"] = page.language
    return response


def no_such_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing at this address."""
    return refusal_page(request, Refused("no_such_page"))


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that what was sent is no request of ours, without reading it once more."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def refusal_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Return the page that says what is refused, and why."""
    is_missing = refused.status == HTTPStatus.NOT_FOUND
    context = {"code": refused.code, "message": refused.sentence(), "is_missing": is_missing}
    response = render(request, "refused.html", context, status=refused.status)
    if refused.seconds is not None:
        response["Retry-After"] = str(refused.seconds)
    return response


def _known_player(request: HttpRequest) -> Player:
    player = player_of(request)
    if player is None:
        raise Refused("not_a_racer")
    return player


def _named_player(player: Player | None, name: str) -> Player:
    if player is None:
        return actions.new_player(name, now())
    actions.rename(player, name, now())
    return player


def _to_room(race: Race, player: Player) -> HttpResponse:
    response = redirect("room", code=race.code)
    remember(response, player)
    return response
