"""Records that people bring: read strictly, verified, stored once."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.game import replay
from engine.record import RecordError, read, record_of, verify, write
from engine.record.errors import SENTENCES
from engine.rulesets import find_ruleset
from engine.shuffle import seed_of_number
from racing import actions
from racing.actions.recording import MAX_RECORD_BYTES, MAX_RECORD_PLIES
from racing.engine_words import RECORD_SENTENCES
from racing.models import Deal, Player, Record
from racing.record_views import problem_of
from racing.refusals import Refused
from tests.racing.conftest import opened, started, won_game

pytestmark = pytest.mark.django_db
DEAL, MOVES = won_game("cruel")


def text_of(plies: int | None = None, player: str | None = "clara", deal: int | None = DEAL) -> str:
    history = replay(find_ruleset("cruel"), seed_of_number(DEAL), MOVES[:plies])
    return write(record_of(history, deal=deal, player=player, date="2026-03-14"))


def test_a_verified_record_is_stored_with_what_the_engine_says_of_it(ana: Player, now: datetime) -> None:
    record = actions.keep_record(text_of(), ana, now)
    history = replay(find_ruleset("cruel"), seed_of_number(DEAL), MOVES)
    assert (record.name, record.outcome, record.plies) == ("clara", "won", len(MOVES))
    facts = (record.score, record.progress, record.redeals, record.slips)
    assert facts == (history.score, history.progress, history.redeals, history.slips)
    assert (record.deal.number, record.player, record.take_back) == (DEAL, ana, "counted")
    assert record.moves.split() == MOVES


def test_the_same_record_is_stored_once_however_it_is_spaced(
    ana: Player, boris: Player, now: datetime
) -> None:
    first = actions.keep_record(text_of(), ana, now)
    other = re.sub(r" (?=[^\[\]\n]*$)", "\n", text_of().replace("\n\n", "\n{ a comment }\n"), flags=re.M)
    assert actions.keep_record(other, boris, now) == first
    assert actions.keep_record(text_of(5), boris, now) != first
    assert Record.objects.count() == 2


def test_what_does_not_hold_is_refused_with_its_place(ana: Player, now: datetime) -> None:
    wrong = text_of().replace('[Score "', '[Score "1')
    with pytest.raises(RecordError) as caught:
        actions.keep_record(wrong, ana, now)
    assert wrong.split("\n")[caught.value.line - 1].startswith("[Score")
    problem = problem_of(caught.value, wrong)
    assert problem["source_line"].startswith('[Score "1')
    assert problem["message"].endswith(f"line {caught.value.line}, column {caught.value.column}.")
    assert Record.objects.count() == Deal.objects.count() == 0


def test_every_sentence_of_the_reader_is_there_to_be_translated() -> None:
    assert RECORD_SENTENCES == SENTENCES


def test_a_record_longer_than_anything_played_is_not_even_read(ana: Player, now: datetime) -> None:
    with pytest.raises(Refused, match="record_too_long"):
        actions.keep_record(text_of() + " " * MAX_RECORD_BYTES, ana, now)
    history = replay(find_ruleset("cruel"), seed_of_number(DEAL), ["r"] * (MAX_RECORD_PLIES + 1))
    with pytest.raises(Refused, match="record_too_long"):
        actions.keep_record(write(record_of(history, deal=DEAL)), ana, now)


def test_while_a_race_of_a_secret_deal_goes_on_its_records_stay_closed(
    ana: Player, boris: Player, now: datetime
) -> None:
    race = started(ana, boris)
    cruel = find_ruleset("cruel")
    of_race = write(record_of(replay(cruel, bytes(race.deal.seed), ["r"])))
    with pytest.raises(Refused, match="record_of_open_race"):
        actions.keep_record(of_race, ana, now)
    for player in ana, boris:
        actions.resign(race.code, player.pk, now)
    assert actions.keep_record(of_race, ana, now).deal_id == race.deal_id


def test_a_room_for_a_numbered_deal_keeps_nobody_s_record_out(
    ana: Player, boris: Player, now: datetime
) -> None:
    # Its cards are there for everybody to practise: with an open room somebody could shut a deal for all.
    opened(ana, deal_number=DEAL)
    started(ana, boris, deal_number=DEAL)
    assert actions.keep_record(text_of(), boris, now).deal.number == DEAL
    # By its seed it is the same deal.
    assert actions.keep_record(text_of(5, deal=None), boris, now).deal.number == DEAL


def test_practice_keeps_no_record_closed(ana: Player, now: datetime) -> None:
    actions.open_practice(ana, ruleset="cruel", deal_number=DEAL, now=now)
    assert actions.keep_record(text_of(), ana, now).plies == len(MOVES)


def test_a_numbered_deal_that_came_in_by_its_seed_is_still_that_deal(ana: Player, now: datetime) -> None:
    record = actions.keep_record(text_of(deal=None), ana, now)
    assert record.deal.number is None
    race = actions.open_race(ana, ruleset="cruel", deal_number=DEAL, now=now)
    assert race.deal_id == record.deal_id and race.deal.number == DEAL


@pytest.mark.parametrize(("said", "kept"), [("clara", "clara"), (None, ""), ("x" * 90, ""), ("‮evil", "")])
def test_a_name_is_kept_if_it_could_be_a_player_s(said: str | None, kept: str, now: datetime) -> None:
    text = text_of(3).replace('[Player "clara"]', f'[Player "{said or "?"}"]')
    if said and not said.isprintable():
        with pytest.raises(RecordError):
            actions.keep_record(text, None, now)
        return
    assert actions.keep_record(text, None, now).name == kept


def test_what_is_downloaded_verifies_and_says_the_same(ana: Player, now: datetime) -> None:
    record = actions.keep_record(text_of(), ana, now)
    answer = Client().get(f"/records/{record.pk}/text/")
    assert answer["Content-Disposition"].startswith("attachment")
    again = read(answer.content.decode())
    verify(again)
    assert (again.moves, again.player, again.deal) == (tuple(MOVES), "clara", DEAL)
    assert Client().get("/records/999999/text/").status_code == 404
    assert Client().get("/records/999999/").status_code == 404


def test_a_file_or_a_text_is_uploaded_and_shown(ana: Player) -> None:
    browser = Client()
    upload = SimpleUploadedFile("mine.txt", b"\xef\xbb\xbf" + text_of().replace("\n", "\r\n").encode())
    answer = browser.post("/records/", {"record_file": upload})
    record = Record.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/records/{record.pk}/")
    assert browser.post("/records/", {"text": text_of()}).status_code == 302
    assert Record.objects.count() == 1
    page = browser.get(f"/records/{record.pk}/")
    data = page.context["replay_data"]
    assert data["verified"] and len(data["plies"]) == len(MOVES) and data["plies"][2]["at_ms"] == 6000


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"text": "   "},
        {"text": "no record"},
        {"text": "x" * (MAX_RECORD_BYTES + 1)},
        {"record_file": SimpleUploadedFile("a.txt", b"\xff\xfe\x00")},
        {"record_file": SimpleUploadedFile("a.txt", b"x" * (MAX_RECORD_BYTES + 1))},
    ],
)
def test_what_is_no_record_is_said_on_the_page(fields: dict[str, object]) -> None:
    answer = Client().post("/records/", fields)
    assert answer.status_code == 400
    assert answer.context["form"].errors
    assert Record.objects.count() == 0


def test_the_operator_sees_records_and_days_and_no_seed(ana: Player, now: datetime) -> None:
    record = actions.keep_record(text_of(), ana, now)
    daily = actions.join_daily("cruel", ana, now).race
    browser = Client()
    browser.force_login(User.objects.create_superuser("root"))
    pages = [reverse(f"admin:racing_{model}_changelist") for model in ("record", "daily")]
    pages += [
        reverse("admin:racing_record_change", args=[record.pk]),
        reverse("admin:racing_daily_change", args=[daily.daily.pk]),
    ]
    for page in pages:
        answer = browser.get(page)
        assert answer.status_code == 200
        assert bytes(daily.deal.seed).hex() not in answer.content.decode()
    assert browser.get(reverse("admin:racing_record_add")).status_code == 403
