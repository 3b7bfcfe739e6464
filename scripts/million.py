"""How fast leaderboards are with a million results: fills a database of its own, times every query, shows its plan.

    python -m scripts.million                       (some minutes; PostgreSQL is started and removed again)
    python -m scripts.million --results 100000 --plans

Prints Markdown for docs/performance.md. Ends with 1 when a query takes longer than LIMIT_MS.
"""

import argparse
import os
import re
import secrets
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from tests.services import Services

LIMIT_MS = 50.0
# Plans of quicker queries are shown where they are asked for.
SHOWN_MS = 8.0
TIMES = 7
# The results end here, so that this week and this month have their share.
NOW = datetime(2026, 6, 18, 12, tzinfo=UTC)
PLAYERS_PER_RESULT = 0.2
# Of all results so many are of one popular numbered deal, and so many of one day's deal.
POPULAR, DAILY = 0.2, 0.05
RACERS = 4
FILL = Path(__file__).with_suffix(".sql")


class Asked(NamedTuple):
    """A page that somebody asks for."""

    name: str
    ask: Callable[[], Any]


def main() -> int:
    """Fill, ask, tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--plans", action="store_true", help="print every plan, not only the slow ones")
    asked = parser.parse_args()
    os.environ.pop("DATABASE_URL", None)  # never into anybody's own
    os.environ["REDIS_URL"] = ""
    os.environ.update(SECRET_KEY=secrets.token_hex(32), STATIC_MANIFEST="0", SOLVERS="0")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
    with Services():
        import django

        django.setup()
        fill(asked.results)
        return tell(every_plan=asked.plans)


def fill(results: int) -> None:
    """Migrate the new database and write the results; says what takes how long on standard error."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    players = int(results * PLAYERS_PER_RESULT)
    races = int(results * (1 - DAILY)) // RACERS
    values: dict[str, datetime | int] = {
        "now": NOW,
        "players": players,
        "deals": results // 20,
        "races": races,
        "popular": int(results * POPULAR) // RACERS,
        "of_day": int(results * DAILY),
        "racers": RACERS,
        "viewer": 1,
    }
    with connection.cursor() as cursor:
        cursor.execute("SET work_mem = '256MB'")
        cursor.execute("SELECT setseed(0.5)")
        for statement in filter(str.strip, FILL.read_text().split(";\n")):
            begun = time.perf_counter()
            cursor.execute(statement, values)
            table = statement.split("INSERT INTO ")[1].split()[0]
            print(f"{table}: {cursor.rowcount:,} in {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    check_rows()


def check_rows() -> None:
    """Compare rows written by SQL with those that the service would write. Raises AssertionError."""
    from racing.actions.boarding import board_rows
    from racing.models import BoardRow, Entrant

    for deals in ([2], range(10, 60)):
        runs = Entrant.objects.filter(race__deal__in=deals)
        if deals == [2]:
            runs = runs.filter(player__lte=500)
        rows = BoardRow.objects.filter(deal__in=deals, player__in=runs.values("player"))
        fields = ("deal_id", "ruleset_key", "board", "only_clean", "player_id", "key", "entrant_id")
        written = set(rows.values_list(*fields))
        assert written == {tuple(getattr(row, name) for name in fields) for row in board_rows(runs)}
        assert written


def pages() -> list[Asked]:
    """Return what is asked for: the first, a far and one's own page of every board."""
    from racing.boards import deal_board, find_deal, finished_race
    from racing.days import BEST, best_of
    from racing.leaders import leaders, tops
    from racing.models import Board, BoardRow, Deal, Player, Race, Tally

    popular, of_day = Deal.objects.get(number=1), Deal.objects.get(number=2)
    viewer = Player.objects.get(pk=1)
    daily = Race.objects.get(code="daily")

    def last_of(rows: Any, value: str) -> Player:
        return Player.objects.get(pk=rows.order_by(value).values_list("player", flat=True)[0])

    everybody = Tally.objects.filter(ruleset_key="cruel", period="all")
    last = last_of(everybody, "ordinal")
    last_of_deal = last_of(BoardRow.objects.filter(deal=popular, board=Board.MOVES, only_clean=False), "-key")
    last_of_day = last_of(BoardRow.objects.filter(deal=of_day, board=Board.DAY, only_clean=False), "-key")
    found = [Asked("/boards/", lambda: tops(NOW))]
    for by in ("rating", "wins", "streak"):
        for period in ("week", "month", "all"):
            found.append(
                _asked(f"/boards/cruel/?by={by}&period={period}", leaders, "cruel", NOW, by=by, period=period)
            )
    found += [
        _asked("…, page 200", leaders, "cruel", NOW, page=200),
        _asked("…, read by the last of all", leaders, "cruel", NOW, viewer=last),
        _asked("…, friends only (200)", leaders, "cruel", NOW, viewer=viewer, only_friends=True),
        _asked("/boards/cruel/DEAL/: whether there is one", find_deal, "cruel", 1),
        _asked("… of a deal that is only practised", find_deal, "alternations", 3),
        _asked("…, a finished race of it", finished_race, "cruel", popular),
    ]
    for by in (Board.MOVES, Board.TIME):
        for clean in (False, True):
            name = f"/boards/cruel/DEAL/?by={by}{'&clean=1' if clean else ''}"
            found.append(_asked(name, deal_board, "cruel", popular, by=by, only_clean=clean))
    found += [
        _asked("…, page 200", deal_board, "cruel", popular, page=200),
        _asked("…, read by the last of all", deal_board, "cruel", popular, viewer=last_of_deal),
        _asked("…, friends only (200)", deal_board, "cruel", popular, viewer=viewer, only_friends=True),
        _asked("/daily/cruel/DAY/", deal_board, "cruel", of_day, by=Board.DAY),
        Asked("the best of a day's room", lambda: list(best_of(daily)[:BEST])),
        _asked("…, read by the last of all", deal_board, "cruel", of_day, by=Board.DAY, viewer=last_of_day),
    ]
    return found


def _asked(name: str, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Asked:
    return Asked(name, lambda: ask(*args, **kwargs))


def tell(*, every_plan: bool) -> int:
    """Ask for every page, print the times and the plans. Returns 1 when something took too long."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    slow = 0
    plans = []
    print("| page | queries | all of them | slowest | its plan |\n|---|---|---|---|---|")
    for name, ask in pages():
        totals, queries = [], []
        for _ in range(TIMES):
            with CaptureQueriesContext(connection) as captured:
                begun = time.perf_counter()
                ask()
                totals.append((time.perf_counter() - begun) * 1000)
            queries = [query["sql"] for query in captured]
        timed = [(*explained(sql), sql) for sql in queries]
        slowest = max(timed)
        slow += slowest[0] > LIMIT_MS
        plans += [(name, one) for one in timed if every_plan or (slowest[0] > SHOWN_MS and one is slowest)]
        shape = " → ".join(_step(line) for line in slowest[1] if "(cost" in line)
        print(
            f"| {name} | {len(queries)} | {min(totals):.1f} ms | {slowest[0]:.1f} ms | {shape} |",
            flush=True,
        )
    for name, (ms, plan, sql) in plans:
        print(f"\n{name}: {ms:.1f} ms\n\n```\n{sql}\n" + "\n".join(plan) + "\n```")
    return 1 if slow else 0


def _step(line: str) -> str:
    """Return the name of a step of a plan, and of its index."""
    return re.sub(r" on \w+( \w+)?$", "", line.split("(")[0].strip(" ->"))


def explained(sql: str) -> tuple[float, list[str]]:
    """Return the time of a query in milliseconds, as PostgreSQL measures it, and its plan.

    It is the shortest of some: what was longer did other work between.
    """
    from django.db import connection

    times, plan = [], []
    with connection.cursor() as cursor:
        for _ in range(TIMES):
            cursor.execute("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) " + sql.replace("%", "%%"))
            plan = [row[0] for row in cursor.fetchall()]
            times.append(
                float(plan[-1].split()[2])
                + float(next(line for line in plan if "Planning Time" in line).split()[2])
            )
    return min(times), plan


if __name__ == "__main__":
    sys.exit(main())
