"""Tags for a page's modules and styles, which are served one by one, or joined and in the reader's language."""

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from racing.early import SCRIPT
from racing.joined import SHEETS, sheet
from racing.sentences import in_language

register = template.Library()


@register.simple_tag
def modules_are_joined() -> bool:
    """Whether each page's modules are served as one file, which is so when files were collected: racing.joined."""
    return not settings.WHITENOISE_USE_FINDERS


@register.simple_tag
def script(name: str) -> str:
    """The address of a page's module: `{% script "racing/main.js" %}`."""
    spoken = in_language(name, get_language() or settings.LANGUAGE_CODE)
    collected = getattr(staticfiles_storage, "hashed_files", {})
    return str(staticfiles_storage.url(spoken if spoken in collected else name))


@register.simple_tag
def early() -> SafeString:
    """What has to run before the first paint: racing.early."""
    return mark_safe(f"<script>{SCRIPT}</script>")  # noqa: S308  # a file of our own


@register.simple_tag
def styles(page: str) -> SafeString:
    """The links to all styles of a page: `{% styles "room" %}`."""
    names = [sheet(page)] if modules_are_joined() else SHEETS[page]
    links = ((staticfiles_storage.url(f"racing/{name}"),) for name in names)
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
