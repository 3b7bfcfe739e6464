"""From one database to another, as docs/deploy.md says it."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from racing import actions
from racing.models import Entrant, Player, Ply, Race
from tests.checkout import ROOT
from tests.racing.conftest import entrant_of, started, wins, won_game
from tests.racing.test_accounts import browser_of, signs_up

pytestmark = pytest.mark.django_db(transaction=True)

# Made anew by `migrate`, or of no use in another database: who is signed in signs in again.
LEFT = {"contenttypes.contenttype", "auth.permission", "sessions.session", "admin.logentry"}


def words_after(command: str) -> list[str]:
    """The arguments that the page gives a management command."""
    found = re.search(rf"manage\.py {command} ([^`|]+?) *[`|]", (ROOT / "docs" / "deploy.md").read_text())
    assert found, f"docs/deploy.md has no {command}"
    return found[1].split()


def labels(arguments: list[str]) -> set[str]:
    """The models that labels of apps and of models stand for."""
    return {
        model._meta.label_lower
        for label in arguments
        for model in ([apps.get_model(label)] if "." in label else apps.get_app_config(label).get_models())
    }


def test_everything_that_a_site_keeps_is_taken_along() -> None:
    # What comes before the options.
    dumped = " ".join(words_after("dumpdata")).split(" --")[0].split()
    kept = {model._meta.label_lower for model in apps.get_models()}
    assert labels(dumped) == kept - LEFT


def test_what_was_taken_along_goes_on_where_it_was(ana: Player, client: Client, tmp_path: Path) -> None:
    dora = signs_up(browser_of(), "dora")
    moderators = Group.objects.create(name="moderators")
    moderators.permissions.set(Permission.objects.filter(codename__endswith="_flag"))
    assert dora.user
    dora.user.groups.add(moderators)
    race = started(ana, dora, deal_number=won_game("cruel")[0])
    wins(entrant_of(race, ana))
    actions.resign(race.code, dora.pk, timezone.now())
    before = {
        model: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.label_lower not in LEFT
    }
    times = set(Ply.objects.values_list("pk", "at"))
    file = tmp_path / "races.xml"
    arguments = [str(file) if word.endswith(".xml") else word for word in words_after("dumpdata")]
    call_command("dumpdata", *arguments, verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    assert not Race.objects.exists()

    call_command("loaddata", file, verbosity=0)
    sequences = StringIO()
    call_command("sqlsequencereset", *words_after("sqlsequencereset"), stdout=sequences, no_color=True)
    with connection.cursor() as cursor:
        for statement in sequences.getvalue().split("\n"):
            if statement.strip():
                cursor.execute(statement)
    assert {model: model._default_manager.count() for model in before} == before
    assert set(Ply.objects.values_list("pk", "at")) == times, "to the microsecond, on which results depend"
    call_command("recompute_tallies", "--check", stdout=StringIO())
    assert User.objects.get(username="dora").has_perm("racing.change_flag")
    entrant = Entrant.objects.get(race=race.pk, player=ana.pk)
    assert entrant.replayed().won and entrant.plies == Ply.objects.filter(entrant=entrant).count()
    assert client.get(f"/r/{race.code}/replay/{entrant.pk}/").context["replay_data"]["verified"]
    # A new row does not take an old one's number.
    assert actions.open_race(ana, ruleset="cruel", now=timezone.now()).pk > race.pk
