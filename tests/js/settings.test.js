import assert from "node:assert/strict";
import {test} from "node:test";
import {backArt} from "../../racing/static/racing/backs.js";
import {layTable} from "../../racing/static/racing/layout.js";
import {CHOICES, pace, parse, setting} from "../../racing/static/racing/settings.js";

test("what is kept is read again, and what is not known is left out", () => {
  assert.deepEqual(parse('{"felt":"blue","suits":"four"}'), {felt: "blue", suits: "four"});
  assert.deepEqual(parse('{"felt":"plaid","hand":"left","weather":"rain","suits":4}'), {hand: "left"});
});

test("a text that is not ours means no choice at all", () => {
  for (const text of [null, "", "{", "null", "7", '"felt"', "[]"]) assert.deepEqual(parse(text), {});
});

test("without a page every setting has its first choice, and motion its ordinary time", () => {
  for (const [name, values] of Object.entries(CHOICES)) assert.equal(setting(name), values[0]);
  assert.equal(pace(), 1);
});

test("every back that can be chosen is drawn, and no two are alike", () => {
  const drawn = new Set(CHOICES.back.map((name) => backArt(name)));
  assert.equal(drawn.size, CHOICES.back.length);
  for (const art of drawn) assert.ok(!/NaN|undefined/.test(art));
});

const BOXES = [{width: 1000, height: 700}, {width: 374, height: 600}, {width: 740, height: 300}];

test("for a left hand the table is mirrored, and the piles are still counted from the left", () => {
  for (const box of BOXES) {
    for (const family of ["cruel", "alternations"]) {
      const right = layTable(family, {...box, fanned: false});
      const left = layTable(family, {...box, fanned: false, mirrored: true});
      const rows = (spots) => Object.entries(spots).filter(([name]) => /^\d/.test(name)).sort((a, b) => a[1].y - b[1].y || a[1].x - b[1].x);
      assert.deepEqual(rows(left.spots).map(([name]) => name), rows(right.spots).map(([name]) => name));
      const edge = (spots, kind) => spots[kind].x + right.cardW / 2 - box.width / 2;
      if (family === "alternations") assert.ok(Math.abs(edge(left.spots, "s") + edge(right.spots, "s")) <= 1);
      for (const {x} of Object.values(left.spots)) assert.ok(x >= 0 && x + left.cardW <= box.width);
    }
  }
});

test("a clock goes the same way round for every hand", () => {
  const box = {width: 800, height: 700, fanned: false};
  assert.deepEqual(layTable("clock", {...box, mirrored: true}), layTable("clock", box));
});
