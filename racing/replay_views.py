"""The page on which two attempts at one race stand side by side, and the charts of the race."""

from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from racing import pages, replays
from racing.codes import read_key
from racing.identity import player_of
from racing.models import Entrant, Player, Race
from racing.refusals import Refused

# A day's deal has no limit of racers; whoever is further down is named in the address.
MOST_CHOICES = 64
# More lines than this are a tangle: the charts show the two attempts and the best of the others.
MOST_LINES = 6


@require_safe
@never_cache
def side_by_side(request: HttpRequest, code: str) -> HttpResponse:
    """Two attempts side by side: ?left= and ?right= say whose, ?by=time|ply what keeps them in step, ?ply= where."""
    seen = _to_be_seen(code, player_of(request), [request.GET.get("left", ""), request.GET.get("right", "")])
    left = _asked(request, "left", seen, seen[0])
    right = _asked(request, "right", seen, next((each for each in seen if each != left), left))
    shown = list(dict.fromkeys([left, right, *seen]))[: MOST_LINES + 2]
    replays.admit(request, sum(entrant.plies for entrant in shown))
    rebuilt = {entrant.pk: replays.rebuild(entrant) for entrant in shown}
    sides = {
        side: pages.replay(entrant, rebuilt[entrant.pk])["replay_data"] | {"entrant": entrant.pk}
        for side, entrant in (("left", left), ("right", right))
    }
    ply = request.GET.get("ply", "")
    context = {
        "race": left.race,
        "ruleset": left.race.ruleset,
        "entrants": seen,
        "left": left,
        "right": right,
        "by": "ply" if request.GET.get("by") == "ply" else "time",
        "replays_data": {
            **sides,
            "by": "ply" if request.GET.get("by") == "ply" else "time",
            "ply": int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 6 else None,
            "lines": [_line(entrant, rebuilt[entrant.pk]) for entrant in shown],
        },
    }
    return render(request, "replays.html", context)


def _to_be_seen(code: str, viewer: Player | None, asked: list[str]) -> list[Entrant]:
    # Whose attempt may be seen is said in one place, attempt by attempt: in a challenge it is not the same for all.
    race = Race.objects.filter(code=code).first()
    if race is None:
        raise Refused("no_such_race")
    seen, refused = [], Refused("replay_closed")
    best = list(
        race.entrants.order_by(F("place").asc(nulls_last=True), "pk").values_list("pk", flat=True)[
            :MOST_CHOICES
        ]
    )
    named = [pk for one in asked if (pk := read_key(one)) is not None]
    for pk in dict.fromkeys([*best, *named]):
        try:
            seen.append(replays.find_entrant(code, pk, viewer))
        except Refused as closed:
            refused = closed if pk in best else refused
    if not seen:
        raise refused
    return seen


def _asked(request: HttpRequest, side: str, seen: list[Entrant], otherwise: Entrant) -> Entrant:
    wanted = request.GET.get(side, "")
    return next((entrant for entrant in seen if str(entrant.pk) == wanted), otherwise)


def _line(entrant: Entrant, rebuilt: replays.Replay) -> dict[str, Any]:
    """Return the entrant's course: milliseconds, progress, plies, redeals, score, wherever the progress changes."""
    states = [(0, rebuilt.state), *((ply["at_ms"], ply["state"]) for ply in rebuilt.plies)]
    points = [
        (ms, state["progress"], plies, state["redeals"], state["score"])
        for plies, (ms, state) in enumerate(states)
    ]
    kept = [
        point
        for plies, point in enumerate(points)
        if plies in (0, len(points) - 1) or point[1] != points[plies - 1][1]
    ]
    return {"id": entrant.pk, "name": entrant.player.shown_name, "line": kept}
