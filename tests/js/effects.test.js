import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {applyEffects} from "../../racing/static/racing/effects.js";

test("a shift takes the top cards in their order", () => {
  const before = {1: ["5C", "9H", "2D"], 2: ["KD"]};
  const after = applyEffects(before, [["shift", "1", "2", 2]]);
  assert.deepEqual(after, {1: ["5C"], 2: ["KD", "9H", "2D"]});
  assert.deepEqual(before, {1: ["5C", "9H", "2D"], 2: ["KD"]});
});

test("a turn shows the top card, and hides it again", () => {
  const shown = applyEffects({w: ["2D", "##"]}, [["turn", "w", "5C"]]);
  assert.deepEqual(shown, {w: ["2D", "5C"]});
  assert.deepEqual(applyEffects(shown, [["turn", "w", "##"]]), {w: ["2D", "##"]});
});

test("a lay leaves the piles it does not name", () => {
  const after = applyEffects({1: ["5C"], 2: ["KD"], f1: ["AS"]}, [["lay", {1: ["KD", "5C"], 2: []}]]);
  assert.deepEqual(after, {1: ["KD", "5C"], 2: [], f1: ["AS"]});
});

test("effects that do not fit the view are an error, not a wrong table", () => {
  for (const effect of [["shift", "1", "2", 2], ["shift", "1", "9", 1], ["turn", "2", "5C"], ["lay", {9: []}], ["x"]]) {
    assert.throws(() => applyEffects({1: ["5C"], 2: []}, [effect]), RangeError);
  }
});

test("every fixture of the engine gives the engine's view", () => {
  const cases = JSON.parse(readFileSync(new URL("fixtures/effects.json", import.meta.url), "utf8"));
  assert.ok(cases.length > 0);
  for (const {view, effects, after} of cases) assert.deepEqual(applyEffects(view, effects), after);
});
