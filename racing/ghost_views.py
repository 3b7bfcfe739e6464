"""Races of a deal that has been played: against a stored log, or just once more. And how attempts went, for charts."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from racing import actions, boards, replays
from racing.actions.opening import Log
from racing.clock import now
from racing.identity import player_of, remember
from racing.lines import line_of, thinned
from racing.models import Deal, Race, Record, Solution, TakeBack
from racing.nobody import in_words
from racing.refusals import Refused
from racing.snapshots import ghosts_of, sees_results
from racing.standing import find_place


@require_POST
def ghost(request: HttpRequest, code: str, entrant_id: int) -> HttpResponse:
    """Open a race against an attempt, with the settings of its race."""
    entrant = replays.raced(code, entrant_id)
    return _open(request, entrant.race, [entrant])


@require_POST
def again(request: HttpRequest, code: str, entrant_id: int) -> HttpResponse:
    """Open a race of the same deal as an attempt, with the settings of its race."""
    return _open(request, replays.raced(code, entrant_id).race, [])


@require_POST
def solver_ghost(request: HttpRequest, ruleset: str, deal_id: int) -> HttpResponse:
    """Open a race against what the solver found."""
    deal = boards.find_deal(ruleset, deal_id)
    if deal is None:
        raise Refused("no_such_board")
    known = Solution.objects.filter(deal=deal, ruleset_key=ruleset, outcome="won").first()
    if known is None:
        raise Refused("no_solver_log")
    return _opened(request, ruleset, deal, [known], goal="", take_back=TakeBack.COUNTED)


@require_POST
def record_ghost(request: HttpRequest, record_id: int) -> HttpResponse:
    """Open a race against an uploaded record, with its settings."""
    record = Record.objects.select_related("deal").filter(pk=record_id).first()
    if record is None:
        raise Refused("no_such_record")
    return _opened(
        request, record.ruleset_key, record.deal, [record], goal=record.goal, take_back=record.take_back
    )


def _open(request: HttpRequest, race: Race, logs: Sequence[Log]) -> HttpResponse:
    return _opened(request, race.ruleset_key, race.deal, logs, goal=race.goal, take_back=race.take_back)


def _opened(
    request: HttpRequest, ruleset: str, deal: Deal, logs: Sequence[Log], *, goal: str, take_back: str
) -> HttpResponse:
    player = player_of(request) or actions.new_guest(now())
    race = actions.open_race(
        player, ruleset=ruleset, now=now(), goal=goal, take_back=take_back, deal=deal, ghosts=logs
    )
    response = redirect("room", code=race.code)
    remember(response, player)
    return response


@require_safe
@never_cache
def lines(request: HttpRequest, code: str) -> HttpResponse:
    """How the attempts at a race went, as JSON, for whoever may know results."""
    player = player_of(request)
    place = find_place(code, player.pk if player else None)
    moment = now()
    actions.settle(place.race_id, moment)
    race = Race.objects.select_related("deal").get(pk=place.race_id)
    own = race.entrants.filter(pk=place.entrant_id).first() if place.entrant_id is not None else None
    if own is not None:
        own.race = race
    if race.ended_at is None and not (race.is_asynchronous and sees_results(race, own, moment)):
        refused = Refused("replay_closed")
        told = {"code": refused.code, "message": refused.sentence()}
        return JsonResponse(told, status=refused.status)
    ended = race.entrants.filter(outcome__isnull=False).select_related("player")
    attempts = list(ended.order_by("place", "pk")[: Race.MAX_RACERS])
    told_lines = []
    for entrant in attempts:
        entrant.race = race
        if race.ended_at is None and not entrant.is_final(moment):
            continue
        line = thinned(line_of(entrant))
        facts = {"id": entrant.pk, "name": entrant.player.shown_name, "place": entrant.place}
        told_lines.append({**facts, "outcome": entrant.outcome, "line": line})
    ghosts = [
        ghost.model_dump(include={"id", "outcome", "line"}) | {"name": in_words(ghost.name)}
        for ghost in ghosts_of(race)
    ]
    return JsonResponse({"lines": told_lines, "ghosts": ghosts})
