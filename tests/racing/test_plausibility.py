"""What looks implausible, and what a moderator makes of it."""

import itertools
import random
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.test import Client

from racing import actions
from racing.actions.flagging import judge, look_at_race
from racing.boards import deal_board
from racing.models import Entrant, Flag, Player, Ply, Race, Rating, Solution, Tally
from racing.plausibility import Timed, is_copied, is_too_fast, pace_of, standing_moves
from tests.racing.conftest import entrant_of, plays, started, won_game

START = datetime(2026, 3, 14, 12, tzinfo=UTC)


def log_of(gaps: Iterable[int], move: str = "7-3") -> list[Timed]:
    log, at = [], 0
    for gap in gaps:
        at += gap
        log.append(Timed(move, at))
    return log


def flagged(log: list[Timed], *, clock: bool = False) -> bool:
    return is_too_fast(pace_of(log, clock=clock))


# How fast -----------------------------------------------------------------------------------------------


def test_a_program_is_faster_than_hands_and_a_quick_player_is_not() -> None:
    chance = random.Random(1)
    assert flagged(log_of(chance.randint(20, 110) for _ in range(60)))
    assert not flagged(log_of(chance.randint(170, 900) for _ in range(60)))
    assert flagged(log_of((chance.randint(60, 150) for _ in range(52)), "6"), clock=True)
    assert not flagged(log_of((chance.randint(260, 700) for _ in range(52)), "6"), clock=True)


def test_one_short_gap_and_one_hiccup_of_the_network_are_nobodys_fault() -> None:
    human = [400] * 60
    assert not flagged(log_of([*human[:30], 1, *human[30:]]))
    # Eight seconds of silence, then all at once.
    assert not flagged(log_of([*human[:20], 8000, *[2] * 20, *human[20:]]))


def test_a_network_that_lets_moves_through_in_bursts_makes_nobody_fast() -> None:
    assert not flagged(log_of([2000, 1, 1, 1, 1] * 20))


def test_what_needs_no_hand_is_left_out_of_the_pace() -> None:
    home = [Timed("7-f", 40 * number) for number in range(80)]
    stock = [Timed("d", 30 * number) for number in range(60)]
    held = [Timed("r", 30 * number) for number in range(60)]
    taken_back = [Timed("u", 30 * number) for number in range(60)]
    assert not any(flagged(log) for log in (home, stock, held, taken_back))
    tried = [Timed("6?" if number % 3 else "7", 60 * number) for number in range(120)]
    assert not flagged(tried, clock=True)


def test_a_program_that_rests_once_is_still_fast() -> None:
    assert flagged(log_of([60] * 40 + [60_000] + [60] * 40))


def test_too_few_moves_say_nothing() -> None:
    assert not flagged(log_of([10] * 16)) and not flagged([])


def test_a_long_log_that_is_the_same_move_by_move_is_copied() -> None:
    log = [f"{number % 12 + 1}-f" for number in range(30)]
    assert is_copied(log, list(log)) and not is_copied(log, log[:-1])
    assert not is_copied(log[:10], log[:10])
    assert standing_moves(["7-3", "u", "6?", "6"]) == ["6"]


# Flags --------------------------------------------------------------------------------------------------


def wins_at(entrant: Entrant, pace: Callable[[int], float]) -> datetime:
    """Play the won game; the time of its last ply."""
    at = START
    for ply, move in enumerate(won_game(entrant.race.ruleset_key)[1]):
        at += timedelta(seconds=pace(ply))
        plays(entrant, move, at=at)
    return at


def raced(ana: Player, boris: Player, *, pace: Callable[[int], float], ruleset: str = "cruel") -> Race:
    """A race that ana has won by the moves known, each after so many seconds; boris gave up after a ply."""
    number, moves = won_game(ruleset)
    race = started(ana, boris, deal_number=number, ruleset=ruleset, at=START)
    at = wins_at(entrant_of(race, ana), pace)
    other = entrant_of(race, boris)
    plays(other, "d" if ruleset == "alternations" else "r" if ruleset == "cruel" else moves[0], at=at)
    actions.resign(race.code, boris.pk, at + timedelta(seconds=1))
    race.refresh_from_db()
    look_at_race(race.pk)
    return race


