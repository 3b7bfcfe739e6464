"""The pages of leaderboards: of all games, of a game, of a deal. That of a day is in racing.day_views."""

from collections.abc import Collection, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.errors import UnknownRuleset
from engine.game import Ruleset
from engine.rulesets import RULESETS, find_ruleset
from racing import actions
from racing.boards import deal_board, find_deal, finished_race
from racing.clock import now
from racing.identity import player_of
from racing.leaders import ORDERS, leaders, tops
from racing.models import Board, Period
from racing.ranked import MAX_PAGE
from racing.refusals import Refused
from racing.snapshots import par_of


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """All games, with the best players of each."""
    best = tops(now())
    games = [{"ruleset": ruleset, "leaders": best[key]} for key, ruleset in RULESETS.items()]
    return render(request, "boards.html", {"games": games})


@require_safe
@never_cache
def game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The best players of a game: ?by=rating|wins|streak&period=week|month|all&friends=1&page=."""
    rules = _ruleset(ruleset)
    asked = {
        "by": _one_of(request, "by", ORDERS, "rating"),
        "period": _one_of(request, "period", Period.values, Period.ALL),
        "friends": is_on(request, "friends"),
    }
    viewer = player_of(request)
    board = leaders(
        rules.key,
        now(),
        by=asked["by"],
        period=asked["period"],
        viewer=viewer,
        only_friends=bool(asked["friends"]),
        page=page_of(request),
    )
    context = {"ruleset": rules, "board": board, "asked": asked, "links": choices(asked, board.page)}
    return render(request, "board_game.html", context)


@require_safe
@never_cache
def deal(request: HttpRequest, ruleset: str, deal_id: int) -> HttpResponse:
    """The best runs of a deal: ?by=moves|time&clean=1&friends=1&page=."""
    found = find_deal(ruleset, deal_id)
    if found is None:
        raise Refused("no_such_board")
    rules = _ruleset(ruleset)
    race = finished_race(ruleset, found)
    if race is not None:
        actions.want_par(race)
    asked = {
        "by": _one_of(request, "by", (Board.MOVES, Board.TIME), Board.MOVES),
        "clean": is_on(request, "clean"),
        "friends": is_on(request, "friends"),
    }
    board = deal_board(
        ruleset,
        found,
        by=asked["by"],
        only_clean=bool(asked["clean"]),
        viewer=player_of(request),
        only_friends=bool(asked["friends"]),
        page=page_of(request),
    )
    context = {
        "ruleset": rules,
        "deal": found,
        "number": found.number,
        "par": par_of(found, rules, raced=True),
        "board": board,
        "asked": asked,
        "links": choices(asked, board.page),
        "known_deal": found.number is not None and rules.has_hidden_cards,
    }
    return render(request, "board.html", context)


def _ruleset(key: str) -> Ruleset:
    try:
        return find_ruleset(key)
    except UnknownRuleset:
        raise Refused("no_such_board") from None


def _one_of(request: HttpRequest, name: str, allowed: Collection[str], default: str) -> str:
    asked = request.GET.get(name, "")
    return asked if asked in allowed else default


def is_on(request: HttpRequest, name: str) -> str:
    """Return "1" where a filter is on, and "" where it is not."""
    return "1" if request.GET.get(name) == "1" else ""


def page_of(request: HttpRequest) -> int:
    """Return the page that is asked for, from 1; the first for nonsense."""
    asked = request.GET.get("page", "")
    # Digits only, and few: no number that takes long to read.
    return min(int(asked), MAX_PAGE) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1


def choices(asked: Mapping[str, str], page: int) -> dict[str, str]:
    """Return the query strings of the choices: `by-wins`, `friends` (the other way round), `next`."""

    def query(**changed: str) -> str:
        chosen = {name: value for name, value in {**asked, **changed}.items() if value}
        return "?" + "&".join(f"{name}={value}" for name, value in chosen.items())

    links = {"next": query(page=str(page + 1)), "previous": query(page=str(page - 1)), "first": query()}
    for name, values in {"by": [*ORDERS, "moves", "time"], "period": Period.values}.items():
        if name in asked:
            links |= {f"{name}_{value}": query(**{name: value}) for value in values}
    for name in ("clean", "friends"):
        if name in asked:
            links[name] = query(**{name: "" if asked[name] else "1"})
    return links
