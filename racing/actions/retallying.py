"""All tallies and all rows of boards once more from the runs themselves: to be compared, or replaced."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.db.models import Max, Model, QuerySet

from racing.actions.boarding import board_rows
from racing.actions.recounting import CHUNK, standstill
from racing.actions.tallying import counted_races, tallies_of
from racing.models import BoardRow, Deal, Entrant, Player, Tally

M = TypeVar("M", bound=Model)

_ROW = ("deal_id", "ruleset_key", "board", "only_clean", "player_id", "key", "entrant_id")
_TALLY = ("player_id", "ruleset_key", "period", "since", "races", "wins", "streak", "best_streak", "ordinal")


def recompute_tallies(*, check: bool) -> list[str]:
    """Count all tallies and find all rows of boards anew. Returns what was otherwise, a line each.

    With ``check`` nothing is changed.
    """
    differences: list[str] = []
    with standstill(change=not check):
        for first, last in _ranges(Player):
            there = Player.objects.filter(pk__range=(first, last), deleted_at=None, merged_into=None)
            players = list(there.values_list("pk", flat=True))
            races = counted_races(players)
            expected = [tally for game, counted in races.items() for tally in tallies_of(game, counted)]
            kept = Tally.objects.filter(player__gte=first, player__lte=last)
            differences += _compare(kept, expected, _TALLY, "tally", check=check)
        for first, last in _ranges(Deal):
            runs = Entrant.objects.filter(
                race__deal__gte=first, race__deal__lte=last, player__deleted_at=None
            )
            rows = BoardRow.objects.filter(deal__gte=first, deal__lte=last)
            differences += _compare(rows, board_rows(runs), _ROW, "row", check=check)
    return differences


def _ranges(model: type[Model]) -> Iterator[tuple[int, int]]:
    newest = model._default_manager.aggregate(newest=Max("pk"))["newest"] or 0
    for first in range(1, newest + 1, CHUNK):
        yield first, first + CHUNK - 1


def _compare(
    kept: QuerySet[M], expected: Iterable[M], fields: tuple[str, ...], what: str, *, check: bool
) -> list[str]:
    def facts(row: M) -> tuple[object, ...]:
        return tuple(getattr(row, name) for name in fields)

    stored = {facts(row): row for row in kept}
    wanted = {facts(row): row for row in expected}
    wrong = [row for key, row in stored.items() if key not in wanted]
    missing = [row for key, row in wanted.items() if key not in stored]
    if not check:
        kept.filter(pk__in=[row.pk for row in wrong]).delete()
        kept.model._default_manager.bulk_create(missing)
    return [
        *(f"{what} {' '.join(str(fact) for fact in facts(row))} is wrong" for row in wrong),
        *(f"{what} {' '.join(str(fact) for fact in facts(row))} is missing" for row in missing),
    ]
