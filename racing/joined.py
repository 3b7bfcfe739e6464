"""A page's modules as one file, and its styles, for collected files only: a request costs a phone more than its text.

No bundler: our modules import by name, at the top and never in a circle (a test holds that), so each becomes a
function that gives back what it exports, in the order in which they need each other. What is written otherwise is an
error here.
"""

import re
from collections.abc import Callable, Iterable, Mapping

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
# The styles of the pages on which somebody waits for a table, in their order.
SHEETS = {
    "room": ("base.css", "cards.css", "table.css", "rivals.css", "room.css"),
    "replay": ("base.css", "cards.css", "table.css", "replay.css"),
}
NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)


def roots(texts: Mapping[str, str]) -> set[str]:
    """Return the modules that no other one imports: those that pages, or `import()`, ask for."""
    return set(texts) - {name for text in texts.values() for _, name in IMPORT.findall(text)}


def sheet(page: str) -> str:
    """Return the name of the file with all styles of a page."""
    return f"{page}.page.css"


def joined(root: str, read: Callable[[str], str]) -> str:
    """Return a module with all that it imports, as one module with the same exports. Raises ValueError."""
    parts = [_as_function(name, read(name)) for name in _in_order(root, read)]
    exports = ",".join(_exports(read(root)))
    return "\n".join([*parts, f"export const {{{exports}}} = {_variable(root)};" if exports else ""])


def _in_order(root: str, read: Callable[[str], str]) -> Iterable[str]:
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        for _, other in IMPORT.findall(read(name)):
            if other not in found:
                visit(other)
        found[name] = None

    visit(root)
    return found


def _as_function(name: str, text: str) -> str:
    body = IMPORT.sub(lambda found: f"const {{{_renamed(found[1])}}} = {_variable(found[2])};", text)
    body = NOTHING.sub("", EXPORT.sub("", body))
    if left := re.search(r"^(?:import\s*[\w{*\"']|export\s|await\s).*", body, re.MULTILINE):
        raise ValueError(f"{name}: not written as our modules are: {left[0]}")
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{{','.join(_exports(text))}}};\n}})();"


def _exports(text: str) -> list[str]:
    return EXPORT.findall(text)


def _renamed(names: str) -> str:
    return re.sub(r"(\w+) as (\w+)", r"\1: \2", names)


def _variable(name: str) -> str:
    return "$" + name.removesuffix(".js")
