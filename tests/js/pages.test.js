/** What holds for all templates and modules together. */
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";

const MODULES = new URL("../../racing/static/racing/", import.meta.url);
const TEMPLATES = new URL("../../templates/", import.meta.url);
const read = (base, name) => readFileSync(new URL(name, base), "utf8");
const templates = readdirSync(TEMPLATES, {recursive: true}).map(String).filter((name) => name.endsWith(".html"));

/** The modules that a module imports, comments left out. */
function imported(name) {
  return [...read(MODULES, name).matchAll(/^(?:import|export)\b[^"]*"\.\/([\w-]+\.js)";$/gm)].map((match) => match[1]);
}

/** Everything that a page's first module needs. */
function needed(name, found = new Set()) {
  for (const other of imported(name)) {
    if (found.has(other)) continue;
    found.add(other);
    needed(other, found);
  }
  return found;
}

test("a room preloads exactly the modules it needs", () => {
  const listed = [...read(TEMPLATES, "_preload.html").matchAll(/racing\/([\w-]+\.js)/g)].map((match) => match[1]);
  // The table's own script is asked for by main.js itself.
  const all = new Set([...needed("main.js"), "own_table.js", ...needed("own_table.js")]);
  assert.deepEqual([...listed].sort(), [...all].sort());
});

test("what a lobby takes presses with is without the table", () => {
  const lobby = needed("main.js");
  for (const name of ["play.js", "table.js", "hand.js", "hint.js"]) assert.ok(!lobby.has(name), name);
});

test("the line to the server and the logic of the hand can do without a page", () => {
  const pages = /\b(document|window|localStorage|navigator|HTMLElement)\b/;
  for (const name of [...needed("socket.js"), ...needed("hand.js"), "seat.js", "choose.js", "reconcile.js", "replay.js", "snap.js", "timer.js"]) {
    if (name === "i18n.js") continue; // asks the page for its language, where there is one
    const code = read(MODULES, name).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.ok(!pages.test(code), `${name} uses the page`);
  }
});

test("no module but the first of a page talks to the server", () => {
  for (const name of readdirSync(MODULES).filter((file) => file.endsWith(".js"))) {
    if (name === "main.js" || name === "home.js" || name === "service_worker.js") continue;
    assert.ok(!/new WebSocket|\bfetch\(/.test(read(MODULES, name)), name);
  }
});

test("no template carries a script, a style or a handler of its own", () => {
  assert.ok(templates.length > 20);
  for (const name of templates) {
    const html = read(TEMPLATES, name);
    assert.ok(!/<script(?![^>]*\bsrc=)/.test(html), `${name}: inline script`);
    assert.ok(!/<style|\sstyle=/.test(html), `${name}: inline style`);
    assert.ok(!/\son[a-z]+=/.test(html), `${name}: inline handler`);
  }
});

test("every word of a template that people read can be translated", () => {
  const alone = new Set(["500.html"]); // a server error may be in the translations themselves
  const prose = /^(rules|fair)\//; // whole templates, one for each language
  const own = templates.filter((name) => !prose.test(name) && !alone.has(name));
  for (const name of own) {
    const html = read(TEMPLATES, name)
      .replaceAll(/{% block body_class %}[\s\S]*?{% endblock %}/g, "")
      .replaceAll(/{% blocktranslate[\s\S]*?{% endblocktranslate %}/g, "")
      .replaceAll(/{%[\s\S]*?%}|{{[\s\S]*?}}|{#[\s\S]*?#}/g, "")
      .replaceAll(/<title>[\s\S]*?<\/title>|<kbd>[\s\S]*?<\/kbd>/g, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("Patience Racing", "");
    assert.ok(!/\p{L}{2}/u.test(html), `${name}: ${html.match(/.*\p{L}{2}.*/u)?.[0].trim()}`);
  }
});

test("words of scripts are asked for as whole literals, so that they can be collected", () => {
  for (const name of readdirSync(MODULES).filter((file) => file.endsWith(".js") && file !== "i18n.js")) {
    for (const [call] of read(MODULES, name).matchAll(/\b(?:gettext|ngettext)\([^"\n)][^\n]*/g)) {
      assert.fail(`${name}: ${call}`);
    }
  }
});
