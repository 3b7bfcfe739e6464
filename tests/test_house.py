"""The house rules that a machine can hold: size, words, arrows between modules, locks, ignores, links."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.checkout import ROOT, files

CODE = (".py", ".js", ".css", ".html", ".sh")
MAX_LINES = 300
# A module may pass MAX_LINES for a reason that is written here.
LONG: dict[str, str] = {
    "racing/messages.py": "every shape on the wire, both ways, in one file",
}
# The one door to packages that the engine may do without.
OPTIONAL = {"engine/solver/accelerate.py: numba", "engine/solver/accelerate.py: numpy"}
# What other people's machines lack: our folders, and the hosts that packages come from. In pieces, so that
# this file does not hold what it looks for.
PRIVATE = re.compile(
    "|".join(
        [
            r"(?<![\w.])/(?:wo" + r"rk|fa" + r"rm|ro" + r"ot|ho" + r"me|Us" + r"ers)/\w",
            r"/t" + r"mp/\w",
            r"pythonhosted\." + r"org|pypi\." + r"org|npmjs\." + r"(?:org|com)|deb\.debian\." + r"org",
            r'"reso' + r'lved":',
            r"(?<!emit-)\b(?:extra-)?index-" + r"url",
        ]
    )
)


@cache
def text(name: str) -> str:
    """A file's text, empty for a binary one."""
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def named(*endings: str, under: str = "") -> list[str]:
    return [name for name in files() if name.endswith(endings) and name.startswith(under)]


def lines(found: Iterable[object]) -> str:
    """What a failing check found, one a line, whole: pytest itself would cut a long list short."""
    return "\n" + "\n".join(str(one) for one in found)


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(text(name), name)


def imports(name: str) -> set[str]:
    """The absolute modules that a Python file imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


# Size and words ---------------------------------------------------------------------------------------


def test_no_module_is_longer_than_300_lines_without_a_reason_here() -> None:
    # A test file is as long as what is to be said about its door, and Django writes the migrations.
    modules = [name for name in named(*CODE) if not name.startswith(("tests/", "racing/migrations/"))]
    long = {name: text(name).count("\n") for name in modules}
    long = {name: count for name, count in long.items() if count > MAX_LINES and name not in LONG}
    assert not long, lines(long.items())


def test_every_long_module_listed_here_is_still_long() -> None:
    found = [name for name in LONG if name not in files() or text(name).count("\n") <= MAX_LINES]
    assert not found, lines(found)


def test_no_file_names_a_path_of_one_machine_or_a_host_of_packages() -> None:
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name in files()
        for number, line in enumerate(text(name).splitlines(), 1)
        if PRIVATE.search(line)
    ]
    assert not found, lines(found)


def test_every_python_module_says_what_it_is_for() -> None:
    modules = [name for name in named(".py") if "/migrations/" not in name]
    found = [name for name in modules if not ast.get_docstring(tree(name))]
    assert not found, lines(found)


def test_every_browser_module_says_what_it_is_for() -> None:
    modules = named(".js", under="racing/static/")
    found = [name for name in modules if not text(name).startswith(("/**", "//", "/*"))]
    assert not found, lines(found)


def test_every_test_is_named_as_a_sentence() -> None:
    short = [
        f"{name}: {node.name}"
        for name in named(".py", under="tests/")
        for node in ast.walk(tree(name))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and len(node.name.split("_")) < 4
    ]
    assert not short, lines(short)


def test_every_ignore_names_its_rule_and_its_reason() -> None:
    hush = re.compile(r"#\s*(?:type:\s*ignore|noqa|pragma:|pyright:|ruff:|mypy:)(?P<rest>.*)")
    rule = re.compile(r"^(?:\[[\w, -]+\]|:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)(?P<reason>.*)")
    bare = []
    for name in named(".py"):
        above = ""
        for number, line in enumerate(text(name).splitlines(), 1):
            if name != "tests/test_house.py" and (found := hush.search(line)):
                ruled = rule.match(found["rest"])
                # The reason stands behind the rule, or is a comment of its own just above.
                if not ruled or not (re.search(r"\w.{6,}", ruled["reason"]) or above.startswith("#")):
                    bare.append(f"{name}:{number}: {line.strip()}")
            above = line.strip()
    assert not bare, lines(bare)


def test_no_test_is_skipped_without_a_reason() -> None:
    bare = re.compile(
        r"mark\.(?:skip|xfail)\s*(?:\n|\(\s*\))|pytest\.(?:skip|xfail)\(\s*\)|\b(?:it|test)\.(?:skip|only)\("
    )
    tests = [name for name in named(".py", ".js", under="tests/") if name != "tests/test_house.py"]
    found = [name for name in tests if bare.search(text(name))]
    assert not found, lines(found)


# Arrows -----------------------------------------------------------------------------------------------


def test_the_imports_follow_the_arrows_of_the_architecture() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_engine_imports_only_itself_and_the_standard_library() -> None:
    foreign = {
        f"{name}: {module}"
        for name in named(".py", under="engine/")
        for module in imports(name)
        if (top := module.split(".")[0]) != "engine" and top not in sys.stdlib_module_names
    }
    assert not foreign - OPTIONAL, lines(foreign - OPTIONAL)


def test_the_engine_never_asks_what_time_it_is() -> None:
    """It may read a date that it is given, so the module datetime itself is not forbidden."""
    clock = re.compile(r"\.(?:now|utcnow|today)\(")
    found = [name for name in named(".py", under="engine/") if clock.search(text(name))]
    assert not found, lines(found)


def test_browser_modules_import_each_other_without_a_cycle() -> None:
    """Types in comments count too: collectstatic follows them, and gives up on a cycle."""
    folder = "racing/static/racing/"
    pattern = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["']\./([\w./-]+)["']""")
    graph = {
        name.removeprefix(folder): set(pattern.findall(text(name))) for name in named(".js", under=folder)
    }
    assert any(graph.values()), "the pattern above looks in the wrong place"
    missing = {f"{name}: {other}" for name, others in graph.items() for other in others if other not in graph}
    assert not missing, lines(missing)
    # What is left after taking away, again and again, whatever imports only what was taken away.
    while free := {name for name, others in graph.items() if not others & graph.keys()}:
        graph = {name: others for name, others in graph.items() if name not in free}
    assert not graph, lines(
        f"{name} imports {sorted(others & graph.keys())}" for name, others in graph.items()
    )


