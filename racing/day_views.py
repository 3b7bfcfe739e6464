"""The pages of the deals of the day, and the door for who was told a short code."""

from datetime import UTC, date, datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from racing import actions, boards, pages, rates
from racing.board_views import choices, is_on, page_of
from racing.clock import now
from racing.codes import read_short_code
from racing.days import find_daily, rows_of_today, streaks_of, today
from racing.identity import player_of, remember
from racing.models import Board, Race
from racing.refusals import Refused


@require_safe
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """Today's deals, one for each game."""
    moment = now()
    day = today(moment)
    context = {
        "day": day,
        "next_at": datetime.combine(day + timedelta(days=1), time.min, UTC),
        "rows": rows_of_today(player_of(request), moment),
    }
    return render(request, "daily.html", context)


@require_POST
def play_daily(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Take a place in the race of today's deal, under a name of no importance when the player has none yet."""
    player = player_of(request) or actions.new_guest(now())
    entrant = actions.join_daily(ruleset, player, now())
    response = redirect("room", code=entrant.race.code)
    remember(response, player)
    return response


@require_safe
@never_cache
def daily_board(request: HttpRequest, ruleset: str, day: str) -> HttpResponse:
    """The board of a day's deal: results are for who has finished, until the day is over."""
    try:
        of_day = date.fromisoformat(day)
    except ValueError:
        raise Refused("no_such_day") from None
    found = find_daily(ruleset, of_day)
    if found is None:
        raise Refused("no_such_day")
    moment = now()
    actions.settle(found.race_id, moment)
    race = Race.objects.select_related("deal").get(pk=found.race_id)
    viewer = player_of(request)
    own = race.entrants.filter(player=viewer).first() if viewer is not None else None
    if own is not None:
        own.race = race
    is_open = race.ended_at is not None or (own is not None and own.is_final(moment))
    asked = {"clean": is_on(request, "clean"), "friends": is_on(request, "friends")}
    board = boards.deal_board(
        ruleset,
        race.deal,
        by=Board.DAY,
        only_clean=bool(asked["clean"]),
        viewer=viewer,
        only_friends=bool(asked["friends"]),
        page=page_of(request),
    )
    context = {
        "ruleset": race.ruleset,
        "race": race,
        "day": of_day,
        "before": of_day - timedelta(days=1),
        "after": of_day + timedelta(days=1) if of_day < today(moment) else None,
        "own": own,
        "is_open": is_open,
        "board": board if is_open else None,
        "racers": race.entrants.filter(started_at__isnull=False).count(),
        "streak": streaks_of(viewer, ruleset, today(moment)) if viewer is not None else (0, 0),
        "asked": asked,
        "links": choices(asked, board.page),
    }
    return render(request, "daily_board.html", context)


@require_safe
@never_cache
def short(request: HttpRequest, code: str = "") -> HttpResponse:
    """Go to the room whose code somebody was told: /s/KMQRTW/, or the form's /s/?code=kmq-rtw."""
    wait = rates.page_wait("short", request.META.get("REMOTE_ADDR", ""))
    if wait is not None:
        refused = Refused("too_many_requests", seconds=wait.seconds)
    else:
        letters = read_short_code(code or request.GET.get("code", ""))
        race = letters and Race.objects.going_on().filter(short_code=letters, short_until__gt=now()).first()
        if race:
            return redirect("room", code=race.code)
        refused = Refused("no_such_code")
    context = pages.home(player_of(request), short_error=refused.sentence())
    response = render(request, "home.html", context, status=refused.status)
    if wait is not None:
        response["Retry-After"] = str(wait.seconds)
    return response
