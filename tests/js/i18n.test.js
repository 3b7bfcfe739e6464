import assert from "node:assert/strict";
import {test} from "node:test";
import {gettext, ngettext, number} from "../../racing/static/racing/i18n.js";

test("a small number needs no formatter, which takes a phone long to make", (t) => {
  const made = t.mock.method(Intl, "NumberFormat");
  assert.deepEqual([0, 7, 999].map(number), ["0", "7", "999"]);
  assert.equal(made.mock.callCount(), 0);
});

test("larger numbers and parts have the separators of the language", () => {
  assert.deepEqual([1000, 1234567, 1.5, -3].map(number), ["1,000", "1,234,567", "1.5", "-3"]);
});

test("sentences and their plural forms are found where the catalogue left them, and else are English", (t) => {
  assert.deepEqual([gettext("Stock"), ngettext("a move", "moves", 1), ngettext("a move", "moves", 2)], ["Stock", "a move", "moves"]);
  const there = /** @type {any} */ (globalThis);
  there.django = {catalog: {Stock: "Stapel", "a move": ["ein Zug", "Züge"]}, pluralidx: (/** @type {number} */ n) => n !== 1};
  t.after(() => delete there.django);
  assert.deepEqual([gettext("Stock"), ngettext("a move", "moves", 1), ngettext("a move", "moves", 2)], ["Stapel", "ein Zug", "Züge"]);
  assert.equal(gettext("Waste"), "Waste");
});
