"""The page that says how a deal is settled and lets everybody check it in the browser."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engine.rulesets import RULESETS

LANGUAGES: Final = ("en", "ru", "pt-br", "de")
"""The languages that have the prose, the first for everybody else."""


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How fairness is shown. A link may fill in the checker: ?code=…&ruleset=…&seed=…&commitment=…"""
    language = get_language()
    prose = f"fair/{language if language in LANGUAGES else LANGUAGES[0]}.html"
    return render(request, "fair.html", {"prose": prose, "rulesets": list(RULESETS.values())})
