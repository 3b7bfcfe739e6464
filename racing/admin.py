"""The operator's view: to look, and to rename a player. Never a seed, and nothing to forge a log with."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from racing.models import Deal, Entrant, Player, Ply, Race


class _LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Players; their names can be changed."""

    list_display = ("name", "pk", "created_at")
    search_fields = ("name",)
    readonly_fields = ("created_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players make themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A player's races belong to others too."""
        return False


@admin.register(Deal)
class DealAdmin(_LookOnly):
    """Deals by number. The seed stays out: an operator may be a racer."""

    list_display = ("__str__", "number")
    fields = ("number",)
    search_fields = ("=number",)


@admin.register(Race)
class RaceAdmin(_LookOnly):
    """Races and practices."""

    list_display = (
        "code",
        "kind",
        "ruleset_key",
        "host",
        "created_at",
        "starts_at",
        "ended_at",
        "cancelled_at",
    )
    list_filter = ("kind", "ruleset_key", "goal")
    list_select_related = ("host",)
    search_fields = ("=code", "host__name")


@admin.register(Entrant)
class EntrantAdmin(_LookOnly):
    """Who raced, and how it ended."""

    list_display = ("player", "race", "progress", "score", "plies", "outcome", "place", "finished_at")
    list_filter = ("outcome",)
    list_select_related = ("player", "race")
    search_fields = ("player__name", "=race__code")


@admin.register(Ply)
class PlyAdmin(_LookOnly):
    """The logs, as they are."""

    list_display = ("entrant", "number", "move", "at")
    list_select_related = ("entrant__player", "entrant__race")
    search_fields = ("=entrant__race__code",)
