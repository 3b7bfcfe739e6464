"""One move: checked by the engine on the entrant's table, committed, and only then answered.

(entrant, number) is unique and the entrant's row is updated on the condition that this ply is the next one,
so second tabs, retries and other processes cannot fork a log. The table comes from this process's memory when
it is there; on any conflict it is thrown away and rebuilt from the log.
"""

import logging
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F

from engine.errors import EngineError
from engine.game import Ply as PlayedPly
from engine.game import replay
from engine.notation import TAKE_BACK
from racing import events
from racing.actions.ending import refusal_of_outcome, settle
from racing.actions.locking import announce
from racing.messages import PlyMade
from racing.models import Entrant, Outcome, Ply
from racing.refusals import Refused
from racing.seats import SEATS, Seat, load_seat
from racing.snapshots import news_for_all, ply_of

logger = logging.getLogger(__name__)

# Each conflict means that somebody else's ply went in. Only a program plays from so many tabs at once.
ATTEMPTS = 5

# Far above any game, a long search with take-backs included, and low enough that playing a whole log again, as a
# replay does, is no work to speak of (0.1 s). A redeal is always allowed, so nothing else ends a log.
MAX_PLIES = 10_000


class ConflictError(Exception):
    """The log is not where the seat believes it to be."""


class Checked(NamedTuple):
    """A ply that the engine took and that is not written yet: the seat is ahead of the log by it."""

    seat: Seat
    ply: PlayedPly
    made: PlyMade
    at: datetime
    outcome: Outcome | None


def play(entrant_id: int, number: int, move: str, now: datetime, *, sender: str | None = None) -> PlyMade:
    """Play a move as ply ``number`` of the entrant's log and return the ply once it is committed.

    The same number and move again get the same answer. Raises Refused: ply_taken, ply_ahead, what the engine
    says, or why nothing can be played now. ``sender`` is the channel that gets the answer directly.
    """
    seat = SEATS.take(entrant_id) or load_seat(entrant_id)
    for _ in range(ATTEMPTS):
        try:
            checked = check(seat, number, move, now)
            made = _commit(checked, sender) if isinstance(checked, Checked) else checked
        except ConflictError:
            seat = load_seat(entrant_id)
            continue
        except Refused:
            SEATS.keep(seat)
            raise
        SEATS.keep(seat)
        if seat.outcome is not None:
            _settle_quietly(seat, now)
        return made
    raise Refused("internal")


def check(seat: Seat, number: int, move: str, now: datetime) -> Checked | PlyMade:
    """Return the ply to be written, or the answer for one that is in the log already.

    Raises Refused, and ConflictError when the seat has to be loaded anew.
    """
    if number <= seat.plies:
        return _again(seat, number, move)
    if number > seat.plies + 1:
        _conflict_if_stale(seat)
        raise Refused("ply_ahead", ply=number, next=seat.plies + 1)
    _refuse_unless_running(seat, now)
    if number > MAX_PLIES:
        raise Refused("log_is_full", max=MAX_PLIES)
    try:
        ply = seat.history.play(move)
    except EngineError as error:
        # Perhaps another tab's ply, which this seat does not know yet, is why it does not fit.
        _conflict_if_stale(seat)
        raise Refused.by_engine(error) from None
    return _checked(seat, ply, now)


def check_here(seat: Seat, number: int, move: str, now: datetime) -> Checked | None:
    """Return the ply to be written, or None when the answer is another one, which the database helps to find.

    For the event loop: nothing is waited for. With None the seat is as it was.
    """
    is_next = number == seat.plies + 1 <= MAX_PLIES and seat.outcome is None
    begun = seat.begins_at is not None and seat.begins_at <= now
    if not (is_next and begun) or (seat.deadline is not None and now >= seat.deadline):
        return None
    try:
        ply = seat.history.play(move)
    except EngineError:
        return None
    return _checked(seat, ply, now)


def _checked(seat: Seat, ply: PlayedPly, now: datetime) -> Checked:
    # A log's times never run backwards, whichever machine's clock is slow.
    at = max(now, seat.last_at) if seat.last_at else now
    made = ply_of(seat.history, ply, at)
    outcome = (Outcome.WON if made.state.won else Outcome.LOST) if made.state.over else None
    seat.newest = made
    return Checked(seat, ply, made, at, outcome)


