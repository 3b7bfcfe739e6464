"""Plies of many entrants in one transaction: what waits in a process together is committed together.

A commit is a write to the disk, whether it holds one ply or sixty; this way durability does not cap how many can
be played. Each ply is checked as if it were alone, and one that cannot go with the others spoils nothing: it
is left to `play`. Nobody waits for a lock here, so the plies of a group wait for no stranger.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction

from racing import events
from racing.actions.playing import Checked, ConflictError, check, write_one
from racing.messages import PlyMade
from racing.refusals import Refused
from racing.seats import SEATS
from racing.snapshots import news_for_all

logger = logging.getLogger(__name__)


class Asked(NamedTuple):
    """A ply that somebody asks for; see `actions.play`."""

    entrant_id: int
    number: int
    move: str
    now: datetime
    sender: str | None


class GroupPlayed(NamedTuple):
    """What became of a group: an answer each, None for whoever has to be played alone, and the races to settle."""

    answers: list[PlyMade | Refused | None]
    to_settle: set[int]


def play_group(group: Sequence[Asked]) -> GroupPlayed:
    """Play plies of different entrants and commit them together. Never raises."""
    answers: list[PlyMade | Refused | None] = [None] * len(group)
    checked: dict[int, Checked] = {}
    for place, asked in enumerate(group):
        seat = SEATS.take(asked.entrant_id)
        if seat is None:
            continue  # loading its log must not hold up the others
        try:
            found = check(seat, asked.number, asked.move, asked.now)
        except Refused as refused:
            SEATS.keep(seat)
            answers[place] = refused
        except ConflictError:
            continue
        except Exception:
            logger.warning("a ply is played alone", exc_info=True)
        else:
            if isinstance(found, Checked):
                checked[place] = found
            else:
                SEATS.keep(seat)
                answers[place] = found
    to_settle: set[int] = set()
    for place, one in _written(checked).items():
        one.seat.last_at, one.seat.outcome = one.at, one.outcome
        SEATS.keep(one.seat)
        answers[place] = one.made
        events.ply_made(one.seat.entrant_id, one.made, group[place].sender)
        if one.outcome is not None:
            to_settle.add(one.seat.race_id)
    return GroupPlayed(answers, to_settle)


def _written(checked: dict[int, Checked]) -> dict[int, Checked]:
    """Commit the plies that are still the next ones of entrants that nobody holds; return those."""
    if not checked:
        return {}
    try:
        with transaction.atomic():
            done = _write_many(checked)
    except Exception:
        # Perhaps it is committed and only the answer was lost: played alone, each finds out.
        logger.warning("a group of %d is played one by one", len(checked), exc_info=True)
        return {}
    hurried: dict[int, bool] = {}
    for one in done.values():
        if one.seat.quiet and one.outcome is None:
            continue
        hurried[one.seat.race_id] = hurried.get(one.seat.race_id, False) or one.outcome is not None
    for race_id, at_once in hurried.items():
        events.race_changed(race_id, news_for_all, at_once=at_once)
    return done


def _write_many(checked: dict[int, Checked]) -> dict[int, Checked]:
    if connection.vendor != "postgresql":
        return _write_in_turn(checked)
    with connection.cursor() as cursor:
        # Only rows that are free: waiting for one would hold up all, and two groups could wait for each other.
        cursor.execute(_TAKE, [[one.seat.entrant_id for one in checked.values()]])
        facts = dict(cursor.fetchall())
        done = {
            place: one
            for place, one in checked.items()
            if facts.get(one.seat.entrant_id) == one.ply.number - 1
        }
        if done:
            cursor.execute(_WRITE, _columns(list(done.values())))
    return done


def _write_in_turn(checked: dict[int, Checked]) -> dict[int, Checked]:
    done = {}
    for place, one in checked.items():
        try:
            write_one(one)
        except ConflictError:
            continue
        done[place] = one
    return done


_TAKE = """
    SELECT id, plies FROM racing_entrant
    WHERE id = ANY(%s::bigint[]) AND outcome IS NULL
    FOR NO KEY UPDATE SKIP LOCKED
"""
# One round trip for both tables.
_WRITE = """
    WITH asked AS (
        SELECT * FROM unnest(
            %s::bigint[], %s::int[], %s::text[], %s::timestamptz[],
            %s::int[], %s::int[], %s::int[], %s::int[], %s::text[]
        ) AS asked (entrant_id, number, move, at, progress, score, redeals, slips, outcome)
    ), logged AS (
        INSERT INTO racing_ply (entrant_id, number, move, at) SELECT entrant_id, number, move, at FROM asked
    )
    UPDATE racing_entrant AS entrant
    SET plies = asked.number, progress = asked.progress, score = asked.score, redeals = asked.redeals,
        slips = asked.slips, take_backs = entrant.take_backs + (asked.move = 'u')::int,
        last_at = asked.at, outcome = asked.outcome,
        finished_at = CASE WHEN asked.outcome IS NULL THEN NULL ELSE asked.at END
    FROM asked WHERE entrant.id = asked.entrant_id
"""


def _columns(plies: list[Checked]) -> list[list[object]]:
    rows = [
        (
            one.seat.entrant_id,
            one.ply.number,
            one.ply.move,
            one.at,
            one.made.state.progress,
            one.made.state.score,
            one.made.state.redeals,
            one.made.state.slips,
            None if one.outcome is None else one.outcome.value,
        )
        for one in plies
    ]
    return [list(column) for column in zip(*rows, strict=True)]
