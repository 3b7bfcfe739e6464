"""The only writer. Every transition is idempotent and is decided once, under a row lock or by a conditional
update, so any number of processes may try it. ``now`` is read once, by whoever asks, and passed in.

Lock order: a race, then its entrants, then a newer race. `play` locks its entrant's row only.
Whatever cannot be done raises racing.refusals.Refused and changes nothing.
"""

from racing.actions.again import next_deal, rematch, restart
from racing.actions.ending import resign, settle, settle_due
from racing.actions.grouping import Asked, GroupPlayed, play_group
from racing.actions.people import new_guest, new_player, rename
from racing.actions.playing import play
from racing.actions.presence import arrive, beat, depart
from racing.actions.rooms import join, join_by_name, leave, open_practice, open_race
from racing.actions.solving import count_hint, keep_certified, keep_solution, want_certified, want_par
from racing.actions.starting import get_ready, start

__all__ = [
    "Asked",
    "GroupPlayed",
    "arrive",
    "beat",
    "count_hint",
    "depart",
    "get_ready",
    "join",
    "join_by_name",
    "keep_certified",
    "keep_solution",
    "leave",
    "new_guest",
    "new_player",
    "next_deal",
    "open_practice",
    "open_race",
    "play",
    "play_group",
    "rematch",
    "rename",
    "resign",
    "restart",
    "settle",
    "settle_due",
    "start",
    "want_certified",
    "want_par",
]
