"""Replays are rebuilt from the log, open late enough, and valid only when everything agrees."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.db.models import QuerySet

from engine.table import apply_effects
from racing import actions
from racing.models import Deal, Entrant, Outcome, Player, Ply, Race
from racing.refusals import Refused
from racing.replays import find_entrant, rebuild
from racing.seats import current_table
from tests.racing.conftest import entrant_of, plays, started, wins, won_game

pytestmark = pytest.mark.django_db


def finished(ana: Player, boris: Player, ruleset: str, now: datetime) -> Race:
    race = started(ana, boris, ruleset=ruleset, deal_number=won_game(ruleset)[0], at=now)
    wins(entrant_of(race, ana), at=now + timedelta(seconds=5))
    actions.resign(race.code, boris.pk, now + timedelta(seconds=9))
    race.refresh_from_db()
    return race


@pytest.mark.parametrize("ruleset", ["cruel", "royal-family", "clock", "alternations"])
def test_the_replay_comes_to_the_last_position_by_its_effects(
    ana: Player, boris: Player, now: datetime, ruleset: str
) -> None:
    race = finished(ana, boris, ruleset, now)
    entrant = find_entrant(race.code, entrant_of(race, ana).pk, None)
    replay = rebuild(entrant)
    assert replay.verified
    assert [ply["move"] for ply in replay.plies] == won_game(ruleset)[1]
    view = replay.view
    for ply in replay.plies:
        view = apply_effects(view, ply["effects"])
        assert ply["at_ms"] == 5000
    table = current_table(entrant, now)
    assert view == table.view
    assert replay.plies[-1]["state"] == table.state.model_dump()


def test_an_attempt_that_was_given_up_or_never_begun_replays_too(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now)
    plays(entrant_of(race, ana), "r", "u", "r")
    for player in ana, boris:
        actions.resign(race.code, player.pk, now)
    replays = [rebuild(find_entrant(race.code, entrant_of(race, player).pk, None)) for player in (ana, boris)]
    assert [replay.verified for replay in replays] == [True, True]
    assert [len(replay.plies) for replay in replays] == [3, 0]


def log_of(entrant: Entrant) -> QuerySet[Ply]:
    return Ply.objects.filter(entrant=entrant)


def race_of(entrant: Entrant) -> QuerySet[Race]:
    return Race.objects.filter(pk=entrant.race_id)


def row_of(entrant: Entrant) -> QuerySet[Entrant]:
    return Entrant.objects.filter(pk=entrant.pk)


def another_deal(entrant: Entrant) -> None:
    race_of(entrant).update(deal=Deal.objects.create(seed=bytes(32)))


TAMPERINGS: dict[str, Callable[[Entrant], object]] = {
    "another move": lambda e: log_of(e).filter(number=3).update(move="1-1"),
    "a move that is allowed too": lambda e: log_of(e).filter(number=e.plies).update(move="r"),
    "no last move": lambda e: log_of(e).filter(number=e.plies).delete(),
    "a gap": lambda e: log_of(e).filter(number=2).delete(),
    "another number": lambda e: log_of(e).filter(number=e.plies).update(number=e.plies + 1),
    "a move that is none": lambda e: log_of(e).filter(number=1).update(move="\u202e"),
    "a better score": lambda e: row_of(e).update(score=1),
    "more progress": lambda e: row_of(e).update(progress=51),
    "fewer plies": lambda e: row_of(e).update(plies=1),
    "another number of redeals": lambda e: row_of(e).update(redeals=e.redeals + 1),
    "another outcome": lambda e: row_of(e).update(outcome=Outcome.LOST),
    "another deal": another_deal,
    "other rules": lambda e: race_of(e).update(ruleset_key="cruel-when-stuck"),
    "rules of another version": lambda e: race_of(e).update(ruleset_version=99),
    "a shuffle of another version": lambda e: race_of(e).update(shuffle_version=99),
}


@pytest.mark.parametrize("what", list(TAMPERINGS))
def test_a_log_that_does_not_verify_is_never_shown_as_valid(
    ana: Player, boris: Player, now: datetime, what: str
) -> None:
    race = finished(ana, boris, "cruel", now)
    entrant = entrant_of(race, ana)
    assert rebuild(find_entrant(race.code, entrant.pk, None)).verified
    TAMPERINGS[what](entrant)
    replay = rebuild(find_entrant(race.code, entrant.pk, None))
    assert not replay.verified
    assert len(replay.plies) <= entrant.plies


def refuses(look: Callable[..., object], *args: object) -> bool:
    with suppress(Refused):
        look(*args)
        return False
    return True


def test_a_replay_opens_to_its_own_racer_at_the_end_of_the_attempt_and_to_all_at_the_end_of_the_race(
    ana: Player, boris: Player, clara: Player, now: datetime
) -> None:
    race = started(ana, boris, at=now, deal_number=won_game("cruel")[0])
    mine, other = entrant_of(race, ana), entrant_of(race, boris)

    def opens_to(entrant: Entrant) -> list[str]:
        return [
            viewer.name if viewer else "anybody"
            for viewer in (ana, boris, clara, None)
            if not refuses(find_entrant, race.code, entrant.pk, viewer)
        ]

    plays(mine, "r")
    assert opens_to(mine) == [] and opens_to(other) == []
    actions.resign(race.code, ana.pk, now)
    assert opens_to(mine) == ["ana"] and opens_to(other) == []
    actions.resign(race.code, boris.pk, now)
    assert opens_to(mine) == opens_to(other) == ["ana", "boris", "clara", "anybody"]


def test_a_replay_of_nobody_or_of_another_race_is_not_found(
    ana: Player, boris: Player, now: datetime
) -> None:
    race, other = finished(ana, boris, "cruel", now), finished(ana, boris, "cruel", now)
    with pytest.raises(Refused, match="no_such_race"):
        find_entrant("nowhere", 1, ana)
    with pytest.raises(Refused, match="no_such_entrant"):
        find_entrant(race.code, entrant_of(other, ana).pk, ana)