def reasons(race: Race) -> list[tuple[str, str]]:
    rows = Flag.objects.filter(entrant__race=race).order_by("pk")
    return [(flag.entrant.player.name, flag.reason) for flag in rows]


@pytest.mark.django_db
def test_a_run_faster_than_hands_is_flagged_once_and_nothing_else_happens(ana: Player, boris: Player) -> None:
    race = raced(ana, boris, pace=lambda ply: 0.03)
    look_at_race(race.pk)
    assert reasons(race) == [("ana", "too_fast")]
    flag = Flag.objects.get()
    assert flag.verdict == "" and flag.detail["too_fast"] >= 2 and flag.detail["median_ms"] < 150
    assert [row.name for row in deal_board("cruel", race.deal).rows] == ["ana"]
    assert Rating.objects.get(player=ana).mu > Rating.objects.get(player=boris).mu


@pytest.mark.django_db
def test_a_run_at_an_ordinary_pace_is_not_flagged(ana: Player, boris: Player) -> None:
    assert reasons(raced(ana, boris, pace=lambda ply: 1.2 + ply % 3)) == []


@pytest.mark.django_db(transaction=True)
def test_a_race_is_looked_at_by_itself_when_it_is_over(ana: Player, boris: Player) -> None:
    race = started(ana, boris, deal_number=won_game("cruel")[0], at=START)
    wins_at(entrant_of(race, ana), lambda ply: 0.03)
    wins_at(entrant_of(race, boris), lambda ply: 0.04)
    assert reasons(race) == [("ana", "too_fast"), ("boris", "too_fast"), ("boris", "copied")]


def solved(race: Race, score: int, *, moves: str = "d", seconds: float = 60.0) -> None:
    Solution.objects.create(
        deal=race.deal,
        ruleset_key=race.ruleset_key,
        ruleset_version=race.ruleset_version,
        outcome="won",
        moves=moves,
        score=score,
        seconds=seconds,
    )
    look_at_race(race.pk)


@pytest.mark.django_db
def test_who_needs_no_more_moves_than_the_solver_that_sees_all_cards_is_flagged(
    ana: Player, boris: Player
) -> None:
    race = raced(ana, boris, pace=lambda ply: 2.0, ruleset="alternations")
    assert reasons(race) == []
    score = entrant_of(race, ana).score
    solved(race, score - 1)
    assert reasons(race) == []
    Solution.objects.update(score=score, seconds=1.0)
    look_at_race(race.pk)
    assert reasons(race) == [], "the solver has not looked thoroughly yet"
    Solution.objects.update(seconds=60.0)
    look_at_race(race.pk)
    assert reasons(race) == [("ana", "foresight")]


@pytest.mark.django_db
def test_where_all_cards_can_be_seen_nobody_needs_foresight(ana: Player, boris: Player) -> None:
    race = raced(ana, boris, pace=lambda ply: 2.0)
    solved(race, 9999)
    assert reasons(race) == []


@pytest.mark.django_db
def test_the_log_of_the_solver_and_of_somebody_before_are_recognised_and_ones_own_is_not(
    ana: Player, boris: Player, clara: Player
) -> None:
    first = raced(ana, boris, pace=lambda ply: 1.5)
    again = raced(ana, boris, pace=lambda ply: 1.7)
    Entrant.objects.filter(race=again).update(finished_at=START + timedelta(days=1))
    look_at_race(again.pk)
    assert reasons(first) == reasons(again) == []
    third = raced(clara, boris, pace=lambda ply: 1.9)
    assert reasons(third) == [("clara", "copied")]
    assert Flag.objects.get().detail["of"] == f"entrant {entrant_of(first, ana).pk}"
    solved(first, 1, moves=" ".join(won_game("cruel")[1]))
    assert reasons(first) == [("ana", "copied")]


