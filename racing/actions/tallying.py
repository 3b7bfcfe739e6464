"""What a player did in a game, by week, by month and for all time: counted on with every rated race, and counted anew
where the past has changed.

Whoever writes here has the player's rating of the game locked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from racing.models import Flag, RatingChange, RatingHandover, Tally
from racing.periods import sinces_of
from racing.ratings import Strength

# A player and a ruleset's key.
Game = tuple[int, str]

_COUNTS = ["races", "wins", "streak", "best_streak", "ordinal"]


class Counted(NamedTuple):
    """One rated race of a player: when it ended, whether it was won, and the rating after it.

    ``counts`` is false for a run that a moderator has voided; ``ordinal`` is None where the rating was another's: that
    of a guest whose account had its own.
    """

    ended_at: datetime
    won: bool
    counts: bool
    ordinal: float | None


def count_race(
    ruleset_key: str, ended_at: datetime, won: Mapping[int, bool], ordinals: Mapping[int, float]
) -> None:
    """Count a race that has just been rated for its players (by their keys), in the caller's transaction."""
    periods = sinces_of(ended_at)
    Tally.objects.bulk_create(
        (
            Tally(player_id=player_id, ruleset_key=ruleset_key, period=period, since=since)
            for player_id in sorted(won)
            for period, since in periods
        ),
        ignore_conflicts=True,
    )
    sinces = dict(periods)
    rows = Tally.objects.filter(player__in=won, ruleset_key=ruleset_key, since__in=sinces.values())
    # Another period may begin on the same day.
    tallies = [row for row in rows if sinces[row.period] == row.since]  # type: ignore[index]  # a Period is its text
    for tally in tallies:
        _add(tally, Counted(ended_at, won[tally.player_id], True, ordinals[tally.player_id]))
    Tally.objects.bulk_update(tallies, _COUNTS)


def retally(player_id: int, ruleset_key: str) -> None:
    """Count a player's races of a game anew, from the first one, in the caller's transaction."""
    Tally.objects.filter(player=player_id, ruleset_key=ruleset_key).delete()
    races = counted_races([player_id], ruleset_key)
    Tally.objects.bulk_create(tallies_of((player_id, ruleset_key), races[player_id, ruleset_key]))


def tallies_of(game: Game, races: Iterable[Counted]) -> list[Tally]:
    """Return what the races, in their order, amount to; periods without a race that counts are left out."""
    player_id, ruleset_key = game
    tallies: dict[tuple[str, date], Tally] = {}
    for race in races:
        for period, since in sinces_of(race.ended_at):
            tally = tallies.get((period, since))
            if tally is None:
                tally = Tally(player_id=player_id, ruleset_key=ruleset_key, period=period, since=since)
                tallies[period, since] = tally
            _add(tally, race)
    return [tally for tally in tallies.values() if tally.races]


def _add(tally: Tally, race: Counted) -> None:
    if race.ordinal is not None:
        tally.ordinal = race.ordinal
    if race.counts:
        tally.races += 1
        tally.wins += race.won
        tally.streak = tally.streak + 1 if race.won else 0
        tally.best_streak = max(tally.best_streak, tally.streak)


def counted_races(player_ids: Collection[int], ruleset_key: str | None = None) -> dict[Game, list[Counted]]:
    """Return the rated races of the runs that are these players' now, by game, in the order of rating."""
    voided = Flag.objects.filter(entrant=OuterRef("entrant"), verdict="void")
    changes = RatingChange.objects.filter(
        entrant__player__in=player_ids, rated_race__race__ended_at__isnull=False
    )
    if ruleset_key is not None:
        changes = changes.filter(rated_race__race__ruleset_key=ruleset_key)
    races: dict[Game, list[Counted]] = defaultdict(list)
    lineages: dict[Game, set[int]] = {}
    for change in changes.annotate(voided=Exists(voided)).order_by("rated_race").values_list(
        "entrant__player", "rated_race__race__ruleset_key", "rated_race__race__ended_at", "place", "voided",
        "player", "mu", "sigma", named=True,
    ):  # fmt: skip  # one name a line tells no more
        game = (change.entrant__player, change.rated_race__race__ruleset_key)
        own = change.player == game[0]
        if not own:
            if game not in lineages:
                lineages[game] = lineage(*game)
            own = change.player in lineages[game]
        ordinal = Strength(change.mu, change.sigma).ordinal if own else None
        ended_at = change.rated_race__race__ended_at
        assert ended_at is not None  # by the filter
        races[game].append(Counted(ended_at, change.place == 1, not change.voided, ordinal))
    return races


def lineage(player_id: int, ruleset_key: str) -> set[int]:
    """Return whose past ratings of a game led to the player's: the player's own, and a guest's taken over at first."""
    own = {player_id}
    handovers = RatingHandover.objects.filter(account=player_id).order_by("after", "pk")
    for guest, after in handovers.values_list("guest", "after"):
        changes = RatingChange.objects.filter(
            rated_race__race__ruleset_key=ruleset_key, rated_race__lte=after
        )
        if changes.filter(player__in=own).exists():
            break
        if changes.filter(player=guest).exists():
            own.add(guest)
    return own
