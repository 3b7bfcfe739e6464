"""Races with their racers, made through the site's own actions. For tests.load.onsite, where Django is set up."""

from __future__ import annotations

from django.db import transaction

from racing import actions, identity
from racing.clock import now
from racing.models import Race


def prepared(races: int, racers: int, ruleset: str, deal: int | None, start: bool) -> list[dict[str, object]]:
    """Open races and seat their racers, of a secret deal without ``deal``; ``start`` them at once, or leave them open.

    Returns of each {"race": id, "code", "ruleset", "deal", "entrants": [{"id", "cookie"}]}.
    """
    made = []
    with transaction.atomic():
        for _ in range(races):
            players = [actions.new_player(f"racer {number}", now()) for number in range(racers)]
            race = actions.open_race(players[0], ruleset=ruleset, now=now(), deal_number=deal)
            for player in players[1:]:
                actions.join(race.code, player, now())
            if start:
                Race.objects.filter(pk=race.pk).update(starts_at=now())
            made.append(
                {
                    "race": race.pk,
                    "code": race.code,
                    "ruleset": ruleset,
                    "deal": deal,
                    "entrants": [
                        {
                            "id": entrant.pk,
                            "cookie": f"{identity.COOKIE}={identity.signed(entrant.player_id)}",
                        }
                        for entrant in race.entrants.order_by("pk")
                    ],
                }
            )
    return made