# Dependencies -----------------------------------------------------------------------------------------


def locked(name: str) -> dict[str, str]:
    """Package to version of a lock, in which every package must be pinned and hashed."""
    entries = [entry for entry in re.split(r"\n(?=\S)", text(name)) if not entry.startswith("#")]
    pins: dict[str, str] = {}
    for entry in filter(str.strip, entries):
        pin = re.match(r"([A-Za-z0-9._-]+)==(\S+)(?: ; [^\\\n]+)? \\\n +--hash=sha256:[0-9a-f]{64}", entry)
        assert pin, f"{name} holds something else than a pinned and hashed package: {entry[:80]}"
        pins[canonicalize_name(pin[1])] = pin[2]
    return pins


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_what_pyproject_asks_for(lock: str) -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    wanted = list(project["dependencies"])
    if lock == "requirements-dev.lock":
        wanted += project["optional-dependencies"]["dev"]
    pins = locked(lock)
    for line in wanted:
        requirement = Requirement(line)
        version = pins.get(canonicalize_name(requirement.name))
        assert version and requirement.specifier.contains(version), (
            f"{line} is locked as {version}: make lock"
        )


def test_what_is_tested_is_what_is_served() -> None:
    served, tested = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {name: version for name, version in served.items() if tested.get(name) != version} == {}


def test_the_browser_modules_packages_are_locked_by_hash_and_without_a_host() -> None:
    packages = json.loads(text("package-lock.json"))["packages"]
    others = {name: entry for name, entry in packages.items() if name}
    assert others
    assert [name for name, entry in others.items() if "integrity" not in entry or "resolved" in entry] == []


# Documents --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", named(".md"))
def test_a_document_links_only_to_what_is_there(page: str) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text(page), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    here = [target.split("#")[0] for target in targets if not re.match(r"[a-z]+:", target)]
    assert [target for target in here if target and not ((ROOT / page).parent / target).exists()] == []


def test_the_map_of_the_house_names_only_what_is_there() -> None:
    _, plan, *_ = text("docs/architecture.md").split("```")
    missing, room = [], ""
    for line in plan.splitlines():
        if own := re.match(r"\w+/", line):
            room = own[0]
        for name in re.findall(r"(?<![\w/])[\w/]+(?:\.py|\.js|/(?= ))", line):
            if not any(f"/{name}" in f"/{file}/" for file in named("", under=room)):
                missing.append(f"{room}: {name}")
    assert missing == []


def test_every_setting_is_described_and_every_described_one_is_read() -> None:
    reads = re.compile(
        r"(?:\benv\.(?:flag|words|whole)\(|\benviron(?:\.get\(|\.setdefault\(|\[))\s*\"([A-Z_]+)\""
    )
    places = [*named(".py", under="racing/"), "scripts/play.py"]
    read = {variable for name in places for variable in reads.findall(text(name))}
    described = set(re.findall(r"^\| `([A-Z_]+)`", text("docs/settings.md"), re.M))
    # Which settings module is Django's own question, and manage.py answers it.
    assert read - {"DJANGO_SETTINGS_MODULE"} == described


def test_the_compose_file_asks_only_for_what_its_example_holds() -> None:
    files_of_compose = text("docker-compose.yml") + text("deploy/compose.tls.yml")
    asked = set(re.findall(r"\$\{([A-Z_]+)", files_of_compose))
    given = set(re.findall(r"^([A-Z_]+)=", text(".env.example"), re.M))
    assert asked == given
