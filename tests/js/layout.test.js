import assert from "node:assert/strict";
import {test} from "node:test";
import {extentOf, layTable, offsetsOf} from "../../racing/static/racing/layout.js";

/** What is left for the table: phones upright and lying, a small phone with its browser's bars, a laptop, a large screen. */
const BOXES = {
  "a phone of 360 by 740": [344, 560],
  "a phone of 390 by 844": [374, 664],
  "a phone with bars": [344, 440],
  "a phone lying": [560, 300],
  "a laptop": [1020, 690],
  "a large screen": [1560, 980],
};
const FULL = {
  cruel: Array(9).fill("5C"),
  clock: Array(4).fill("##"),
  alternations: [...Array(3).fill("##"), ...Array(16).fill("5C")],
};
const TABLES = [
  ["cruel", false],
  ["cruel", true],
  ["clock", false],
  ["alternations", false],
];

function rectangles(layout, family) {
  return Object.keys(layout.spots).map((name) => {
    const spot = layout.spots[name];
    const laid = name.startsWith("u") ? 4 : 0;
    const cards = laid ? Array(laid).fill("5C") : /^\d+$/.test(name) ? FULL[family] : ["5C"];
    const {top, height} = extentOf(layout, name, cards);
    return {name, x: spot.x, y: spot.y + top, w: layout.cardW, h: height};
  });
}

for (const [family, fanned] of TABLES) {
  for (const [place, [width, height]] of Object.entries(BOXES)) {
    const layout = layTable(family, {width, height, fanned});
    const found = rectangles(layout, family);

    test(`${family}${fanned ? " fanned" : ""} lies whole on ${place}`, () => {
      for (const {name, x, y, w, h} of found) {
        assert.ok(x >= 0 && x + w <= width, `${name} is cut off sideways: ${x}..${x + w} of ${width}`);
        assert.ok(y >= -1 && y + h <= height + 1, `${name} is cut off: ${y}..${y + h} of ${height}`);
      }
    });

    test(`no pile of ${family}${fanned ? " fanned" : ""} covers another on ${place}`, () => {
      for (const a of found) {
        for (const b of found) {
          if (a.name === b.name || a.name === `u${b.name}` || b.name === `u${a.name}`) continue;
          const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;
          assert.ok(apart, `${a.name} and ${b.name}: ${JSON.stringify([a, b])}`);
        }
      }
    });
  }
}

test("cards are large enough to read on a phone of 360 by 740", () => {
  const widths = TABLES.map(([family, fanned]) => layTable(family, {width: 344, height: 560, fanned}).cardW);
  assert.ok(widths[0] >= 72, `cruel ${widths[0]}`);
  assert.ok(widths[1] >= 52, `fanned ${widths[1]}`);
  assert.ok(widths[2] >= 40, `clock ${widths[2]}`);
  assert.ok(widths[3] >= 44, `alternations ${widths[3]}`);
});

test("twelve piles lie in three rows of four, counted along the rows", () => {
  const {spots} = layTable("cruel", {width: 344, height: 560, fanned: false});
  const rows = [1, 5, 9].map((first) => [0, 1, 2, 3].map((i) => spots[first + i]));
  for (const row of rows) {
    assert.equal(new Set(row.map((spot) => spot.y)).size, 1);
    assert.deepEqual(row.map((spot) => spot.x), row.map((spot) => spot.x).sort((a, b) => a - b));
  }
  assert.ok(rows[0][0].y < rows[1][0].y && rows[1][0].y < rows[2][0].y);
});

test("a pile within its room is not squeezed, a longer one fills the room", () => {
  const spot = {x: 0, y: 0, fan: "down", room: 100, step: 20, closed: 8};
  assert.deepEqual(offsetsOf(spot, ["##", "5C", "4C"]), [0, 8, 28]);
  const long = offsetsOf(spot, ["##", ...Array(12).fill("5C")]);
  assert.ok(long.at(-1) <= 100 && long.at(-1) > 90, String(long));
  assert.deepEqual(long, [...long].sort((a, b) => a - b));
});

test("laid cards of Clock rise from beneath their pile", () => {
  const spot = {x: 0, y: 0, fan: "up", room: 40, step: 10, closed: 0};
  assert.deepEqual(offsetsOf(spot, ["5C", "5D", "5H"]), [-10, -20, -30]);
});

test("the twelve lies at the top of the dial, three at the right, six at the bottom", () => {
  const {spots} = layTable("clock", {width: 700, height: 690, fanned: false});
  const hours = Object.entries(spots).filter(([name]) => /^\d+$/.test(name) && name !== "13");
  const extreme = (value) => hours.reduce((best, next) => (value(next[1]) > value(best[1]) ? next : best))[0];
  assert.deepEqual([extreme((s) => -s.y), extreme((s) => s.x), extreme((s) => s.y), extreme((s) => -s.x)], ["12", "3", "6", "9"]);
});

test("over the narrowest cards a pile's number has the room for itself", () => {
  const counts = (width, height) => layTable("cruel", {width, height, fanned: false, mirrored: false});
  const [small, phone] = [counts(730, 170), counts(374, 634)];
  assert.ok(small.cardW < 30 && !small.counts);
  assert.ok(phone.cardW > 60 && phone.counts);
});
