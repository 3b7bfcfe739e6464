"""The tables of entrants who are playing, kept in the memory of this process.

Only a shortcut: the log in the database is the table, and everything here can be thrown away at any moment.
A seat is *taken out* while somebody works with it, so two threads never share one: the second finds nothing
and rebuilds its own from the log. Whoever meets a conflict does not put its seat back.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime

from engine.game import History, replay
from racing.messages import PlyMade, Table
from racing.models import Entrant
from racing.refusals import Refused
from racing.snapshots import table_of


@dataclass(slots=True)
class Seat:
    """An entrant's table, and what play has to know of the race: none of it changes once the attempt began.

    ``quiet``: nobody is told of a ply, because everybody plays at another time. ``newest`` is the last ply that was
    played here, for whoever lost its answer: nearly every ply that is asked for again is that one.
    """

    entrant_id: int
    race_id: int
    begins_at: datetime | None
    deadline: datetime | None
    history: History
    last_at: datetime | None
    outcome: str | None
    quiet: bool
    newest: PlyMade | None = None

    @property
    def plies(self) -> int:
        """The number of the newest ply this seat knows."""
        return self.history.plies


class Seats:
    """At most ``capacity`` seats; the one that was not used for longest goes first. For any thread."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._seats: OrderedDict[int, Seat] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, entrant_id: int) -> Seat | None:
        """Take the entrant's seat out, or return None when it is not here or in use."""
        with self._lock:
            return self._seats.pop(entrant_id, None)

    def keep(self, seat: Seat) -> None:
        """Put a seat in that is known to be true to the log. Of two, the longer log stays."""
        with self._lock:
            other = self._seats.get(seat.entrant_id)
            if other is None or other.plies <= seat.plies:
                self._seats[seat.entrant_id] = seat
                self._seats.move_to_end(seat.entrant_id)
            while len(self._seats) > self._capacity:
                self._seats.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a restarted process would."""
        with self._lock:
            self._seats.clear()


# A seat takes some 40 KB when its log is long (see benchmarks.history), and goes when its racer does: more racers
# than one process is likely to serve.
SEATS = Seats(capacity=4096)


def load_seat(entrant_id: int) -> Seat:
    """Return the entrant's table rebuilt from the log. Raises Refused when there is no such entrant."""
    entrant = Entrant.objects.select_related("race__deal").filter(pk=entrant_id).first()
    if entrant is None:
        raise Refused("not_a_racer")
    race = entrant.race
    log = list(entrant.ply_log.order_by("number").values_list("move", "at"))
    return Seat(
        entrant_id=entrant.pk,
        race_id=race.pk,
        begins_at=entrant.begins_at,
        deadline=entrant.deadline,
        history=replay(race.ruleset, bytes(race.deal.seed), [move for move, _ in log], race.policy),
        last_at=log[-1][1] if log else None,
        outcome=entrant.outcome,
        quiet=race.is_asynchronous,
    )


def current_table(entrant: Entrant, now: datetime) -> Table:
    """Return the entrant's whole table as the log has it: at least as new as ``entrant`` was read."""
    seat = SEATS.take(entrant.pk)
    if seat is None or seat.plies < entrant.plies:
        seat = load_seat(entrant.pk)
    table = table_of(seat.history, seat.last_at, now)
    SEATS.keep(seat)
    return table