def _again(seat: Seat, number: int, move: str) -> PlyMade:
    """Answer for a ply that is in the log already."""
    logged = seat.history.log[number - 1]
    if logged not in (move, f"{move}?"):  # a wrong hour is sent as 7 and logged as the slip 7?
        raise Refused("ply_taken", ply=number)
    # Perhaps the reply to the first commit was lost, and with it the news.
    announce(seat.race_id, at_once=False)
    if seat.newest is not None and seat.newest.ply == number:
        return seat.newest
    at = Ply.objects.values_list("at", flat=True).get(entrant=seat.entrant_id, number=number)
    history = seat.history
    before = replay(history.ruleset, history.seed, history.log[: number - 1], history.take_back)
    return ply_of(before, before.play(logged), at)


def _refuse_unless_running(seat: Seat, now: datetime) -> None:
    if seat.outcome is not None:
        # Perhaps it was a resignation that has been taken back elsewhere.
        _conflict_if_stale(seat)
        raise refusal_of_outcome(seat.outcome)
    if seat.begins_at is None or now < seat.begins_at:
        # Once it has begun none of this changes, but a seat from before that has to go.
        _conflict_if_stale(seat)
        raise Refused("race_not_started")
    if seat.deadline is not None and now >= seat.deadline:
        _settle_quietly(seat, now)
        raise Refused("time_is_up")


def _conflict_if_stale(seat: Seat) -> None:
    entrant = Entrant.objects.select_related("race").filter(pk=seat.entrant_id).first()
    known = (seat.plies, seat.outcome, seat.begins_at)
    if entrant is None or known != (entrant.plies, entrant.outcome, entrant.begins_at):
        raise ConflictError


def _commit(checked: Checked, sender: str | None) -> PlyMade:
    """Write the ply, then publish it. On any failure the seat is ahead of the log and is not to be kept."""
    seat, made = checked.seat, checked.made
    try:
        with transaction.atomic():
            write_one(checked)
            transaction.on_commit(lambda: publish(checked, sender))
    except IntegrityError:
        raise ConflictError from None
    seat.last_at = checked.at
    seat.outcome = checked.outcome
    return made


def publish(checked: Checked, sender: str | None) -> None:
    """Publish a ply after its commit: to the entrant's other tabs, and to the race how far the entrant is."""
    seat, made = checked.seat, checked.made
    events.ply_made(seat.entrant_id, made, sender)
    if checked.outcome is not None:
        # A result is more than progress: it is read with all the rest.
        events.race_changed(seat.race_id, news_for_all, at_once=True)
    elif not seat.quiet:
        state = made.state
        facts = (made.ply, state.progress, state.redeals, state.score, state.slips)
        events.progressed(seat.race_id, (seat.entrant_id, *facts))


def write_one(checked: Checked) -> None:
    """Write a ply if it is still the next one, waiting for whoever holds the entrant. Raises ConflictError."""
    ply, made, outcome = checked.ply, checked.made, checked.outcome
    is_next = Entrant.objects.filter(pk=checked.seat.entrant_id, plies=ply.number - 1, outcome=None)
    updated = is_next.update(
        plies=ply.number,
        progress=made.state.progress,
        score=made.state.score,
        redeals=made.state.redeals,
        slips=made.state.slips,
        take_backs=F("take_backs") + int(ply.move == TAKE_BACK),
        last_at=checked.at,
        seen_at=checked.at,
        outcome=outcome,
        finished_at=checked.at if outcome else None,
    )
    if not updated:
        raise ConflictError
    Ply.objects.create(entrant_id=checked.seat.entrant_id, number=ply.number, move=ply.move, at=checked.at)


def _settle_quietly(seat: Seat, now: datetime) -> None:
    # The ply is committed and must be answered; whoever looks at the race next can settle it as well.
    try:
        settle(seat.race_id, now)
    except Exception:
        logger.exception("race %s not settled", seat.race_id)
