"""The sentences that a page's scripts say, in one language: they come in the file into which the scripts are joined.

Another language's file has a name of its own, `main.ru.js` beside `main.js`. Uncollected modules find their sentences
in the whole catalogue, /jsi18n/; both leave them in the same place.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.i18n import JSONCatalog

CALL = re.compile(r"(?<![\w.])n?gettext\(")
SENTENCE = re.compile(r'(?<![\w.])n?gettext\(\s*("(?:[^"\\]|\\.)*")(?=\s*[,)])')
ASKED = re.compile(r'(?<=import\("\./)(\w+\.js)(?="\))')


def languages() -> list[str]:
    """Return the languages that need sentences: all but the one in which the scripts are written."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def in_language(name: str, language: str) -> str:
    """Return the name of a script's file in a language.

    >>> in_language("racing/main.js", "pt-br")
    'racing/main.pt-br.js'
    """
    return f"{name.removesuffix('.js')}.{language}.js"


def sentences(text: str) -> set[str]:
    """Return what a script says, in English. Raises ValueError for a sentence that is not written out."""
    found = SENTENCE.findall(text)
    if len(found) != len(CALL.findall(re.sub(r"function n?gettext\(", "", text))):
        raise ValueError("a sentence is not written out")
    return {json.loads(each) for each in found}


def speaking(texts: Mapping[str, str]) -> set[str]:
    """Return the scripts, whole ones by name, that say something, or ask for one that does."""
    found = {name for name, text in texts.items() if sentences(text)}
    while more := {name for name, text in texts.items() if not found.isdisjoint(ASKED.findall(text))} - found:
        found |= more
    return found


def spoken(text: str, language: str, speakers: Iterable[str]) -> str:
    """Return a whole script with its sentences in a language, asking for the speakers in that language too."""
    told = set(speakers)
    text = ASKED.sub(lambda found: in_language(found[1], language) if found[1] in told else found[1], text)
    catalogue, plural = _catalogue(language)
    said = {each: catalogue[each] for each in sorted(sentences(text)) if each in catalogue}
    words = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return (
        "{const django=globalThis.django??={};"
        f"django.pluralidx=(n)=>Number({plural});"
        f"django.catalog=Object.assign(django.catalog??{{}},{words});}}\n{text}"
    )


@lru_cache
def _catalogue(language: str) -> tuple[dict[str, Any], str]:
    request = HttpRequest()
    request.method = "GET"
    with override(language):
        response = JSONCatalog.as_view(packages=["racing"])(request)
    assert isinstance(response, HttpResponse)
    told = json.loads(response.content)
    return told["catalog"], told["plural"] or "n!==1"
