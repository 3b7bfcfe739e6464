"""What is hidden stays hidden until the race is over: every byte of a whole race is looked through."""

from __future__ import annotations

import base64
import json
import logging
import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from engine.cards import FACE_DOWN, name_text
from racing import metrics
from racing.identity import COOKIE, signed
from racing.models import Entrant, Player, Race
from racing.offload import in_database
from tests.racing.conftest import entrant_of, opened
from tests.racing.tabs import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"\b(?:[A2-9TJQK]|10)[SHDC]\b")


def spellings(seed: bytes) -> list[str]:
    """Every way in which a seed could slip out."""
    return [
        seed.hex(),
        seed.hex().upper(),
        base64.b64encode(seed).decode().rstrip("="),
        base64.urlsafe_b64encode(seed).decode().rstrip("="),
        repr(seed)[2:-1],
        ", ".join(map(str, seed)),
        str(int.from_bytes(seed, "big")),
    ]


def cards_in(value: Any) -> Iterable[str]:
    return CARD.findall(json.dumps(value))


def seen_by(entrant: Entrant) -> Counter[str]:
    """The cards that lie face up on the entrant's table now, by the engine's own piles."""
    piles = entrant.replayed().table.piles
    return Counter(name_text(card) for pile in piles for card in pile if not card & FACE_DOWN)


async def plays_at_random(ours: Tab, entrant: Entrant, plies: int, chance: random.Random) -> None:
    """Play, and check after every ply that nothing was told but what lies face up now."""
    known = await in_database(seen_by, entrant)
    legal = next(message for message in ours.seen if message["type"] == "table")["legal"]
    for ply in range(1, plies + 1):
        move = "u" if ply > 1 and chance.random() < 0.1 else chance.choice(legal)
        made = await ours.plays(ply, move)
        if made["type"] == "refused":
            made = await ours.plays(ply, move := chance.choice(legal))
        known = await in_database(seen_by, entrant)
        assert set(cards_in(made)) <= set(known), f"ply {ply}. {move} told a hidden card"
        legal = made["legal"]
    await ours.send("resync")
    table = await ours.until("table")
    assert Counter(cards_in(table["view"])) == known


def pages(race: Race, players: list[Player | None], paths: list[str]) -> dict[str, str]:
    """Everything that a browser gets on these paths, for each of the players, and for an operator."""
    texts: dict[str, str] = {}
    for player in players:
        browser = Client()
        if player:
            browser.cookies[COOKIE] = signed(player.pk)
        for path in paths:
            answer = browser.get(path)
            texts[f"{player} {path}"] = f"{dict(answer.headers)} {answer.content.decode()}"
    browser = Client()
    browser.force_login(User.objects.create_superuser("root"))
    for model in ("player", "deal", "race", "entrant", "ply"):
        for path in (
            reverse(f"admin:racing_{model}_changelist"),
            *([reverse("admin:racing_race_change", args=[race.pk])] if model == "race" else []),
            *([reverse("admin:racing_deal_change", args=[race.deal_id])] if model == "deal" else []),
        ):
            answer = browser.get(path, follow=True)
            assert answer.status_code == 200
            texts[f"operator {path}"] = answer.content.decode()
    return texts


async def test_no_byte_of_a_running_race_holds_a_seed_or_a_hidden_card(
    ana: Player, boris: Player, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="racing")
    caplog.set_level(logging.INFO)
    race = await in_database(opened, ana, boris, ruleset="alternations")
    seed = await in_database(lambda: bytes(race.deal.seed))
    mine, others = [await in_database(entrant_of, race, player) for player in (ana, boris)]
    async with tab(race, ana) as one, tab(race, boris) as two, tab(race, None) as watching:
        await in_database(Race.objects.filter(pk=race.pk).update, starts_at=race.created_at)
        for ours in (one, two):
            await ours.send("resync")
            await ours.until("table")
        await plays_at_random(one, mine, 120, random.Random(1))
        await plays_at_random(two, others, 60, random.Random(2))
        for hostile in ("w-1", "1-9", "7-f", "f1-1", "d?", "s-1", "1-1x9"):
            await two.plays(61, hostile)
            await watching.plays(1, hostile)
        await two.send("resign")
        await two.knows(
            lambda race: all(line["outcome"] for line in race["entrants"] if line["id"] == others.pk)
        )
        await watching.send("resync")
        await watching.until("race")
        room = f"/r/{race.code}/"
        paths = [
            room,
            f"{room}replay/{mine.pk}/",
            f"{room}replay/{others.pk}/",
            f"{room}record/{others.pk}/",
            "/",
            f"/boards/alternations/{race.deal_id}/",
            "/statistics/",
        ]
        told = await in_database(pages, race, [ana, None], paths)
        told["boris room"] = await in_database(pages_of_boris, boris, room)
        told |= {f"{tab}": json.dumps(tab.seen) for tab in (one, two, watching)}
        told["log"] = caplog.text
        told["metrics"] = metrics.text().decode()
        for where, text in told.items():
            for spelling in spellings(seed):
                assert spelling not in text, f"the seed is in {where}"
        # Whoever does not play, and whoever asks for the other's table, sees no card at all.
        cardless = [text for where, text in told.items() if "room-data" in text or "replay" in where]
        assert len(cardless) >= 4
        for text in [*cardless, json.dumps(watching.seen), told["log"], told["metrics"]]:
            assert not CARD.findall(strip_markup(text))
        for ours in (one, two):
            news = [m for m in ours.seen if m["type"] in ("race", "refused", "pong", "welcome")]
            assert not [card for m in news if m["type"] != "refused" for card in cards_in(m)]
        assert all(m["seed"] is None for m in watching.seen if m["type"] == "race")

        # And when it is over, the seed is there for all, and is the one that was committed to.
        await one.send("resign")
        over = await watching.until("race", status="finished")
        assert over["seed"] == seed.hex()


def pages_of_boris(boris: Player, path: str) -> str:
    browser = Client()
    browser.cookies[COOKIE] = signed(boris.pk)
    return browser.get(path).content.decode()


def strip_markup(text: str) -> str:
    # The pages' own words are no cards; a QR code's path and the codes of races could look like some.
    return re.sub(r"<svg.*?</svg>|<[^>]+>", " ", text, flags=re.DOTALL)


def test_no_admin_page_can_change_a_log_or_show_a_seed(ana: Player, boris: Player) -> None:
    race = opened(ana, boris)
    browser = Client()
    browser.force_login(User.objects.create_superuser("root"))
    for model in ("deal", "race", "entrant", "ply"):
        assert browser.get(reverse(f"admin:racing_{model}_add")).status_code == 403
        assert browser.post(reverse(f"admin:racing_{model}_delete", args=[race.pk])).status_code in (302, 403)
    assert Race.objects.filter(pk=race.pk).exists()
    page = browser.get(reverse("admin:racing_deal_change", args=[race.deal_id])).content.decode()
    assert "seed" not in page.lower()


def test_an_error_page_in_production_shows_nothing_of_the_table(
    ana: Player, boris: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    race = opened(ana, boris)
    seed = bytes(race.deal.seed)

    def explode(*args: Any) -> None:
        raise RuntimeError("something broke")

    monkeypatch.setattr("racing.pages.room", explode)
    browser = Client(raise_request_exception=False)
    answer = browser.get(f"/r/{race.code}/")
    assert answer.status_code == 500
    for spelling in spellings(seed):
        assert spelling not in answer.content.decode() and spelling not in caplog.text
