// Between which piles a hint's arrow goes.
import assert from "node:assert/strict";
import {test} from "node:test";

import {Hint, endsOf} from "../../racing/static/racing/hint.js";
import {beats} from "../../racing/static/racing/par.js";

const cruel = {1: ["5C", "9H"], 2: ["2S"], f1: ["AS"], f2: ["AH"], f3: ["AD"], f4: ["AC"]};

test("a move to a foundation points at the one that takes the card", () => {
  assert.deepEqual(endsOf("2-f", cruel), {from: "2", to: "f1", count: 1});
});

test("a run is shown from its lowest card", () => {
  assert.deepEqual(endsOf("3-5x4", {3: ["7S", "6H", "5C", "4D"], 5: ["8D"]}), {from: "3", to: "5", count: 4});
});

test("a drawn card goes from the stock to the waste, an hour from the open card", () => {
  assert.deepEqual(endsOf("d", {s: ["##"], w: []}), {from: "s", to: "w", count: 1});
  assert.deepEqual(endsOf("13", {o: ["KS"]}), {from: "o", to: "13", count: 1});
});

test("a redeal has no arrow", () => {
  assert.equal(endsOf("r", cruel), null);
});

test("a deal that is lost from the beginning is told as such, for there is nothing to take back", () => {
  globalThis.ResizeObserver = class { observe() {} };
  globalThis.HTMLElement ??= class {};
  const told = [];
  const room = {querySelector: () => null, querySelectorAll: () => []};
  const hint = new Hint(room, {root: {dataset: {ply: "4"}}}, {say: () => {}, tell: (sentence) => told.push(sentence), name: String});
  for (const may_take_back of [true, false]) {
    hint.moved({may_take_back});
    hint.ask();
    hint.take({ply: 4, status: "lost"});
  }
  assert.match(told[0], /Take back, and ask again/);
  assert.equal(told[1], "This deal cannot be won: that is proved.");
});

const par = {outcome: "won", score: 20, bound: 12, searching: false, replay: null};

test("only a win with less than par beats the solver", () => {
  assert.equal(beats({outcome: "won", score: 19}, par), true);
  assert.equal(beats({outcome: "won", score: 20}, par), false);
  assert.equal(beats({outcome: "resigned", score: 3}, par), false);
  assert.equal(beats({outcome: "won", score: 3}, null), false);
});
