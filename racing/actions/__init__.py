"""The only writer. Every transition is idempotent and is decided once, under a row lock or by a conditional
update, so any number of processes may try it. ``now`` is read once, by whoever asks, and passed in.

Lock order: a race, then its entrants, then a newer race. `play` locks its entrant's row only.
Players' rows are locked before races. Whatever cannot be done raises racing.refusals.Refused and changes nothing.
"""

from racing.actions.accounts import forget, merge, sign_up
from racing.actions.again import next_deal, rematch, restart
from racing.actions.audiences import note_audience, refresh_audiences
from racing.actions.befriending import befriend, decline, friend_code, invite, new_friend_code, unfriend
from racing.actions.dailies import daily_race, join_daily
from racing.actions.ending import UNUSED_AFTER, settle, settle_and_tell, settle_due
from racing.actions.grouping import Asked, GroupPlayed, check_group, finish_group, play_group, write_group
from racing.actions.losing import keep_loss
from racing.actions.opening import open_practice, open_race
from racing.actions.people import free_name, new_guest, new_player, rename
from racing.actions.playing import play
from racing.actions.presence import arrive, beat, depart
from racing.actions.recording import keep_record
from racing.actions.resigning import resign, unresign
from racing.actions.rooms import join, join_by_name, leave
from racing.actions.solving import (
    count_hint,
    keep_certified,
    keep_solution,
    search_wanted,
    want_certified,
    want_par,
)
from racing.actions.starting import begin, get_ready, start

__all__ = [
    "UNUSED_AFTER",
    "Asked",
    "GroupPlayed",
    "arrive",
    "beat",
    "befriend",
    "begin",
    "check_group",
    "count_hint",
    "daily_race",
    "decline",
    "depart",
    "finish_group",
    "forget",
    "free_name",
    "friend_code",
    "get_ready",
    "invite",
    "join",
    "join_by_name",
    "join_daily",
    "keep_certified",
    "keep_loss",
    "keep_record",
    "keep_solution",
    "leave",
    "merge",
    "new_friend_code",
    "new_guest",
    "new_player",
    "next_deal",
    "note_audience",
    "open_practice",
    "open_race",
    "play",
    "play_group",
    "refresh_audiences",
    "rematch",
    "rename",
    "resign",
    "restart",
    "search_wanted",
    "settle",
    "settle_and_tell",
    "settle_due",
    "sign_up",
    "start",
    "unfriend",
    "unresign",
    "want_certified",
    "want_par",
    "write_group",
]
