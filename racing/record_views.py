"""Records that people bring: uploaded, verified, watched, downloaded."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.record import RecordError
from engine.rulesets import find_ruleset
from racing import actions, replays
from racing.clock import now
from racing.engine_words import record_sentence
from racing.forms import RecordForm
from racing.identity import player_of
from racing.models import Player, Record
from racing.pages import ruleset_data
from racing.refusals import Refused

# Of a line with a mistake so much is shown.
MOST_SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def records(request: HttpRequest) -> HttpResponse:
    """Upload a record: it is read strictly, and what is wrong is shown with its line and column."""
    if request.method != "POST":
        return _page(request, RecordForm(), 200)
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, 400)
    text = form.cleaned_data["record"]
    try:
        record = actions.keep_record(text, player_of(request), now())
    except RecordError as error:
        problem = problem_of(error, text)
        form.add_error(None, ValidationError(problem["message"], code="record_unreadable"))
        return _page(request, form, 400, problem)
    except Refused as refused:
        form.add_error(None, ValidationError(refused.sentence(), code=refused.code))
        return _page(request, form, refused.status)
    return redirect("record-replay", record_id=record.pk)


def _page(
    request: HttpRequest, form: RecordForm, status: int, problem: dict[str, Any] | None = None
) -> HttpResponse:
    player: Player | None = player_of(request)
    mine = list(player.records.order_by("-created_at", "-pk")[:20]) if player is not None else []
    return render(request, "records.html", {"form": form, "problem": problem, "records": mine}, status=status)


def problem_of(error: RecordError, text: str) -> dict[str, Any]:
    """Return what is wrong with a record: line, column, message, source_line (or None)."""
    refused = Refused(
        "record_unreadable",
        why=record_sentence(error.code, error.params),
        line=error.line,
        column=error.column,
    )
    source = text.split("\n")[error.line - 1 : error.line]
    return {
        "line": error.line,
        "column": error.column,
        "message": refused.sentence(),
        "source_line": source[0][:MOST_SHOWN] if source else None,
    }


@require_safe
def record_replay(request: HttpRequest, record_id: int) -> HttpResponse:
    """An uploaded record, move by move."""
    record = _found(record_id)
    replays.admit(request, record.plies)
    ruleset = find_ruleset(record.ruleset_key)
    context = {
        "ruleset": ruleset,
        "record": record,
        "replay_data": {
            "code": "",
            "ruleset": ruleset_data(ruleset),
            "name": record.name or gettext("Somebody"),
            "outcome": record.outcome,
            "url_race": reverse("records"),
            "url_record": reverse("record-text", args=[record.pk]),
            "url_ghost": reverse("record-ghost", args=[record.pk]),
            **replays.record_log(record)._asdict(),
        },
    }
    return render(request, "replay.html", context)


@require_safe
def record_text(request: HttpRequest, record_id: int) -> HttpResponse:
    """An uploaded record as a text."""
    record = _found(record_id)
    replays.admit(request, record.plies)
    response = HttpResponse(replays.record_text(record), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{record.ruleset_key}-{record.digest[:12]}.txt"'
    return response


def _found(record_id: int) -> Record:
    record = Record.objects.select_related("deal").filter(pk=record_id).first()
    if record is None:
        raise Refused("no_such_record")
    return record
