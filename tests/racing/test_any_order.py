"""Whatever people do, in whatever order, and however long they wait: what a race is never breaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from pytest_django import Settings

from racing import actions, replays
from racing.models import Entrant, Outcome, Player, Race, RatedRace
from racing.ranking import rank
from racing.refusals import Refused
from racing.seats import SEATS
from racing.standing import Standing, find_place, standing

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 14, 9, tzinfo=UTC)
UNDO = timedelta(seconds=5)
NAMES = ("ana", "boris", "clara")
PEOPLE = st.sampled_from(NAMES)
# Of what is told: what is a fact of the race, and not of the moment in which it is told.
FACTS = ("id", "name", "ready", "hints", "outcome", "finished_at", "place", "begun_at", "clean")
NUMBERS = ("progress", "plies", "redeals", "score", "slips")


class AnyOrder(RuleBasedStateMachine):
    """Three people and a race of some kind, with the rematches that follow it."""

    races = Bundle("races")

    def __init__(self) -> None:
        super().__init__()
        SEATS.clear()
        self.block = transaction.atomic()
        self.block.__enter__()
        self.now = START
        self.players: dict[str, Player] = {}
        self.known: list[str] = []
        self.versions: dict[tuple[str, str], tuple[int, str]] = {}
        self.outcomes: dict[int, str] = {}
        self.ends: dict[str, tuple[Any, ...]] = {}
        self.looked_at: dict[str, object] = {}
        self.plies: dict[int, object] = {}

    def teardown(self) -> None:
        """Leave nothing behind: no commit has happened."""
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)
        SEATS.clear()

    # What people do -----------------------------------------------------------------------------------

    @initialize(
        target=races,
        kind=st.sampled_from(["race", "practice", "challenge", "daily", "ghost"]),
        ruleset=st.sampled_from(["clock", "cruel-limited-3", "alternations"]),
        goal=st.sampled_from(["", "fewest_moves", "first_home"]),
        take_back=st.sampled_from(["off", "counted", "free"]),
        time_limit=st.sampled_from([None, 60, 600]),
        max_racers=st.sampled_from([64, 2]),
        others=st.sampled_from([("boris", "clara"), ("boris",), ()]),
        underway=st.sampled_from([True, True, False]),
    )
    def open(
        self,
        kind: str,
        ruleset: str,
        max_racers: int,
        others: tuple[str, ...],
        underway: bool,
        **given: Any,
    ) -> Any:
        """Open the first race: ana does. Others may be there, and it may be under way."""
        self.players = {name: actions.new_player(name, START) for name in NAMES}
        ana = self.players["ana"]
        if kind == "practice":
            race = actions.open_practice(ana, ruleset=ruleset, now=self.now)
        elif kind == "daily":
            race = actions.join_daily(ruleset, ana, self.now).race
        else:
            if kind == "ghost":
                given |= {"deal": self._played_deal(ruleset), "ghosts": [self.played]}
            term = timedelta(hours=1) if kind == "challenge" else None
            race = actions.open_race(
                ana, ruleset=ruleset, now=self.now, term=term, max_racers=max_racers, **given
            )
        self.known.append(race.code)
        for name in others:
            self.join(race.code, name)
        if underway:
            self.start(race.code, "ana")
            for name in NAMES:
                self.begin(race.code, name)
        return race.code

    def _played_deal(self, ruleset: str) -> Any:
        race = actions.open_practice(self.players["clara"], ruleset=ruleset, now=self.now)
        self.played = race.entrants.get()
        actions.play(self.played.pk, 1, self._legal(self.played)[0], self.now)
        actions.resign(race.code, self.players["clara"].pk, self.now)
        self.now += UNDO
        actions.settle(race.pk, self.now)
        self.played.refresh_from_db()
        SEATS.clear()
        return race.deal

    @rule(code=races, name=PEOPLE)
    def join(self, code: str, name: str) -> None:
        self._try(code, lambda: actions.join(code, self.players[name], self.now))

    @rule(code=races, name=PEOPLE)
    def leave(self, code: str, name: str) -> None:
        self._try(code, lambda: actions.leave(code, self.players[name].pk, self.now))

    @rule(code=races, name=PEOPLE, ready=st.booleans())
    def get_ready(self, code: str, name: str, ready: bool) -> None:
        self._try(code, lambda: actions.get_ready(code, self.players[name].pk, ready, self.now))

    @rule(code=races, name=PEOPLE)
    def start(self, code: str, name: str) -> None:
        self._try(code, lambda: actions.start(code, self.players[name].pk, self.now))
        self.now += timedelta(seconds=5)

    @rule(code=races, name=PEOPLE)
    def begin(self, code: str, name: str) -> None:
        self._try(code, lambda: actions.begin(code, self.players[name].pk, self.now))

    @rule(code=races, name=PEOPLE, choices=st.lists(st.integers(0, 50), min_size=1, max_size=4))
    def play(self, code: str, name: str, choices: list[int]) -> None:
        """Play some legal moves."""
        self._play(code, name, choices)

    @rule(code=races, name=PEOPLE)
    def play_on(self, code: str, name: str) -> None:
        """Play the first legal move again and again: a game of Clock ends."""
        self._play(code, name, [0] * 52)

    def _play(self, code: str, name: str, choices: list[int]) -> None:
        entrant = self._entrant(code, name)
        if entrant is None:
            return
        for number, choice in enumerate(choices, entrant.plies + 1):
            legal = self._legal(entrant)
            if not legal:
                return
            move = legal[choice % len(legal)]
            if self._try(code, partial(actions.play, entrant.pk, number, move, self.now)):
                # The same again has the same answer, and is no second ply.
                again = actions.play(entrant.pk, number, move, self.now)
                assert (again.ply, again.move) == (number, move)
            self.now += timedelta(milliseconds=700)

    @rule(code=races, name=PEOPLE, move=st.sampled_from(["u", "r", "1", "13", "1-2", "w-f", "nonsense"]))
    def try_a_move(self, code: str, name: str, move: str) -> None:
        """Take back, redeal, name an hour: legal or not."""
        entrant = self._entrant(code, name)
        if entrant is not None:
            self._try(code, lambda: actions.play(entrant.pk, entrant.plies + 1, move, self.now))

    @rule(code=races, name=PEOPLE, by=st.sampled_from([-1, 0, 2]))
    def play_a_wrong_number(self, code: str, name: str, by: int) -> None:
        entrant = self._entrant(code, name)
        if entrant is not None and entrant.plies + by >= 1:
            self._try(code, lambda: actions.play(entrant.pk, entrant.plies + by, "r", self.now))

    @rule(code=races, name=PEOPLE)
    def resign(self, code: str, name: str) -> None:
        self._try(code, lambda: actions.resign(code, self.players[name].pk, self.now))

    @rule(code=races, name=PEOPLE)
    def unresign(self, code: str, name: str) -> None:
        self._try(code, lambda: actions.unresign(code, self.players[name].pk, self.now))

    @rule(target=races, code=races, name=PEOPLE)
    def rematch(self, code: str, name: str) -> Any:
        found: list[Race] = []
        self._try(
            code, lambda: found.append(actions.rematch(code, self.players[name].pk, self.now)), elsewhere=True
        )
        new = [race.code for race in found if race.code not in self.known]
        self.known += new
        return multiple(*new)

    @rule(seconds=st.sampled_from([1, 4, 5, 61, 601, 3600, 90_000]))
    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule(code=races)
    def settle(self, code: str) -> None:
        race = Race.objects.get(code=code)
        actions.settle(race.pk, self.now)
        assert not actions.settle(race.pk, self.now)

    @rule()
    def tidy(self) -> None:
        actions.settle_due(self.now)

    @precondition(lambda self: self.known)
    @rule()
    def start_the_server_anew(self) -> None:
        SEATS.clear()

    def _try(self, code: str, act: Callable[[], object], *, elsewhere: bool = False) -> bool:
        """Do it; what is refused changes nothing, but for time that was found to be up."""
        race = Race.objects.get(code=code)
        actions.settle(race.pk, self.now)  # or the refusal itself would end what is due
        before = self._facts(code)
        try:
            with transaction.atomic():
                act()
        except Refused:
            assert self._facts(code) == before
            return False
        return True

    def _facts(self, code: str) -> object:
        race = Race.objects.filter(code=code).values()
        return list(race), list(Entrant.objects.filter(race__code=code).order_by("pk").values())

    def _entrant(self, code: str, name: str) -> Entrant | None:
        mine = Entrant.objects.select_related("race__deal").filter(race__code=code)
        return mine.filter(player=self.players[name]).first()

    def _legal(self, entrant: Entrant) -> list[str]:
        return entrant.replayed().legal()

    # What never breaks --------------------------------------------------------------------------------

    @invariant()
    def nothing_breaks(self) -> None:
        """Look at every race that may have changed."""
        for race in self._races():
            facts = (self._facts(race.code), self.now)
            if self.looked_at.get(race.code) == facts:
                continue
            entrants = self._entrants(race)
            self._logs_replay_and_their_results_are_theirs(entrants)
            self._an_outcome_is_set_once_and_a_place_only_at_the_end(race, entrants)
            self._what_has_happened_has_happened(race)
            seen = {name: self._seen(race, name) for name in ("ana", "boris", "")}
            race.refresh_from_db()  # looking may have ended it
            entrants = self._entrants(race)
            self._the_version_says_whether_there_is_news(race, seen)
            self._nobody_is_told_too_early(race, entrants, seen)
            self.looked_at[race.code] = (self._facts(race.code), self.now)

    def _logs_replay_and_their_results_are_theirs(self, entrants: list[Entrant]) -> None:
        for entrant in entrants:
            if self.plies.get(entrant.pk) == (entrant.plies, entrant.outcome):
                continue
            self.plies[entrant.pk] = (entrant.plies, entrant.outcome)
            log = list(entrant.ply_log.order_by("number").values_list("number", "move", "at"))
            assert [number for number, _, _ in log] == list(range(1, entrant.plies + 1))
            history = entrant.replayed()
            stored = (entrant.progress, entrant.score, entrant.redeals, entrant.slips, entrant.take_backs)
            replayed = (history.progress, history.score, history.redeals, history.slips)
            assert stored == (*replayed, [move for _, move, _ in log].count("u"))
            times = [at for _, _, at in log]
            assert times == sorted(times)
            if times:
                assert entrant.begins_at is not None and times[0] >= entrant.begins_at
                assert times[-1] == entrant.last_at
                assert entrant.deadline is None or times[-1] < entrant.deadline
            if entrant.outcome in (Outcome.WON, Outcome.LOST):
                assert history.over and history.won == (entrant.outcome == Outcome.WON)
            else:
                assert not history.over

    def _an_outcome_is_set_once_and_a_place_only_at_the_end(
        self, race: Race, entrants: list[Entrant]
    ) -> None:
        for entrant in entrants:
            before = self.outcomes.get(entrant.pk)
            if before is not None and entrant.outcome != before:
                assert before == Outcome.RESIGNED and entrant.outcome is None and not race.is_over
                del self.outcomes[entrant.pk]
            if entrant.outcome is not None:
                self.outcomes[entrant.pk] = entrant.outcome
            if race.ended_at is None:
                assert entrant.place is None
            elif entrant.begins_at is not None:
                assert entrant.place is not None and entrant.outcome is not None
        if race.ended_at is not None:
            begun = [entrant for entrant in entrants if entrant.begins_at is not None]
            ranked = rank(begun, race.goal, same_for_all=race.ruleset.family == "clock")
            assert [place for place, _ in ranked] == [entrant.place for _, entrant in ranked]
            assert RatedRace.objects.filter(race=race).count() <= 1

    def _what_has_happened_has_happened(self, race: Race) -> None:
        facts = (race.starts_at, race.closes_at, race.ended_at, race.cancelled_at)
        for known, fact in zip(self.ends.get(race.code, (None,) * 4), facts, strict=True):
            assert known is None or known == fact
        self.ends[race.code] = facts
        assert race.ended_at is None or race.cancelled_at is None
        assert race.ended_at is None or race.ended_at <= self.now
        assert race.kind == "daily" or race.entrants.count() <= race.max_racers
        if race.starts_at is None and not race.is_over:
            assert race.entrants.filter(player=race.host).exists()

    def _the_version_says_whether_there_is_news(self, race: Race, seen: dict[str, Standing]) -> None:
        for name, (news, _) in seen.items():
            entrants = news.entrants if not race.is_asynchronous else []
            lines = [line.model_dump(mode="json", include={*FACTS, *NUMBERS}) for line in entrants]
            facts = json.dumps([news.starts_at, news.ended_at, news.rematch, news.host, lines])
            version, before = self.versions.get((race.code, name), (-1, ""))
            assert news.version >= version
            assert news.version > version or facts == before
            self.versions[race.code, name] = (news.version, facts)

    def _nobody_is_told_too_early(
        self, race: Race, entrants: list[Entrant], seen: dict[str, Standing]
    ) -> None:
        seed = bytes(race.deal.seed).hex()
        for name, (news, table) in seen.items():
            own = next((entrant for entrant in entrants if entrant.player.name == name), None)
            told = news.model_dump_json() + (table.model_dump_json() if table else "")
            assert (seed in told) == (race.ended_at is not None)
            begun = own is not None and own.begins_at is not None and own.begins_at <= self.now
            assert (table is not None) == begun
            if race.is_over or not race.is_asynchronous or (own is not None and own.is_final(self.now)):
                assert not any(line.hidden for line in news.entrants)
                continue
            for line in news.entrants:
                assert line.hidden == (own is None or line.id != own.pk)
                if line.hidden:
                    assert not any(getattr(line, number) for number in NUMBERS)
                    assert (line.outcome, line.time_ms, line.place, line.begun_at) == (None,) * 4
        if race.ended_at is None:
            for entrant in entrants:
                with pytest.raises(Refused):
                    replays.find_entrant(race.code, entrant.pk, None)

    def _seen(self, race: Race, name: str) -> Standing:
        player = self.players[name].pk if name else None
        return standing(find_place(race.code, player), self.now)

    def _races(self) -> list[Race]:
        return list(Race.objects.select_related("deal", "host").filter(code__in=self.known))

    def _entrants(self, race: Race) -> list[Entrant]:
        return list(Entrant.objects.select_related("race__deal", "player").filter(race=race).order_by("pk"))


def test_no_sequence_of_actions_breaks_a_race(settings: Settings) -> None:
    settings.RESIGN_UNDO_SECONDS = UNDO.total_seconds()
    settings.SOLVERS = 0
    run_state_machine_as_test(AnyOrder, settings=FEW)


FEW = settings(max_examples=8, stateful_step_count=25, deadline=None)
