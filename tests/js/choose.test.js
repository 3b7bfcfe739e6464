import assert from "node:assert/strict";
import {test} from "node:test";
import {Chooser, placesFor, shiftsFrom} from "../../racing/static/racing/choose.js";

const targets = (moves) => moves.map((move) => move.target);

test("the places are: foundation, what uncovers a hidden card, what uncovers any, the rest, an empty pile", () => {
  const view = {1: ["##", "5C"], 2: [], 3: ["6H"], f1: []};
  assert.deepEqual(targets(placesFor(view, ["1-2", "1-3", "1-f"], "1", 1)), ["f", "3", "2"]);
});

test("equal places come in the order of the piles, not of their text", () => {
  const view = {1: ["9S", "5C"], 2: ["6H"], 10: ["6D"], 3: ["6S"]};
  assert.deepEqual(targets(placesFor(view, ["1-10", "1-2", "1-3"], "1", 1)), ["2", "3", "10"]);
});

test("only moves of exactly these cards count", () => {
  const view = {1: ["6S", "5C"], 2: ["7H"], 3: ["6D"]};
  const legal = ["1-2x2", "1-3"];
  assert.deepEqual(targets(placesFor(view, legal, "1", 2)), ["2"]);
  assert.deepEqual(targets(placesFor(view, legal, "1", 1)), ["3"]);
});

test("the second of two like foundations answers with the first one's moves", () => {
  const view = {f1: ["AS"], f2: ["AS"], f3: [], 1: ["2H"]};
  assert.deepEqual(shiftsFrom(view, ["f1-1"], "f2").map((move) => move.source), ["f1"]);
});

test("a card clicked again goes on to its next place, and round", () => {
  const chooser = new Chooser();
  const before = {1: ["9S", "5C"], 2: ["6H"], 3: ["6D"], 4: []};
  assert.equal(chooser.click(before, ["1-2", "1-3", "1-4"], "1", 1).target, "2");
  const second = {1: ["9S"], 2: ["6H", "5C"], 3: ["6D"], 4: []};
  assert.equal(chooser.click(second, ["2-3", "2-4"], "2", 1).target, "3");
  const third = {1: ["9S"], 2: ["6H"], 3: ["6D", "5C"], 4: []};
  assert.equal(chooser.click(third, ["3-2", "3-4"], "3", 1).target, "4");
  const fourth = {1: ["9S"], 2: ["6H"], 3: ["6D"], 4: ["5C"]};
  assert.equal(chooser.click(fourth, ["4-2", "4-3"], "4", 0).target, "2");
});

test("after any other move the same card starts from its best place again", () => {
  const chooser = new Chooser();
  chooser.click({1: ["9S", "5C"], 2: ["6H"], 3: ["6D"]}, ["1-2", "1-3"], "1", 1);
  chooser.forget();
  const view = {1: ["9S"], 2: ["6H", "5C"], 3: ["6D"], 4: ["6C"]};
  assert.equal(chooser.click(view, ["2-3", "2-4"], "2", 1).target, "3");
});

test("a foundation is not left by a click, unless the card just came there", () => {
  const chooser = new Chooser();
  const home = {1: [], f1: ["AS"], 2: ["2H"]};
  assert.equal(chooser.click(home, ["f1-2", "f1-1"], "f1", 0), null);
  assert.equal(chooser.click({1: ["AS"], f1: [], 2: ["2H"]}, ["1-f", "1-2"], "1", 0).target, "f");
  chooser.landed("f1");
  assert.equal(chooser.click(home, ["f1-2", "f1-1"], "f1", 0).target, "2");
});

test("a card without a place is no move", () => {
  assert.equal(new Chooser().click({1: ["5C"], 2: ["9H"]}, ["2-1"], "1", 0), null);
});
