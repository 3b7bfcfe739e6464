"""What a socket or a page asks for: where the race stands now, after ending what is due to end.

Between reading and acting: it reads with racing.snapshots, and lets racing.actions settle and note presence.
"""

from collections import Counter
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from racing import actions
from racing.actions.presence import NOTE_EVERY
from racing.clock import to_ms
from racing.days import told_of
from racing.messages import Pong, RaceNews, Table
from racing.models import Entrant, Kind, Race, Status
from racing.refusals import Refused
from racing.seats import current_table
from racing.snapshots import news_of, pong_of, races_to_tell, sees_results


class Place(NamedTuple):
    """Which race it is, and which entrant asks: None for a spectator."""

    race_id: int
    entrant_id: int | None


class Seen(NamedTuple):
    """A race, ended if that was due, as whoever asks may know it. ``own`` is their place in it."""

    race: Race
    own: Entrant | None
    news: RaceNews


class Standing(NamedTuple):
    """The race as whoever asks may know it, and their table, once there is one to see."""

    news: RaceNews
    table: Table | None


def find_place(code: str, player_id: int | None) -> Place:
    """Return the place of a player in a race. Raises Refused when there is no such race."""
    race_id = Race.objects.filter(code=code).values_list("pk", flat=True).first()
    if race_id is None:
        raise Refused("no_such_race")
    mine = Entrant.objects.filter(race=race_id, player=player_id).values_list("pk", flat=True)
    return Place(race_id, mine.first() if player_id is not None else None)


def seen_from(place: Place, now: datetime) -> Seen:
    """Return the race as it is seen from a place. Raises Refused when it is gone.

    The race is read before its entrants: see racing.snapshots.race_news.
    """
    actions.settle(place.race_id, now)
    race = races_to_tell(now).select_related("host").filter(pk=place.race_id).first()
    if race is None:
        raise Refused("no_such_race")
    if race.kind == Kind.DAILY:
        return _seen_daily(race, place, now)
    entrants = list(race.entrants.select_related("player").order_by("pk"))
    own = next((entrant for entrant in entrants if entrant.pk == place.entrant_id), None)
    return Seen(race, own, news_of(race, entrants, now, own))


def _seen_daily(race: Race, place: Place, now: datetime) -> Seen:
    rows = race.entrants.select_related("player")
    own = rows.filter(pk=place.entrant_id).first() if place.entrant_id is not None else None
    if own is not None:
        own.race = race
    entrants = told_of(race, own, open_to_viewer=sees_results(race, own, now))
    return Seen(race, own, news_of(race, entrants, now, own, total=race.entrants.count()))


def standing(place: Place, now: datetime) -> Standing:
    """Return where the race stands. Raises Refused when it is gone."""
    race, own, news = seen_from(place, now)
    if own is None:
        return Standing(news, None)
    own.race = race
    # Nobody sees the deal before the common start, or their own.
    dealt = own.begins_at is not None and own.begins_at <= now
    return Standing(news, current_table(own, now) if dealt else None)


def pong(place: Place, now: datetime) -> Pong:
    """Return the newest version and ply, and note that whoever asks is still there."""
    playing = None if place.entrant_id is None else _pong_while_playing(place.entrant_id, now)
    return playing or _pong_by_the_way(place, now)


# A race, read before its plies are: what is added up is one moment's in one statement. Written out, because having it
# written for every heartbeat of everybody cost several times what asking does.
_PLAYING = """
    SELECT race.id, race.kind, race.changes, race.created_at, race.starts_at, race.closes_at, race.time_limit,
        entrant.plies AS own_plies,
        (SELECT SUM(plies) FROM racing_entrant WHERE race_id = race.id) AS all_plies
    FROM racing_entrant AS entrant JOIN racing_race AS race ON race.id = entrant.race_id
    WHERE entrant.id = %s AND entrant.outcome IS NULL AND entrant.left_at IS NULL AND entrant.seen_at >= %s
"""


def _pong_while_playing(entrant_id: int, now: datetime) -> Pong | None:
    """Return None when there may be more to do than to answer."""
    for race in Race.objects.raw(_PLAYING, [entrant_id, now - NOTE_EVERY]):
        if not _may_end(race, now):
            version = race.changes + race.all_plies  # type: ignore[attr-defined]  # mypy does not read SQL
            return Pong(version=version, ply=race.own_plies, now=to_ms(now))  # type: ignore[attr-defined]  # nor here
    return None


def _pong_by_the_way(place: Place, now: datetime) -> Pong:
    own = None
    if place.entrant_id is not None:
        own = Entrant.objects.select_related("race").filter(pk=place.entrant_id).first()
    if own is None or own.outcome is not None or _may_end(own.race, now):
        actions.settle(place.race_id, now)
        race = Race.objects.filter(pk=place.race_id).first()
    else:
        race = own.race
    if race is None:
        raise Refused("no_such_race")
    if own is not None:
        actions.beat(own, now)
    return pong_of(race, own, now)


def _may_end(race: Race, now: datetime) -> bool:
    """Whether it is worth looking: a race in which somebody still plays, and that has time, goes on."""
    if race.is_asynchronous or now - race.created_at >= actions.UNUSED_AFTER:
        return True
    return race.deadline is not None and now >= race.deadline


def races_by_state(now: datetime) -> dict[str, int]:
    """Return how many races and practices of each state there are; of what is over, those of the last day."""
    states = Counter({status.value: 0 for status in Status})
    since = now - timedelta(days=1)
    going_on = Q(ended_at=None, cancelled_at=None)
    counted = Race.objects.filter(going_on | Q(ended_at__gte=since) | Q(cancelled_at__gte=since))
    for race in counted.only("starts_at", "ended_at", "cancelled_at").iterator():
        states[race.status(now).value] += 1
    return dict(states)
