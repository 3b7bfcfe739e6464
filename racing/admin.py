"""The operator's view: to look, to rename a player, to judge runs. Never a seed, and nothing to forge a log with."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from racing import actions
from racing.actions.flagging import FINE, MODERATOR, VOID, judge
from racing.clock import now
from racing.models import Daily, Deal, Entrant, Flag, Player, Ply, Race, Record
from racing.refusals import Refused


class _LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class NameForm(ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """A player's name, refused as it would be to the player."""

    def clean_name(self) -> str:
        """Return the clean name. Raises ValidationError with the refusal's code."""
        try:
            player = self.instance
            return actions.free_name(self.cleaned_data["name"], player, of_account=player.user_id is not None)
        except Refused as refused:
            raise ValidationError(refused.sentence(), code=refused.code) from None


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Players; their names can be changed. Who may be whose friend, by which link, is nobody else's business."""

    form = NameForm
    list_display = ("name", "pk", "user", "created_at")
    search_fields = ("name",)
    fields = ("name", "user", "merged_into", "deleted_at", "created_at")
    readonly_fields = ("user", "merged_into", "deleted_at", "created_at")

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Rename as the player could: what the name looks like, and the name to sign in with, go along."""
        actions.rename(Player.objects.get(pk=obj.pk), form.cleaned_data["name"], now())

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
    """The logs, as they are, of races that are over: moves tell of hidden cards, and an operator may be a racer."""

    list_display = ("entrant", "number", "move", "at")
    list_select_related = ("entrant__player", "entrant__race")
    search_fields = ("=entrant__race__code",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ply]:
        """Return the plies to be looked at."""
        over = Q(entrant__race__ended_at__isnull=False) | Q(entrant__race__cancelled_at__isnull=False)
        return super().get_queryset(request).filter(over)


@admin.register(Daily)
class DailyAdmin(_LookOnly):
    """The deals of the day, and their races."""

    list_display = ("day", "ruleset_key", "race")
    list_filter = ("ruleset_key",)
    list_select_related = ("race",)
    ordering = ("-day", "ruleset_key")


@admin.register(Record)
class RecordAdmin(_LookOnly):
    """What people uploaded."""

    list_display = ("__str__", "name", "player", "plies", "outcome", "score", "created_at")
    list_filter = ("ruleset_key", "outcome")
    list_select_related = ("player",)
    search_fields = ("name", "player__name", "=digest")


@admin.register(Flag)
class FlagAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Runs to be looked at: the replay, and a verdict. A run that is void leaves every board; ratings stay."""

    list_display = ("created_at", "reason", "player", "game", "place", "replay", "verdict", "reviewer")
    list_filter = ("verdict", "reason", "entrant__race__ruleset_key")
    list_select_related = ("entrant__race", "entrant__player", "reviewer")
    search_fields = ("entrant__player__name", "=entrant__race__code")
    ordering = ("verdict", "-created_at")
    fields = ("entrant", "player", "game", "place", "reason", "detail", "replay", "verdict")
    raw_id_fields = ("entrant",)
    actions = ("judge_fine", "judge_void")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only the verdict is anybody's to give; a moderator may also name a run that was not flagged."""
        told = ("player", "game", "place", "replay", "reason", "detail")
        return told if obj is None else (*told, "entrant")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A flag is answered by a verdict, and kept."""
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Whoever may only look judges nothing."""
        return super().get_actions(request) if self.has_change_permission(request) else {}

    def save_model(self, request: HttpRequest, obj: Flag, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # generic in the stubs only
        """Keep the verdict, and count the run anew."""
        if not change:
            obj.reason, obj.created_at = MODERATOR, now()
        judge(obj, obj.verdict, self._reviewer(request), now())

    @admin.action(description=_("Judge as fine"), permissions=["change"])
    def judge_fine(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Judge that the runs are fine."""
        self._judge(request, flags, FINE)

    @admin.action(description=_("Judge as void: off every board"), permissions=["change"])
    def judge_void(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        """Judge that the runs do not count."""
        self._judge(request, flags, VOID)

    def _judge(self, request: HttpRequest, flags: QuerySet[Flag], verdict: str) -> None:
        for flag in flags:
            judge(flag, verdict, self._reviewer(request), now())
            self.log_change(request, flag, verdict)

    def _reviewer(self, request: HttpRequest) -> Any:
        return request.user

    @admin.display(description=_("Player"), ordering="entrant__player__name")
    def player(self, flag: Flag) -> str:
        """Whose run it is."""
        return flag.entrant.player.name

    @admin.display(description=_("Game"), ordering="entrant__race__ruleset_key")
    def game(self, flag: Flag) -> str:
        """What was played."""
        return gettext(flag.entrant.race.ruleset.name)

    @admin.display(description=_("Place"))
    def place(self, flag: Flag) -> int | None:
        """The place in the race."""
        return flag.entrant.place

    @admin.display(description=_("Replay"))
    def replay(self, flag: Flag) -> SafeString:
        """The way to the replay."""
        address = reverse("replay", args=[flag.entrant.race.code, flag.entrant_id])
        return format_html('<a href="{}">{}</a>', address, gettext("Replay"))
