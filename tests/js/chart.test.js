import assert from "node:assert/strict";
import {test} from "node:test";
import {ticks, unlike, valueAt} from "../../racing/static/racing/chart.js";

test("ticks are round numbers from nought to no more than the largest", () => {
  assert.deepEqual(ticks(52, 4), [0, 20, 40]);
  assert.deepEqual(ticks(104, 4), [0, 50, 100]);
  assert.deepEqual(ticks(3, 4), [0, 1, 2, 3]);
  assert.deepEqual(ticks(90_000, 5), [0, 20_000, 40_000, 60_000, 80_000]);
  assert.deepEqual(ticks(0, 4), [0]);
});

test("no two ticks read alike", () => {
  assert.deepEqual(unlike(ticks(1500, 5), (ms) => `0:0${Math.floor(ms / 1000)}`), [0, 1000]);
  assert.deepEqual(unlike([0, 5, 10], String), [0, 5, 10]);
});

test("a value holds from its point on until the next, and there is none before the first", () => {
  const points = [[0, 4], [1000, 5], [5000, 7]];
  assert.equal(valueAt(points, 0), 4);
  assert.equal(valueAt(points, 4999), 5);
  assert.equal(valueAt(points, 9999), 7);
  assert.equal(valueAt(points, -1), null);
});
