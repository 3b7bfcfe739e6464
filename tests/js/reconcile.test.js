import assert from "node:assert/strict";
import {test} from "node:test";
import {reconcile} from "../../racing/static/racing/reconcile.js";

let made = 0;
const card = (text) => ({text, id: ++made});
const screen = (view) => Object.fromEntries(Object.entries(view).map(([name, cards]) => [name, cards.map(card)]));
const go = (held, view) => reconcile(held, (each) => each.text, view);

test("a card that moved is the same card in its new place", () => {
  const held = screen({1: ["5C", "4D"], 2: ["5D"]});
  const {placed, left} = go(held, {1: ["5C"], 2: ["5D", "4D"]});
  assert.deepEqual(placed, {1: [held[1][0]], 2: [held[2][0], held[1][1]]});
  assert.deepEqual(left, []);
});

test("of two like cards the one that lay still stays", () => {
  const held = screen({1: ["7H"], 2: ["7H"], 3: []});
  const {placed} = go(held, {1: ["7H"], 2: [], 3: ["7H"]});
  assert.equal(placed[1][0], held[1][0]);
  assert.equal(placed[3][0], held[2][0]);
});

test("a card turned where it lies stays there", () => {
  const held = screen({1: ["##", "4D"], 2: ["5D"]});
  const {placed} = go(held, {1: ["KD"], 2: ["5D", "4D"]});
  assert.equal(placed[1][0], held[1][0]);
  assert.equal(placed[2][1], held[1][1]);
});

test("the turned stock card is the top one of the stock", () => {
  const held = screen({s: ["##", "##", "##"], w: ["2C"]});
  const {placed, left} = go(held, {s: ["##", "##"], w: ["2C", "9H"]});
  assert.equal(placed.w[1], held.s[2]);
  assert.deepEqual(left, []);
});

test("taking that back puts the same card on the stock", () => {
  const held = screen({s: ["##"], w: ["2C", "9H"]});
  const {placed} = go(held, {s: ["##", "##"], w: ["2C"]});
  assert.equal(placed.s[1], held.w[1]);
});

test("a redeal moves every card once", () => {
  const held = screen({1: ["5C", "9H", "2D"], 2: ["KD"], 3: ["3S", "8C"]});
  const {placed, left} = go(held, {1: ["5C", "9H", "2D", "KD"], 2: ["3S", "8C"], 3: []});
  const ids = Object.values(placed).flat().map((each) => each.id);
  assert.equal(new Set(ids).size, 6);
  assert.equal(placed[1][3], held[2][0]);
  assert.deepEqual(left, []);
});

test("an empty screen needs new cards, and cards of no use are left", () => {
  assert.deepEqual(go({}, {1: ["5C"]}).placed, {1: [null]});
  const held = screen({1: ["5C", "4D"]});
  assert.deepEqual(go(held, {1: ["5C"]}).left, [held[1][1]]);
});