@pytest.mark.django_db
def test_in_clock_everybody_lays_the_same_cards_and_nobody_copies(
    ana: Player, boris: Player, clara: Player
) -> None:
    for player in (ana, clara):
        assert reasons(raced(player, boris, pace=lambda ply: 0.9, ruleset="clock")) == []


# Verdicts -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_void_run_leaves_every_board_and_comes_back_when_it_is_fine_after_all_and_ratings_stay(
    ana: Player, boris: Player
) -> None:
    race = raced(ana, boris, pace=lambda ply: 0.03)
    slower = raced(ana, boris, pace=lambda ply: 1.0)
    ratings = list(Rating.objects.order_by("player").values_list("mu", "sigma", "races"))
    fast = entrant_of(race, ana).pk
    flag = Flag.objects.get(entrant=fast, reason="too_fast")
    assert [row.entrant.pk for row in deal_board("cruel", race.deal, by="time").rows] == [fast]
    judge(flag, "void", None, START)
    rows = deal_board("cruel", race.deal, by="time").rows
    assert [row.entrant.pk for row in rows] == [entrant_of(slower, ana).pk]
    assert Tally.objects.get(player=ana, period="all").wins == 1
    assert list(Rating.objects.order_by("player").values_list("mu", "sigma", "races")) == ratings
    call_command("recompute_ratings", check=True)
    call_command("recompute_tallies", check=True)
    judge(flag, "fine", None, START)
    assert [row.entrant.pk for row in deal_board("cruel", race.deal, by="time").rows] == [fast]
    assert Tally.objects.get(player=ana, period="all").wins == 2
    call_command("recompute_tallies", check=True)


@pytest.mark.django_db
def test_a_run_that_is_void_before_its_race_is_over_does_not_come_back_with_the_result(
    ana: Player, boris: Player
) -> None:
    number, _ = won_game("cruel")
    race = started(ana, boris, deal_number=number, ruleset="cruel", at=START)
    at = wins_at(entrant_of(race, ana), lambda ply: 2.0)
    judge(
        Flag.objects.create(entrant=entrant_of(race, ana), reason="moderator", created_at=at),
        "void",
        None,
        at,
    )
    plays(entrant_of(race, boris), "r", at=at)
    actions.resign(race.code, boris.pk, at)
    race.refresh_from_db()
    assert race.ended_at is not None
    assert deal_board("cruel", race.deal).rows == []
    assert not Tally.objects.filter(player=ana).exists()
    assert Rating.objects.get(player=ana).races == 1
    call_command("recompute_tallies", check=True)


@pytest.mark.django_db
def test_a_run_at_a_day_s_deal_that_is_void_stays_off_its_board(ana: Player, boris: Player) -> None:
    for player in (ana, boris):
        entrant = actions.join_daily("clock", player, START)
        actions.begin(entrant.race.code, player.pk, START)
        Entrant.objects.filter(pk=entrant.pk).update(
            outcome="won", finished_at=START, last_at=START, progress=52
        )
    race = entrant.race
    actions.settle(race.pk, START)
    flag = Flag.objects.create(entrant=entrant_of(race, ana), reason="moderator", created_at=START)
    judge(flag, "void", None, START)
    for moment in (START + timedelta(minutes=1), START + timedelta(days=1)):
        actions.settle(race.pk, moment)
        rows = deal_board("clock", race.deal, by="day").rows
        assert [row.name for row in rows] == ["boris"], moment
    assert [row.name for row in deal_board("clock", race.deal).rows] == ["boris"]
    call_command("recompute_tallies", check=True)


@pytest.mark.django_db
def test_a_verdict_brings_nobody_back_who_has_left(ana: Player, boris: Player) -> None:
    race = raced(ana, boris, pace=lambda ply: 0.03)
    flag = Flag.objects.get()
    judge(flag, "void", None, START)
    actions.forget(ana, START + timedelta(days=1))
    judge(flag, "fine", None, START)
    assert deal_board("cruel", race.deal).rows == []
    call_command("recompute_tallies", check=True)


