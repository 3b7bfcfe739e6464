"""What makes the site an app to install and a link to share: manifest, service worker, offline page, pictures."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from racing import replays
from racing.languages import named_language
from racing.models import Race
from racing.pictures import Poster, png
from racing.previews import race_poster, replay_poster

# Files that the offline page is made of.
OFFLINE_FILES = ("base.css", "icon.svg")
DAY = 24 * 3600


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What the app is called, how it looks, what it opens with."""
    icons = [
        {"src": static(f"racing/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    content = {
        "id": "/",
        "name": "Patience Racing",
        "short_name": "Patience",
        "description": gettext(
            "Race friends at patience: the same deal, the same start, every move checked."
        ),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f4f1ea",
        "theme_color": "#1b6853",
        "categories": ["games", "card"],
        "icons": [
            *icons,
            {"src": static("racing/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {
                "src": static("racing/icon-maskable.svg"),
                "sizes": "any",
                "type": "image/svg+xml",
                "purpose": "maskable",
            },
            {
                "src": static("racing/icon-maskable-512.png"),
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    return _kept_by_anybody(request, response, 3600)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root of the site, so that it may answer for all of it."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response


@lru_cache
def _worker() -> str:
    path = finders.find("racing/service_worker.js")
    assert isinstance(path, str)
    files = [static(f"racing/{name}") for name in OFFLINE_FILES]
    hashed = not settings.WHITENOISE_USE_FINDERS
    known = json.dumps({"files": files, "offline": reverse("offline"), "hashed": hashed})
    text = Path(path).read_text(encoding="utf-8")
    version = hashlib.sha256((known + text).encode()).hexdigest()[:12]
    return f'self.SITE = {{...{known}, version: "{version}"}};\n{text}'


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown when there is no line. Kept by browsers, so it holds nothing of anybody."""
    return render(request, "offline.html")


@require_safe
def race_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of a room."""
    race = get_object_or_404(Race.objects.select_related("host"), code=code)
    entrants = list(race.entrants.select_related("player")) if race.ended_at else []
    for entrant in entrants:
        entrant.race = race
    return _picture(request, race_poster(race, entrants), DAY if race.ended_at else 60)


@require_safe
def replay_picture(request: HttpRequest, code: str, entrant_id: int) -> HttpResponse:
    """The picture of a replay, as soon as everybody may see it."""
    entrant = replays.find_entrant(code, entrant_id, None)
    replays.admit(request, entrant.plies)
    return _picture(request, replay_poster(entrant, replays.rebuild(entrant)), DAY)


def _picture(request: HttpRequest, poster: Poster, max_age: int) -> HttpResponse:
    """Answer with the picture, drawn unless it was lately, or with 304 for who has it."""
    etag = f'"{hashlib.sha256(repr(poster).encode()).hexdigest()[:24]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(png(poster), content_type="image/png", headers={"ETag": etag})
    return _kept_by_anybody(request, response, max_age)


def _kept_by_anybody(request: HttpRequest, response: HttpResponse, max_age: int) -> HttpResponse:
    """Let caches keep an answer in which nothing but the language is the reader's."""
    patch_cache_control(response, public=True, max_age=max_age)
    if named_language(request.GET.get("lang", "")) is None:
        patch_vary_headers(response, ["Cookie"])  # Django's own middleware knows of Accept-Language only.
    return response
