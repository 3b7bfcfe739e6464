import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {redealt} from "../../racing/static/racing/redeal.js";

const CASES = JSON.parse(readFileSync(new URL("./fixtures/redeals.json", import.meta.url), "utf8"));

test("a previewed redeal lays every card where the engine's redeal laid it", () => {
  assert.deepEqual([...new Set(CASES.map(({way}) => way))].sort(), ["packets", "ripple"]);
  assert.ok(CASES.some(({after}) => Object.values(after).some((cards) => cards.length === 0)), "no emptied pile among them");
  for (const {way, view, after} of CASES) assert.deepEqual(redealt(view, way), after);
});

test("a preview leaves the table as it is, and of an empty table it shows empty piles", () => {
  const view = {1: ["2S"], 2: ["3S", "4S", "5S", "6S"], f1: ["AS"]};
  const before = structuredClone(view);
  assert.deepEqual(redealt(view, "packets"), {1: ["2S", "3S", "4S", "5S"], 2: ["6S"]});
  assert.deepEqual(view, before);
  assert.deepEqual(redealt({1: [], 2: [], f1: ["AS"]}, "ripple"), {1: [], 2: []});
});
