"""Every sentence of the pages, the scripts and the refusals is there in every language, whole and in step.

What there is to translate is extracted anew into a copy, by the same command that translators use; the files of
locale/ stay as they are.
"""

from __future__ import annotations

import gettext
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client
from django.utils import translation

from engine.rulesets import RULESETS, find_ruleset
from racing.engine_words import ENGINE_SENTENCES, RULESET_NAMES
from racing.models import TakeBack
from racing.refusals import Refused

ROOT = Path(settings.BASE_DIR)
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
DOMAINS = ["django", "djangojs"]
FILES = [(language, domain) for language in LANGUAGES for domain in DOMAINS]
# Words of English that none of the other languages has.
ENGLISH = re.compile(r"\b(the|and|with|your|you|this|that|is|are|move|game|deal|race|cards?|pile|back)\b")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")

Catalogue = dict[str, list[str]]


def po(language: str, domain: str) -> Path:
    folder = translation.to_locale(language)
    return ROOT / "locale" / folder / "LC_MESSAGES" / f"{domain}.po"


def run(*command: str, given: bytes | None = None) -> bytes:
    return subprocess.run(command, input=given, check=True, capture_output=True).stdout


def read(compiled: bytes, where: Path) -> tuple[Catalogue, str]:
    """Return what a compiled catalogue translates, with every plural form, and its header."""
    where.write_bytes(compiled)
    with where.open("rb") as file:
        raw: dict[str | tuple[str, int], str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # the only way to list it
    catalogue: Catalogue = {}
    for key, sentence in sorted(raw.items(), key=str):
        catalogue.setdefault(key if isinstance(key, str) else key[0], []).append(sentence)
    return catalogue, catalogue.pop("", [""])[0]


def compiled(file: Path, where: Path) -> tuple[Catalogue, str]:
    # Fuzzy and empty entries are left out, as in the files that are served. Formats are checked on the way.
    return read(run("msgfmt", "--check-format", "-o", "-", str(file)), where)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Catalogue]:
    """What there is to translate, by domain: the English sentences, with their plurals."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("racing", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "locale").mkdir()
    # Outside the project and without its settings, Django extracts into ./locale.
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    found = {}
    for domain in DOMAINS:
        command = [sys.executable, "-m", "django", "makemessages", "-l", "en", "-d", domain, "--no-location"]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        english = run("msgen", str(folder / "locale" / "en" / "LC_MESSAGES" / f"{domain}.po"))
        found[domain], _header = read(run("msgfmt", "-o", "-", "-", given=english), folder / domain)
    return found


def test_extracting_finds_templates_modules_and_scripts(sources: dict[str, Catalogue]) -> None:
    assert "Open the race" in sources["django"]
    assert "There is no race with this link." in sources["django"]
    assert sources["djangojs"]["%(count)s move"] == ["%(count)s move", "%(count)s moves"]


@pytest.mark.parametrize(("language", "domain"), FILES)
def test_no_sentence_is_missing_fuzzy_or_left_over(
    language: str, domain: str, sources: dict[str, Catalogue], tmp_path: Path
) -> None:
    file = po(language, domain)
    translated, header = compiled(file, tmp_path / "mo")
    assert sorted(sources[domain].keys() - translated.keys()) == [], "not translated, or fuzzy"
    assert sorted(translated.keys() - sources[domain].keys()) == [], "no longer in the sources"
    assert run("msgattrib", "--only-fuzzy", str(file)).strip() == b""
    assert "\n#~" not in file.read_text()
    forms = int(re.search(r"nplurals=(\d)", header)[1])  # type: ignore[index]  # no header, no translation
    for key, english in sources[domain].items():
        assert len(translated[key]) == (forms if len(english) > 1 else 1), key


@pytest.mark.parametrize(("language", "domain"), FILES)
def test_every_translation_keeps_the_placeholders_and_the_way_it_ends(
    language: str, domain: str, sources: dict[str, Catalogue], tmp_path: Path
) -> None:
    translated, _header = compiled(po(language, domain), tmp_path / "mo")
    for key, english in sources[domain].items():
        wanted = sorted(PLACEHOLDER.findall(english[0]))
        for sentence in translated[key]:
            assert sorted(PLACEHOLDER.findall(sentence)) == wanted, key
            assert sentence == sentence.strip(), key
            assert (sentence[-1] in ".!?") == (english[0][-1] in ".!?"), key


@pytest.mark.parametrize(("language", "domain"), FILES)
def test_the_compiled_files_are_in_step_with_the_translators_files(
    language: str, domain: str, tmp_path: Path
) -> None:
    file = po(language, domain)
    stored = read(file.with_suffix(".mo").read_bytes(), tmp_path / "stored")
    assert stored == compiled(file, tmp_path / "mo"), "run `make messages`"


def test_russian_counts_as_russians_count(client: Client) -> None:
    client.cookies.load({settings.LANGUAGE_COOKIE_NAME: "ru"})
    catalogue = client.get("/jsi18n/").content.decode()
    forms = json.loads(re.search(r'"%\(count\)s move": (\[[^]]*\])', catalogue)[1])  # type: ignore[index]  # fails loudly
    assert forms == ["%(count)s ход", "%(count)s хода", "%(count)s ходов"]
    assert "n%10==1 && n%100!=11 ? 0" in catalogue


def test_the_games_are_called_in_every_language_as_on_their_rules_pages() -> None:
    assert list(RULESET_NAMES) == [ruleset.name for ruleset in RULESETS.values()]
    for language in LANGUAGES:
        name = get_template(f"rules/{language}/_name.html")
        with translation.override(language):
            for ruleset in RULESETS.values():
                assert translation.gettext(ruleset.name) == name.render({"key": ruleset.key}).strip()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "10♥ does not fit on K♠: it goes on J♠, J♥."),
        ("ru", "10♥ не подходит к K♠. Её место — на J♠, J♥."),
        ("pt-br", "10♥ não encaixa em K♠: o lugar é em J♠, J♥."),
        ("de", "10♥ passt nicht auf K♠, sondern auf J♠, J♥."),
    ],
)
def test_a_refusal_shows_cards_as_people_write_them(language: str, sentence: str) -> None:
    with translation.override(language):
        assert Refused("does_not_fit", card="TH", onto="KS", wanted="JS JH").sentence() == sentence


def test_a_refusal_calls_the_game_by_its_name_in_the_reader_s_language() -> None:
    with translation.override("de"):
        said = Refused("one_card_only", ruleset=find_ruleset("royal-family").name, count=2).sentence()
    assert said.startswith("Königliche Familie:")
    with translation.override("en"):
        said = Refused("unknown_card", card="zz").sentence()
    assert said == ENGINE_SENTENCES["unknown_card"].format(card="zz")


class Texts(HTMLParser):
    """The words that a page shows or says: its text, its labels and titles."""

    def __init__(self) -> None:
        super().__init__()
        self.silent = 0
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in {"script", "style", "kbd", "code"}
        self.words += [value for name, value in attrs if name in {"aria-label", "title", "alt"} and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"script", "style", "kbd", "code"}

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.words.append(data.strip())


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_english_left_on_it(client: Client, language: str) -> None:
    client.cookies.load({settings.LANGUAGE_COOKIE_NAME: language})
    opened = client.post("/races/", {"name": "Ана", "ruleset": "cruel", "take_back": TakeBack.COUNTED})
    practised = client.post("/practice/", {"ruleset": "clock", "deal_number": "1"})
    pages = ["/", opened.url, practised.url, "/statistics/", "/no/such/page"]  # type: ignore[attr-defined]  # redirects
    for path in pages:
        read_page = Texts()
        page = client.get(path).content.decode()
        assert f'<html lang="{language}">' in page
        read_page.feed(page)
        for text in read_page.words:
            assert not ENGLISH.search(text.lower()), f"{path}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_even_the_page_of_a_broken_server_is_translated(language: str) -> None:
    with translation.override(language):
        page = get_template("500.html").render()
    assert f'<html lang="{language}">' in page
    assert "went wrong" not in page
