"""Everything that the site keeps about a player, as plain data to take away."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from racing.models import Entrant, Player, RatingChange

# Entrants whose logs are read together.
CHUNK = 200


def export_of(player: Player) -> dict[str, Any]:
    """Return what is kept about a player. Times are aware datetimes; nothing in it is a secret of a running race."""
    return {
        "name": player.name,
        "since": player.created_at,
        "account": _account(player),
        "friends": [
            {"name": row.friend.name, "since": row.since}
            for row in player.friendships.select_related("friend").order_by("since")
        ],
        "invitations": [
            {"race": row.race.code, "by": row.by.name, "at": row.created_at, "declined_at": row.declined_at}
            for row in player.invitations.select_related("race", "by").order_by("created_at")
        ],
        "ratings": list(
            player.ratings.order_by("ruleset_key").values("ruleset_key", "mu", "sigma", "races", "rated_at")
        ),
        "rating_changes": list(
            RatingChange.objects.filter(player=player)
            .order_by("rated_race")
            .values("rated_race__race__code", "place", "mu_before", "sigma_before", "mu", "sigma")
        ),
        "records": list(
            player.records.order_by("created_at").values(
                "id", "ruleset_key", "name", "moves", "times", "outcome", "score", "created_at"
            )
        ),
        "attempts": list(_attempts(player)),
    }


def _account(player: Player) -> dict[str, Any] | None:
    user = player.user
    if user is None:
        return None
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("created_at")
    return {
        "signs_in_as": user.username,
        "email": user.email or None,
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "since": user.date_joined,
        "last_signed_in_at": user.last_login,
        "passkeys": [
            {"name": key.wrap().name, "since": key.created_at, "last_used_at": key.last_used_at}
            for key in keys
        ],
    }


def _attempts(player: Player) -> Iterator[dict[str, Any]]:
    entrants = Entrant.objects.filter(player=player).select_related("race__deal").order_by("pk")
    for entrant in entrants.prefetch_related("ply_log").iterator(CHUNK):
        race = entrant.race
        yield {
            "race": race.code,
            "kind": race.kind,
            "game": race.ruleset_key,
            "goal": race.goal,
            "take_back": race.take_back,
            "deal_number": race.deal.number,
            # Of a race that goes on the seed is nobody's to know.
            "seed": bytes(race.deal.seed).hex() if race.ended_at else None,
            "opened_at": race.created_at,
            "joined_at": entrant.joined_at,
            "starts_at": entrant.begins_at,
            "ended_at": race.ended_at,
            "outcome": entrant.outcome,
            "place": entrant.place,
            "score": entrant.score,
            "progress": entrant.progress,
            "redeals": entrant.redeals,
            "hints": entrant.hints,
            "plies": [
                [ply.move, ply.at] for ply in sorted(entrant.ply_log.all(), key=lambda ply: ply.number)
            ],
        }
