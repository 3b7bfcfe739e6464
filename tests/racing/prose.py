"""The rules pages as tests read them: sections, words without pictures, and the piles that a picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from django.template.loader import render_to_string
from django.utils import translation

from engine.rulesets import RULESETS, find_ruleset
from racing.rules_pages import rules_page

CRUEL_FAMILY = [key for key, ruleset in RULESETS.items() if ruleset.family == "cruel"]

VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class Node:
    """An element of a page; texts are children that are strings."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.children: list[Node | str] = []

    def all(self, tag: str = "", css: str = "") -> list[Node]:
        return [
            node
            for node in self.walk()
            if (not tag or node.tag == tag) and (not css or css in node.attributes.get("class", "").split())
        ]

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, Node):
                yield from child.texts()
            elif child.strip():
                yield " ".join(child.split())

    @property
    def text(self) -> str:
        return " ".join(self.texts())


class Reader(HTMLParser):
    """Reads a page into nodes, and fails on a tag that does not close what was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Node:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], "an element is left open"
    return reader.root


@cache
def page(key: str, language: str) -> Node:
    rules = rules_page(find_ruleset(key), language)
    with translation.override(language):
        return read(render_to_string(rules.template, {"ruleset": find_ruleset(key), "rules": rules}))


def section(key: str, language: str, name: str) -> Node:
    [found] = [node for node in page(key, language).all("section") if node.attributes["id"] == name]
    return found


def prose(node: Node) -> str:
    """The words of a section without those of its pictures."""
    return " ".join(part.text for part in node.all() if part.tag in ("p", "ul", "dl", "h2"))


def cards_of(node: Node) -> list[str]:
    return [card.attributes["data-card"] for card in node.all(css="card")]


def piles_of(node: Node) -> list[tuple[str, list[str]]]:
    """What stands over each pile in a picture, and its cards."""
    return [
        (" ".join(sign.text for sign in pile.all(css="pile-sign")), cards_of(pile))
        for pile in node.all(css="shown-pile")
    ]
