import assert from "node:assert/strict";
import {test} from "node:test";
import {snap} from "../../racing/static/racing/snap.js";

const pile = (name, x, y) => ({name, x, y, w: 60, h: 84});
const PILES = [pile("1", 0, 0), pile("2", 70, 0), pile("3", 140, 0)];
const at = (x, y) => ({x, y, w: 60, h: 84});
const drop = (box, ...legal) => snap(box, PILES, new Set(legal));

test("a card dropped on a pile that takes it goes there", () => {
  assert.equal(drop(at(72, 5), "2", "3"), "2");
});

test("a card dropped between two piles goes to the one that takes it, even when it covers the other more", () => {
  assert.equal(drop(at(38, 0), "1"), "1");
});

test("a card laid squarely on a pile that does not take it means that pile", () => {
  assert.equal(drop(at(5, 0), "2"), "1");
});

test("a card dropped just beside a pile that takes it still finds it", () => {
  assert.equal(drop(at(140, 100), "3"), "3");
});

test("a card dropped far from all piles is meant for none", () => {
  assert.equal(drop(at(300, 300), "1", "2", "3"), null);
});

test("a card that only touches a pile that does not take it is meant for none", () => {
  assert.equal(drop(at(190, 60), "1"), null);
});