def moderator(client: Client, *permissions: str) -> User:
    user = User.objects.create_user("moderator", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return user


@pytest.mark.django_db
def test_a_moderator_sees_flags_with_their_replays_and_judges_them(
    ana: Player, boris: Player, client: Client
) -> None:
    race = raced(ana, boris, pace=lambda ply: 0.03)
    flag = Flag.objects.get()
    user = moderator(client, "view_flag", "change_flag")
    listed = client.get("/admin/racing/flag/").content.decode()
    assert f"/r/{race.code}/replay/{flag.entrant_id}/" in listed and "too_fast" in listed
    assert client.get(f"/admin/racing/flag/{flag.pk}/change/").status_code == 200
    client.post(f"/admin/racing/flag/{flag.pk}/change/", {"verdict": "void", "reason": "forged"})
    flag.refresh_from_db()
    assert (flag.verdict, flag.reviewer, flag.reason) == ("void", user, "too_fast")
    assert flag.reviewed_at is not None
    assert deal_board("cruel", race.deal).rows == []
    client.post("/admin/racing/flag/", {"action": "judge_fine", "_selected_action": [flag.pk]})
    flag.refresh_from_db()
    assert flag.verdict == "fine" and len(deal_board("cruel", race.deal).rows) == 1
    assert client.post(f"/admin/racing/flag/{flag.pk}/delete/").status_code == 403


@pytest.mark.django_db
def test_a_moderator_may_void_a_run_that_nothing_flagged(ana: Player, boris: Player, client: Client) -> None:
    race = raced(ana, boris, pace=lambda ply: 2.0)
    moderator(client, "view_flag", "add_flag", "change_flag", "view_entrant")
    assert client.get("/admin/racing/flag/add/").status_code == 200
    client.post("/admin/racing/flag/add/", {"entrant": entrant_of(race, ana).pk, "verdict": "void"})
    assert reasons(race) == [("ana", "moderator")]
    assert deal_board("cruel", race.deal).rows == []


@pytest.mark.django_db
def test_who_may_only_look_judges_nothing(ana: Player, boris: Player, client: Client) -> None:
    raced(ana, boris, pace=lambda ply: 0.03)
    flag = Flag.objects.get()
    moderator(client, "view_flag")
    client.post(f"/admin/racing/flag/{flag.pk}/change/", {"verdict": "void"})
    client.post("/admin/racing/flag/", {"action": "judge_void", "_selected_action": [flag.pk]})
    flag.refresh_from_db()
    assert flag.verdict == ""


@pytest.mark.django_db
def test_the_time_of_every_ply_is_kept(ana: Player, boris: Player) -> None:
    race = raced(ana, boris, pace=lambda ply: 0.5 + ply % 4)
    times = list(
        Ply.objects.filter(entrant=entrant_of(race, ana)).order_by("number").values_list("at", flat=True)
    )
    gaps = [(later - earlier).total_seconds() for earlier, later in itertools.pairwise(times)]
    assert gaps == [0.5 + ply % 4 for ply in range(1, len(times))]


@pytest.mark.django_db
def test_whoever_may_look_at_logs_sees_none_of_a_race_that_goes_on(
    ana: Player, boris: Player, client: Client
) -> None:
    # In Clock the moves are the hidden cards, and a moderator may be a racer.
    number, moves = won_game("clock")
    race = started(ana, boris, deal_number=number, ruleset="clock")
    plays(entrant_of(race, ana), moves[0])
    moderator(client, "view_ply")
    ply = Ply.objects.get()
    assert client.get("/admin/racing/ply/").context["cl"].result_count == 0
    assert client.get(f"/admin/racing/ply/{ply.pk}/change/").status_code == 302
    for player in (ana, boris):
        actions.resign(race.code, player.pk, ply.at)
    assert client.get("/admin/racing/ply/").context["cl"].result_count == 1
    assert client.get(f"/admin/racing/ply/{ply.pk}/change/").status_code == 200
