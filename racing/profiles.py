"""What a player's profile shows: game by game what the races amount to, how the rating went, and the last races."""

from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from engine.game import Ruleset
from engine.rulesets import RULESETS
from racing.models import Entrant, Kind, Period, Player, Rating, RatingChange, Tally
from racing.ratings import START, Strength, is_provisional, shown

# As many as a curve of some hundred pixels can show.
CURVE_RACES = 200
RECENT_RACES = 20
# The box that a curve is drawn in; it is stretched to the width there is.
CURVE_WIDTH, CURVE_HEIGHT = 300, 64


class Curve(NamedTuple):
    """A rating over the last races, as SVG paths in a box of CURVE_WIDTH by CURVE_HEIGHT."""

    line: str
    under: str
    first: int
    last: int
    lowest: int
    highest: int
    races: int


class Game(NamedTuple):
    """One game on a profile. ``rating`` is as people see it, None before the first rated race."""

    ruleset: Ruleset
    races: int
    wins: int
    streak: int
    best_streak: int
    rating: int | None
    provisional: bool
    curve: Curve | None


def games_of(player: Player) -> list[Game]:
    """Return a row for each game that the player has raced or is rated in, in the order of the catalogue."""
    tallies = {row.ruleset_key: row for row in Tally.objects.filter(player=player, period=Period.ALL)}
    ratings = {row.ruleset_key: row for row in Rating.objects.filter(player=player)}
    return [
        _game(rules, player, tallies.get(key), ratings.get(key))
        for key, rules in RULESETS.items()
        if key in tallies or key in ratings
    ]


def _game(rules: Ruleset, player: Player, tally: Tally | None, rating: Rating | None) -> Game:
    return Game(
        ruleset=rules,
        races=tally.races if tally else 0,
        wins=tally.wins if tally else 0,
        streak=tally.streak if tally else 0,
        best_streak=tally.best_streak if tally else 0,
        rating=shown(rating.ordinal) if rating else None,
        provisional=rating is not None and is_provisional(rating.races),
        curve=curve(changes_of(player, rules.key)) if rating else None,
    )


def changes_of(player: Player, ruleset_key: str) -> list[RatingChange]:
    """Return what the newest races did to a player's rating in a game, oldest first.

    With the changes of a guest from whom the account has its rating: where it had none of its own at that time.
    """
    changes = RatingChange.objects.filter(rated_race__race__ruleset_key=ruleset_key)
    whose = Q(player=player)
    for handover in player.ratings_taken_over.all():
        if not changes.filter(player=player, rated_race__lte=handover.after).exists():
            whose |= Q(player=handover.guest_id, rated_race__lte=handover.after)
    newest = changes.filter(whose).order_by("-rated_race")[:CURVE_RACES]
    return list(newest)[::-1]


def curve(changes: list[RatingChange]) -> Curve | None:
    """Return the curve of a rating through these changes, beginning before the first; None without any."""
    if not changes:
        return None
    first = Strength(changes[0].mu_before, changes[0].sigma_before)
    levels = [shown(Strength(change.mu, change.sigma).ordinal) for change in changes]
    levels.insert(0, shown(first.ordinal))
    lowest, highest = min(levels), max(levels)
    # A rating that hardly moved is drawn as a line and not as mountains.
    span = max(highest - lowest, shown(START.ordinal) // 10)
    points = [
        f"{number * CURVE_WIDTH / (len(levels) - 1):.1f} "
        f"{CURVE_HEIGHT - 4 - (level - lowest) * (CURVE_HEIGHT - 8) / span:.1f}"
        for number, level in enumerate(levels)
    ]
    line = "M" + "L".join(points)
    return Curve(
        line=line,
        under=f"{line}L{CURVE_WIDTH} {CURVE_HEIGHT}L0 {CURVE_HEIGHT}Z",
        first=levels[0],
        last=levels[-1],
        lowest=lowest,
        highest=highest,
        races=len(changes),
    )


class RecentRace(NamedTuple):
    """A line of the last races: the attempt, how many raced, and where it can be seen."""

    entrant: Entrant
    racers: int
    replay: str


def recent_races(player: Player) -> list[RecentRace]:
    """Return the player's last races that are over, newest first. Practice is nobody else's business."""
    rows: QuerySet[Entrant] = (
        Entrant.objects.filter(player=player, race__ended_at__isnull=False, outcome__isnull=False)
        .exclude(race__kind=Kind.PRACTICE)
        .select_related("race")
        .order_by("-race__ended_at", "-pk")[:RECENT_RACES]
    )
    entrants = list(rows)
    counts = dict(
        Entrant.objects.filter(race__in=[entrant.race_id for entrant in entrants])
        .values_list("race")
        .annotate(total=Count("pk"))
    )
    return [
        RecentRace(entrant, counts[entrant.race_id], reverse("replay", args=[entrant.race.code, entrant.pk]))
        for entrant in entrants
    ]
