"""Plies of many entrants in one transaction: what waits in a process together is committed together.

A commit is a write to the disk, whether it holds one ply or sixty; this way durability does not cap how many can
be played. Each ply is checked as if it were alone, and one that cannot go with the others spoils nothing: it
is left to `play`. Nobody waits for a lock here, so the plies of a group wait for no stranger.
"""

import logging
from collections.abc import Sequence, Set
from datetime import datetime
from typing import Any, NamedTuple

import psycopg
from django.db import connection, transaction

from racing.actions.playing import Checked, ConflictError, check_here, publish, write_one
from racing.messages import PlyMade
from racing.seats import SEATS

logger = logging.getLogger(__name__)


class Asked(NamedTuple):
    """A ply that somebody asks for; see `actions.play`."""

    entrant_id: int
    number: int
    move: str
    now: datetime
    sender: str | None


# By place in the group.
CheckedPlies = dict[int, Checked]


class GroupPlayed(NamedTuple):
    """What became of a group: an answer each, None for whoever has to be played alone, and the races to settle."""

    answers: list[PlyMade | None]
    to_settle: set[int]


def play_group(group: Sequence[Asked]) -> GroupPlayed:
    """Play plies of different entrants and commit them together. Never raises.

    In three steps, so that the event loop can take the first and the last, and a thread waits for the database.
    """
    checked = check_group(group)
    return finish_group(group, checked, write_group(checked))


def check_group(group: Sequence[Asked]) -> CheckedPlies:
    """Play what can be played on tables that are in memory, without asking the database. Never raises."""
    checked: CheckedPlies = {}
    for place, asked in enumerate(group):
        seat = SEATS.take(asked.entrant_id)
        if seat is None:
            continue  # loading its log must not hold up the others
        try:
            found = check_here(seat, asked.number, asked.move, asked.now)
        except Exception:
            logger.warning("a ply is played alone", exc_info=True)
            continue
        if found is None:
            SEATS.keep(seat)
        else:
            checked[place] = found
    return checked


def write_group(checked: CheckedPlies) -> set[int]:
    """Commit what is still the next ply of an entrant that nobody holds; return the places of those. Never raises."""
    if not checked:
        return set()
    try:
        if connection.vendor == "postgresql":
            return _write_together(checked)
        with transaction.atomic():
            return _write_in_turn(checked)
    except Exception:
        # Perhaps it is committed and only the answer was lost: played alone, each finds out.
        logger.warning("a group of %d is played one by one", len(checked), exc_info=True)
        return set()


def finish_group(group: Sequence[Asked], checked: CheckedPlies, written: Set[int]) -> GroupPlayed:
    """Publish what was written, and return the answers."""
    answers: list[PlyMade | None] = [None] * len(group)
    to_settle: set[int] = set()
    for place in written:
        one = checked[place]
        one.seat.last_at, one.seat.outcome = one.at, one.outcome
        SEATS.keep(one.seat)
        answers[place] = one.made
        publish(one, group[place].sender)
        if one.outcome is not None:
            to_settle.add(one.seat.race_id)
    return GroupPlayed(answers, to_settle)


def _write_in_turn(checked: CheckedPlies) -> set[int]:
    done = set()
    for place, one in checked.items():
        try:
            write_one(one)
        except ConflictError:
            continue
        done.add(place)
    return done


def _write_together(checked: CheckedPlies) -> set[int]:
    with connection.wrap_database_errors:
        connection.ensure_connection()
        # Not Django's cursor, which has every statement read and planned anew: that was half of what a group cost.
        with psycopg.Cursor(_ready_to_write(connection.connection)) as cursor:
            cursor.execute(_WRITE, _columns(list(checked.values())))
            written = {entrant_id for (entrant_id,) in cursor.fetchall()}
    return {place for place, one in checked.items() if one.seat.entrant_id in written}


def _ready_to_write(raw: psycopg.Connection[Any]) -> psycopg.Connection[Any]:
    if raw.prepare_threshold is None:
        for setting in _BY_KEY:
            raw.execute(setting)
        raw.prepare_threshold = 0
    return raw


# What is planned once must not depend on how few entrants there were then: each is looked up by its key.
_BY_KEY = (
    b"SET plan_cache_mode = force_generic_plan",
    b"SET enable_seqscan = off",
    b"SET enable_hashjoin = off",
    b"SET enable_mergejoin = off",
)
# One statement, so one transaction and one round trip. Only rows that are free: waiting for one would hold up all, and
# two groups could wait for each other.
_WRITE = b"""
    WITH free AS (
        SELECT asked.* FROM unnest(
            %s::bigint[], %s::int[], %s::text[], %s::timestamptz[],
            %s::int[], %s::int[], %s::int[], %s::int[], %s::text[]
        ) AS asked (entrant_id, number, move, at, progress, score, redeals, slips, outcome)
        JOIN racing_entrant AS entrant ON entrant.id = asked.entrant_id
        WHERE entrant.plies = asked.number - 1 AND entrant.outcome IS NULL
        FOR NO KEY UPDATE OF entrant SKIP LOCKED
    ), logged AS (
        INSERT INTO racing_ply (entrant_id, number, move, at) SELECT entrant_id, number, move, at FROM free
    )
    UPDATE racing_entrant AS entrant
    SET plies = free.number, progress = free.progress, score = free.score, redeals = free.redeals,
        slips = free.slips, take_backs = entrant.take_backs + (free.move = 'u')::int,
        last_at = free.at, seen_at = free.at, outcome = free.outcome,
        finished_at = CASE WHEN free.outcome IS NULL THEN NULL ELSE free.at END
    FROM free
    WHERE entrant.id = free.entrant_id
    RETURNING entrant.id
"""


def _columns(plies: list[Checked]) -> list[str]:
    """Return what is asked as PostgreSQL spells arrays: as lists their types would depend on their numbers."""
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
    return [f"{{{','.join(map(_spelled, column))}}}" for column in zip(*rows, strict=True)]


def _spelled(value: object) -> str:
    if value is None:
        return "NULL"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
