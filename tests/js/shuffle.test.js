/** The browser's own shuffle, against the vectors of an independent program that the engine is held to as well. */
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";

import {hex, ownSha256, sha256} from "../../racing/static/racing/sha256.js";
import {commitmentOf, dealOf, packOf, readSeed, seedOfNumber} from "../../racing/static/racing/shuffle.js";

const VECTORS = new URL("../engine/vectors/", import.meta.url);
const vectors = readdirSync(VECTORS).map((name) => JSON.parse(readFileSync(new URL(name, VECTORS), "utf8")));

test("our own SHA-256 is the one that everybody has", async () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({length}, (_, i) => (i * 7 + length) % 256);
    const expected = createHash("sha256").update(bytes).digest("hex");
    assert.equal(hex(ownSha256(bytes)), expected, `${length} bytes`);
    assert.equal(hex(await sha256(bytes)), expected);
  }
});

test("every numbered deal of the vectors comes out card for card", async () => {
  let seen = 0;
  for (const {ruleset, deals} of vectors) {
    for (const [number, cards] of Object.entries(deals)) {
      const pack = await packOf(await seedOfNumber(number), ruleset === "alternations" ? 2 : 1);
      assert.equal(pack.join(" "), cards, `${ruleset} ${number}`);
      seen++;
    }
  }
  assert.ok(seen >= 20);
});

test("a word from the uneven end is thrown away, as in the engine", async () => {
  // The one deal among the first million and a half where that happens: the 95th word, a draw of 10.
  const pack = await packOf(await seedOfNumber("1591553"), 2);
  assert.equal(pack.slice(0, 10).join(" "), "KD 6S TC 6D QD 5C 8D 3C 5D 5S");
});

test("the tables of all games are dealt as the vectors' first positions lie", async () => {
  for (const {ruleset, games} of vectors) {
    for (const {deal, positions} of games) {
      const {piles, down, stock, open} = await dealOf(ruleset, await seedOfNumber(deal));
      const first = positions["0"];
      if (ruleset === "clock") {
        assert.equal(open, first.current);
        assert.deepEqual(piles.map((pile) => pile.length), first.down);
        continue;
      }
      const shown = piles.map((pile, i) => pile.map((card, j) => (down[i][j] ? `(${card})` : card)).join(" "));
      assert.deepEqual(shown, first.columns ?? first.piles, `${ruleset} ${deal}`);
      if (ruleset === "alternations") assert.equal(stock.length, 55);
    }
  }
});

test("a commitment is the digest of code, ruleset and seed", async () => {
  const seed = await seedOfNumber("7");
  const text = `patience-race-v1|AB12|cruel|${hex(seed)}`;
  assert.equal(await commitmentOf("AB12", "cruel", seed), createHash("sha256").update(text).digest("hex"));
});

test("what is no seed is not taken for one", () => {
  const digits = "0123456789abcdef".repeat(4);
  assert.equal(hex(readSeed(digits.toUpperCase()) ?? new Uint8Array()), digits);
  assert.equal(hex(readSeed(`  ${digits.slice(0, 32)}\n${digits.slice(32)} `) ?? new Uint8Array()), digits);
  for (const wrong of ["", digits.slice(1), `${digits}0`, `x${digits.slice(1)}`]) assert.equal(readSeed(wrong), null);
});
