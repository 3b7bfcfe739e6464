"""Collected scripts say what their sources say, in one file for each page."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from racing.joined import SHEETS, joined, roots
from racing.sentences import sentences
from racing.static_files import ManifestStorage, made, stripped
from tests.servers import ROOT, collect_static

MODULES = {path.name: path.read_text() for path in (ROOT / "racing/static/racing").glob("*.js")}
# What a script says, whatever its spaces and comments: TypeScript prints it anew.
SAYS = """
import {readFileSync} from "node:fs";
import ts from "TYPESCRIPT";
const compilerOptions = {target: "es2022", module: "es2022", removeComments: true};
const says = (text) => ts.transpileModule(text, {compilerOptions}).outputText.replace(/\\s+/g, "");
for (const [name, before, after] of JSON.parse(readFileSync(0, "utf8"))) {
  if (says(before) !== says(after)) console.log(name);
}
"""


def test_a_stripped_script_says_the_same() -> None:
    script = SAYS.replace("TYPESCRIPT", (ROOT / "node_modules/typescript/lib/typescript.js").as_uri())
    pairs = json.dumps([(name, text, stripped(name, text)) for name, text in MODULES.items()])
    command = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=pairs, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    whole, small = "".join(MODULES.values()), "".join(stripped("x.js", text) for text in MODULES.values())
    assert len(small) < 0.7 * len(whole)


def test_a_stripped_style_keeps_what_spaces_mean() -> None:
    style = 'a  b { color : red ; }\n/* never */ .x :is(p, q)>r::after{ content: "; {"; margin: 0 1px }'
    assert stripped("x.css", style) == 'a b{color : red;}.x :is(p, q)>r::after{content: ";{";margin: 0 1px}'


def test_a_module_is_joined_with_what_it_needs_each_once_and_in_order() -> None:
    texts = {
        "a.js": 'import {b, c as d} from "./b.js";\nimport {e} from "./e.js";\nexport const a = b + d + e;\n',
        "b.js": 'import {e} from "./e.js";\nexport function b() {}\nexport class c {}\nconst own = 1;\n',
        "e.js": "export const e = 1;\nconst own = 2;\n",
        "f.js": "export {};\n",
    }
    assert roots(texts) == {"a.js", "f.js"}
    whole = joined("a.js", texts.__getitem__)
    assert [line for line in whole.splitlines() if line.startswith(("const $", "return", "export"))] == [
        "const $e = (() => {",
        "return {e};",
        "const $b = (() => {",
        "return {b,c};",
        "const $a = (() => {",
        "return {a};",
        "export const {a} = $a;",
    ]
    assert "const {b, c: d} = $b;" in whole


@pytest.mark.parametrize(
    "line",
    [
        'import x from "./b.js";',
        'import "./b.js";',
        "export default 1;",
        "await 1;",
        'export * from "./b.js";',
    ],
)
def test_what_is_not_written_as_our_modules_are_is_not_joined(line: str) -> None:
    with pytest.raises(ValueError, match="not written as our modules are"):
        joined("a.js", {"a.js": line, "b.js": ""}.__getitem__)


def test_every_module_can_be_joined_and_read(tmp_path: Path) -> None:
    assert {"main.js", "replay_page.js", "replays_page.js", "home.js"} <= roots(MODULES)
    for name in roots(MODULES):
        file = tmp_path / name.replace(".js", ".mjs")
        file.write_text(stripped(name, joined(name, MODULES.__getitem__)))
        done = subprocess.run(["node", "--check", file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_page_s_file_has_the_sentences_that_its_modules_say_and_no_others(tmp_path: Path) -> None:
    page = """import {gettext, ngettext} from "./i18n.js";
    console.log(gettext("Stock"), [1, 2, 5].map((count) => ngettext("%(count)s move", "%(count)s moves", count)));
    const later = () => [import("./says.js"), import("./silent.js")];
    """
    said, silent = (
        'import {gettext} from "./i18n.js";\ngettext("A wrong hour.");\n',
        "export const nothing = 1;\n",
    )
    scripts = made({"page.js": page, "says.js": said, "silent.js": silent, "i18n.js": MODULES["i18n.js"]})
    assert {"page.js", "page.ru.js", "page.pt-br.js", "page.de.js", "says.ru.js", "silent.js"} <= set(scripts)
    assert "silent.ru.js" not in scripts
    assert 'import("./says.ru.js"),import("./silent.js")' in scripts["page.ru.js"]
    assert "Не тот час: промах." in scripts["says.ru.js"]
    assert "Не тот час: промах." not in scripts["page.ru.js"]
    told = {}
    for name in ("page.js", "page.ru.js"):
        (tmp_path / name).with_suffix(".mjs").write_text(scripts[name])
        done = subprocess.run(
            ["node", (tmp_path / name).with_suffix(".mjs")], capture_output=True, text=True, check=True
        )
        told[name] = done.stdout.strip()
    assert told == {
        "page.js": "Stock [ '%(count)s move', '%(count)s moves', '%(count)s moves' ]",
        "page.ru.js": "Запас [ '%(count)s ход', '%(count)s хода', '%(count)s ходов' ]",
    }


@pytest.mark.parametrize(
    "call", ["gettext(word)", 'gettext("a" + word)', "gettext(`a`)", "ngettext(one, many, 1)"]
)
def test_a_sentence_that_is_not_written_out_is_not_lost_silently(call: str) -> None:
    with pytest.raises(ValueError, match="a sentence is not written out"):
        sentences(call)


def test_what_is_collected_is_one_compressed_file_for_a_page_and_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect_static(tmp_path)
    [main] = (tmp_path / "racing").glob("main.????????????.js")
    text = main.read_text()
    assert "/**" not in text
    assert 'from"./' not in text.replace(" ", "")
    assert 'import("./result.' in text
    for ending in (".gz", ".br"):
        assert main.with_name(main.name + ending).stat().st_size < 40_000
    storage = ManifestStorage(location=tmp_path, base_url="/static/")
    monkeypatch.setattr("racing.templatetags.scripts.staticfiles_storage", storage)
    page = Template('{% load scripts %}{% script "racing/main.js" %} {% script "racing/sound.js" %}')
    for language, name in (("en", "main.js"), ("ru", "main.ru.js"), ("pt-br", "main.pt-br.js")):
        with translation.override(language):
            shown = page.render(Context())
        assert shown == f"{storage.url(f'racing/{name}')} {storage.url('racing/sound.js')}"
    sheets = [
        re.sub(r"\.[0-9a-f]{12}\.", ".", path.name) for path in (tmp_path / "racing").glob("*.page.*.css")
    ]
    assert sorted(sheets) == ["replay.page.css", "room.page.css"]
    [room] = (tmp_path / "racing").glob("room.page.????????????.css")
    parts = [next((tmp_path / "racing").glob(name.replace(".", ".????????????."))) for name in SHEETS["room"]]
    assert room.read_text() == "".join(part.read_text() for part in parts)
    [russian] = (tmp_path / "racing").glob("main.ru.????????????.js")
    [result] = (tmp_path / "racing").glob("result.ru.????????????.js")
    assert f'import("./{result.name}")' in russian.read_text()
