import assert from "node:assert/strict";
import {test} from "node:test";
import {clockText, gettext, ngettext, number} from "../../racing/static/racing/i18n.js";

for (const lang of ["en", "ru", "pt-BR", "de"]) {
  test(`numbers are written as Intl writes them: ${lang}`, (t) => {
    const there = /** @type {any} */ (globalThis);
    there.document = {documentElement: {lang: lang.toLowerCase()}};
    t.after(() => delete there.document);
    for (const value of [0, 7, 999, 1000, 12345, 1234567, 0.5, 1.25, 1234.5, 2 / 3, -3, -1234]) {
      assert.equal(number(value), new Intl.NumberFormat(lang).format(value), String(value));
    }
    assert.equal(clockText(61_500, true), `1:01${(1.5).toLocaleString(lang)[1]}5`);
  });
}

test("sentences and their plural forms are found where the catalogue left them, and else are English", (t) => {
  assert.deepEqual([gettext("Stock"), ngettext("a move", "moves", 1), ngettext("a move", "moves", 2)], ["Stock", "a move", "moves"]);
  const there = /** @type {any} */ (globalThis);
  there.django = {catalog: {Stock: "Stapel", "a move": ["ein Zug", "Züge"]}, pluralidx: (/** @type {number} */ n) => n !== 1};
  t.after(() => delete there.django);
  assert.deepEqual([gettext("Stock"), ngettext("a move", "moves", 1), ngettext("a move", "moves", 2)], ["Stapel", "ein Zug", "Züge"]);
  assert.equal(gettext("Waste"), "Waste");
});
