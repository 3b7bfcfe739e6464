import assert from "node:assert/strict";
import {test} from "node:test";
import {parseMove, shiftText} from "../../racing/static/racing/notation.js";

test("every kind of move is read", () => {
  assert.deepEqual(parseMove("7-12"), {kind: "shift", source: "7", target: "12", count: 1});
  assert.deepEqual(parseMove("3-5x4"), {kind: "shift", source: "3", target: "5", count: 4});
  assert.deepEqual(parseMove("w-f"), {kind: "shift", source: "w", target: "f", count: 1});
  assert.deepEqual(parseMove("f2-3"), {kind: "shift", source: "f2", target: "3", count: 1});
  assert.deepEqual(parseMove("d"), {kind: "draw"});
  assert.deepEqual(parseMove("r"), {kind: "redeal"});
  assert.deepEqual(parseMove("u"), {kind: "takeback"});
  assert.deepEqual(parseMove("12"), {kind: "hour", hour: "12"});
  assert.deepEqual(parseMove("7?"), {kind: "hour", hour: "7"});
});

test("what is no move is read as none", () => {
  for (const text of ["", "7-", "x", "7-12x", "-f", "constructor"]) assert.equal(parseMove(text), null);
});

test("a shift is written as it is read", () => {
  for (const text of ["7-12", "3-5x4", "w-f", "f2-3"]) {
    const {source, target, count} = parseMove(text);
    assert.equal(shiftText(source, target, count), text);
  }
  assert.equal(shiftText("7", "f3", 1), "7-f");
});
