"""Races with their racers, made through the site's own actions: `python -m tests.load.prepare`, settings as given.

Prints JSON: a list of races, each {"race": id, "code", "ruleset", "deal", "entrants": [{"id", "cookie"}]}.
"""

from __future__ import annotations

import argparse
import json
import os
import sys


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=1)
    parser.add_argument("--racers", type=int, default=2)
    parser.add_argument("--ruleset", default="cruel")
    parser.add_argument("--deal", type=int, default=1)
    parser.add_argument("--secret", action="store_true", help="a secret deal instead of a numbered one")
    parser.add_argument("--start", action="store_true", help="start at once instead of leaving the race open")
    asked = parser.parse_args()

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
    django.setup()
    json.dump(prepared(asked), sys.stdout)


def prepared(asked: argparse.Namespace) -> list[dict[str, object]]:
    """Open the races and seat their racers."""
    from django.db import transaction

    from racing import actions, identity
    from racing.clock import now
    from racing.models import Race

    made = []
    with transaction.atomic():
        for _ in range(asked.races):
            players = [actions.new_player(f"racer {number}", now()) for number in range(asked.racers)]
            race = actions.open_race(
                players[0], ruleset=asked.ruleset, now=now(), deal_number=None if asked.secret else asked.deal
            )
            for player in players[1:]:
                actions.join(race.code, player, now())
            if asked.start:
                Race.objects.filter(pk=race.pk).update(starts_at=now())
            made.append(
                {
                    "race": race.pk,
                    "code": race.code,
                    "ruleset": asked.ruleset,
                    "deal": asked.deal,
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


if __name__ == "__main__":
    main()
