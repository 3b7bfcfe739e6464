"""Tags for a page's link: its address, its other languages, what is shown of it before it is followed."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from racing.pages import absolute_url
from racing.previews import preview_of

register = template.Library()


@register.inclusion_tag("_sharing.html", takes_context=True)
def sharing(context: template.Context) -> dict[str, Any]:
    """The links and properties in a page's head: `{% sharing %}`. Without a request, as on an error page, none."""
    request = context.get("request")
    if not isinstance(request, HttpRequest):
        return {}
    told = ("race", "entrant", "room_data", "replay_data")
    preview = preview_of({name: context[name] for name in told if name in context})
    language = get_language()
    image = (
        preview.image if preview.image.startswith(settings.STATIC_URL) else f"{preview.image}?lang={language}"
    )
    here = absolute_url(request, request.path)
    return {
        "preview": preview,
        "image": absolute_url(request, image),
        "here": here,
        "language": language,
        "locale": {"pt-br": "pt_BR"}.get(language or "", language),
        "codes": [code for code, _ in settings.LANGUAGES],
    }


@register.simple_tag(takes_context=True)
def here_in_any_language(context: template.Context) -> str:
    """The page's own path and query without a language in it: `{% here_in_any_language %}`."""
    request = context["request"]
    query = request.GET.copy()
    query.pop("lang", None)
    return f"{request.path}?{query.urlencode()}" if query else str(request.path)
