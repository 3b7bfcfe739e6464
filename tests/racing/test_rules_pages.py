"""The rules pages: every game in every language, and the facts on them those of the engine."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from django.test import Client

from engine.rulesets import RULESETS, find_ruleset
from racing.rules_pages import LANGUAGES, SECTIONS, rules_page, siblings_of
from tests.racing.conftest import VECTORS
from tests.racing.prose import CRUEL_FAMILY, Node, page, prose, read, section

OTHER_LANGUAGES = LANGUAGES[1:]

every_page = pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key in RULESETS for language in LANGUAGES]
)
every_language = pytest.mark.parametrize("language", LANGUAGES)


# Every page is whole.


@every_page
def test_a_page_has_its_sections_in_order_each_with_a_heading_and_words(key: str, language: str) -> None:
    sections = page(key, language).all("section")

    assert tuple(found.attributes["id"] for found in sections) == SECTIONS
    for found in sections:
        [heading] = found.all("h2")
        assert heading.text
        assert len(prose(found)) > len(heading.text) + 20


@every_page
def test_a_page_is_served_in_the_language_of_its_link(client: Client, key: str, language: str) -> None:
    response = client.get(f"/rules/{key}/", {"lang": language})

    assert response.status_code == 200
    assert response["Content-Language"] == language
    root = read(response.content.decode().replace("<!doctype html>", ""))
    assert root.all("html")[0].attributes["lang"] == language
    assert [found.attributes["id"] for found in root.all("section")] == list(SECTIONS)
    assert root.all("h1")[0].text == own_row(page(key, language)).all("th")[0].text


@every_language
def test_without_a_link_s_language_the_reader_s_is_used(client: Client, language: str) -> None:
    response = client.get("/rules/cruel/", headers={"accept-language": language})

    assert response["Content-Language"] == language


def test_a_link_s_language_that_the_site_does_not_speak_changes_nothing(client: Client) -> None:
    response = client.get("/rules/cruel/", {"lang": "../../etc"}, headers={"accept-language": "de"})

    assert response.status_code == 200
    assert response["Content-Language"] == "de"


def test_choosing_a_language_leads_back_without_the_link_s_language(client: Client) -> None:
    root = read(client.get("/rules/clock/", {"lang": "de"}).content.decode().replace("<!doctype html>", ""))

    [form] = root.all("form", css="language")
    [back] = [field for field in form.all("input") if field.attributes["name"] == "next"]
    assert back.attributes["value"] == "/rules/clock/"


def test_there_is_no_page_for_a_game_that_is_not_in_the_catalogue(client: Client) -> None:
    assert client.get("/rules/solitaire/").status_code == 404


def test_the_folder_of_the_rules_leads_to_the_first_game(client: Client) -> None:
    assert client.get("/rules/?lang=de")["Location"] == "/rules/cruel/?lang=de"


# Every language speaks for itself.


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_nothing_of_the_english_page_is_left_in_another_language(key: str, language: str) -> None:
    english, other = page(key, "en"), page(key, language)

    def words(root: Node) -> set[str]:
        heard = {node.attributes["aria-label"] for node in root.walk() if "aria-label" in node.attributes}
        labels = {node.attributes["data-label"] for node in root.walk() if "data-label" in node.attributes}
        return {text for text in {*root.texts(), *heard, *labels} if re.search("[a-z]{3}", text)}

    # The Portuguese word for cruel is the same.
    assert words(english) & words(other) <= {"Cruel"}


@every_language
def test_russian_is_written_in_its_own_letters_and_the_others_in_theirs(language: str) -> None:
    for key in RULESETS:
        letters = Counter(
            "cyrillic" if "а" <= letter.lower() <= "я" or letter.lower() == "ё" else "latin"
            for letter in page(key, language).text
            if letter.isalpha()
        )
        # Latin letters on a Russian page are those of cards and moves.
        assert letters["latin" if language == "ru" else "cyrillic"] < letters.total() * 0.06


@every_language
def test_a_page_says_no_card_in_another_language(language: str) -> None:
    spoken = {"en": "seven of hearts", "ru": "семёрка червей", "pt-br": "sete de copas", "de": "Herz-Sieben"}
    moves = section("cruel", language, "moves")

    assert spoken[language] in moves.text
    assert any(spoken[language] in node.attributes.get("aria-label", "") for node in moves.walk())


# A page is about its own edition.

SAID_BY = {
    "layout": ("layout", "fanned"),
    "moves": ("fits",),
    "redeal": ("redeal_allowed", "redeal", "redeal_limit"),
    "end": ("redeal_allowed", "redeal_limit"),
}


@every_language
@pytest.mark.parametrize("name", SAID_BY)
def test_a_section_is_the_same_in_two_editions_just_when_the_facts_it_tells_are(
    name: str, language: str
) -> None:
    pages = {key: rules_page(find_ruleset(key), language) for key in CRUEL_FAMILY}
    for key in CRUEL_FAMILY:
        for other in CRUEL_FAMILY:
            facts, others = (
                [getattr(pages[edition], fact) for fact in SAID_BY[name]] for edition in (key, other)
            )
            if name == "end":  # How many redeals there were does not matter once they are used up.
                facts[0], others[0] = facts[0] == "at_any_time", others[0] == "at_any_time"
                facts[1], others[1] = bool(facts[1]), bool(others[1])
            same = prose(section(key, language, name)) == prose(section(other, language, name))
            assert same == (facts == others), f"{key} and {other}"


@every_language
def test_every_edition_opens_and_answers_in_its_own_words(language: str) -> None:
    leads = [page(key, language).all("p", css="rules-lead")[0].text for key in RULESETS]
    editions = [section(key, language, "editions").all("p")[0].text for key in RULESETS]

    assert all(leads) and len(set(leads)) == len(RULESETS)
    assert len(set(editions)) == len(RULESETS)


@every_language
def test_the_limit_stands_on_the_page_in_words(language: str) -> None:
    words = {
        "en": ("three redeals", "five redeals", "no limit"),
        "ru": ("у вас три", "у вас пять", "не ограничено"),
        "pt-br": ("três redistribuições", "cinco redistribuições", "Não há limite"),
        "de": ("drei Neuauslagen", "fünf Neuauslagen", "nicht begrenzt"),
    }[language]
    for key in CRUEL_FAMILY:
        rules = RULESETS[key]
        said = prose(section(key, language, "redeal"))
        expected = words[{3: 0, 5: 1, None: 2}[rules.redeal_limit]]
        assert [word in said for word in words] == [word == expected for word in words], key


@every_language
@pytest.mark.parametrize("key", [key for key in RULESETS if key != "clock"])
def test_a_page_says_that_deals_are_lost_just_where_a_lost_deal_is_known(key: str, language: str) -> None:
    no = {"en": "No.", "ru": "Нет.", "pt-br": "Não.", "de": "Nein."}[language]
    verdicts = json.loads((VECTORS / f"{key}.json").read_text())["verdicts"]

    last_answer = section(key, language, "questions").all("dd")[-1].text
    assert last_answer.startswith(no) == ("lost" in verdicts.values())


# The comparison is the catalogue's.


def own_row(root: Node) -> Node:
    [row] = [row for row in root.all("tr") if row.attributes.get("aria-current") == "true"]
    return row


@every_page
def test_the_comparison_has_a_row_for_each_sibling_and_marks_its_own(key: str, language: str) -> None:
    rows = section(key, language, "editions").all("tbody")[0].all("tr")

    siblings = [ruleset.key for ruleset in siblings_of(find_ruleset(key))]
    assert [row.all("a")[0].attributes["href"] for row in rows] == [f"/rules/{other}/" for other in siblings]
    assert own_row(page(key, language)) is rows[siblings.index(key)]
    names = [row.all("th")[0].text for row in rows]
    assert all(names) and len(set(names)) == len(names)


def test_the_english_names_are_the_engine_s() -> None:
    for key, ruleset in RULESETS.items():
        assert own_row(page(key, "en")).all("th")[0].text == ruleset.name


FAMILY_COLUMNS = ("layout", "fits", "redeal_allowed", "redeal", "redeal_limit", "fanned")
GAME_COLUMNS = (
    "decks", "has_hidden_cards", "fits", "fills_empty", "foundations_give_back", "redeal_limit", "default_goal",
)  # fmt: skip


@every_page
def test_cells_say_the_same_just_when_the_rulesets_fields_are_the_same(key: str, language: str) -> None:
    columns = FAMILY_COLUMNS if key in CRUEL_FAMILY else GAME_COLUMNS
    page_section = section(key, language, "editions")
    heads = page_section.all("thead")[0].all("th")
    assert len(heads) == len(columns) + 1
    rows = [row.all("td") for row in page_section.all("tbody")[0].all("tr")]
    siblings = siblings_of(find_ruleset(key))

    for place, column in enumerate(columns):
        cells = [row[place].text for row in rows]
        # The engine's own fields, not what the page made of them; Clock does not build.
        values = [getattr(ruleset, column, "none of this") for ruleset in siblings]
        assert all(cells), column
        for cell, value in zip(cells, values, strict=True):
            assert [other == cell for other in cells] == [other == value for other in values], column
            if isinstance(value, int) and not isinstance(value, bool) and value:
                assert cell == str(value)
        # On a phone the heads are repeated in the cells; a soft hyphen is no letter.
        labels = {row[place].attributes["data-label"] for row in rows}
        assert labels == {heads[place + 1].text.replace("\u00ad", "")}
