import assert from "node:assert/strict";
import {test} from "node:test";
import {Hand} from "../../racing/static/racing/hand.js";
import {ply, table} from "./fake_line.js";

const VIEW = {1: ["9C", "5C"], 2: ["6C"], 3: ["8H", "2H"], 4: ["3H"], f1: ["AS"], f2: ["AH"], f3: ["AD"], f4: ["AC"]};
const LEGAL = ["1-2", "3-4", "3-f", "r"];

function holding(view = VIEW, legal = LEGAL) {
  const sent = [];
  let next = 0;
  const hand = new Hand((move) => {
    sent.push(move);
    return ++next;
  });
  hand.table(table(0, view, legal));
  return {hand, sent};
}

test("a legal move of visible cards is drawn before the answer", () => {
  const {hand, sent} = holding();
  hand.play("1-2");
  assert.deepEqual(sent, ["1-2"]);
  assert.deepEqual(hand.shown[2], ["6C", "5C"]);
  assert.deepEqual(hand.view[2], ["6C"]);
});

test("the answer confirms it without a change", () => {
  const {hand} = holding();
  hand.play("1-2");
  const before = hand.shown;
  hand.played(ply(1, "1-2", [["shift", "1", "2", 1]], ["3-4"]));
  assert.deepEqual(hand.shown, before);
  assert.equal(hand.waiting, false);
});

test("a refusal puts it back", () => {
  const {hand} = holding();
  hand.play("1-2");
  hand.dropped();
  assert.deepEqual(hand.shown, VIEW);
});

test("the first foundation that fits is where it is drawn", () => {
  const {hand} = holding();
  hand.play("3-f");
  assert.deepEqual(hand.shown.f2, ["AH", "2H"]);
});

test("a redeal and a move that is not legal are asked for, but not drawn", () => {
  for (const move of ["r", "1-4"]) {
    const {hand, sent} = holding();
    hand.play(move);
    assert.deepEqual(sent, [move]);
    assert.deepEqual(hand.shown, VIEW);
  }
});

test("a second move that touches other piles is asked for at once", () => {
  const {hand, sent} = holding();
  hand.play("1-2");
  assert.equal(hand.play("3-4"), "asked");
  assert.deepEqual(sent, ["1-2", "3-4"]);
  assert.deepEqual(hand.shown[4], ["3H", "2H"]);
  hand.played(ply(1, "1-2", [["shift", "1", "2", 1]], ["3-4"]));
  assert.deepEqual(hand.shown[4], ["3H", "2H"]);
});

test("a second move on a pile in motion waits for the answer, and then for its turn", () => {
  const {hand, sent} = holding();
  hand.play("1-2");
  assert.equal(hand.play("2-1"), "held");
  assert.equal(hand.play("3-4"), "held");
  assert.deepEqual(sent, ["1-2"]);
  hand.played(ply(1, "1-2", [["shift", "1", "2", 1]], ["3-4", "2-1"]));
  assert.deepEqual(sent, ["1-2", "2-1"]);
  hand.played(ply(2, "2-1", [["shift", "2", "1", 1]], LEGAL));
  assert.deepEqual(sent, ["1-2", "2-1", "3-4"]);
});

test("an intent that finds nothing to do lets the next one go", () => {
  const {hand, sent} = holding();
  hand.play("r");
  hand.want(() => null);
  hand.want(() => (hand.legal.includes("3-f") ? "3-f" : null));
  hand.played(ply(1, "r", [["lay", {1: ["5C", "9C"]}]], ["3-f"]));
  assert.deepEqual(sent, ["r", "3-f"]);
});

test("what was held is forgotten when a move before it is refused", () => {
  const {hand, sent} = holding();
  hand.play("1-2");
  hand.play("2-1");
  hand.dropped();
  hand.played(ply(1, "3-f", [["shift", "3", "f2", 1]], LEGAL));
  assert.deepEqual(sent, ["1-2"]);
});

test("a ply of another tab undoes what was drawn ahead", () => {
  const {hand} = holding();
  hand.play("1-2");
  hand.played(ply(1, "3-f", [["shift", "3", "f2", 1]], LEGAL));
  assert.deepEqual(hand.shown, {...VIEW, 3: ["8H"], f2: ["AH", "2H"]});
});

test("what was held for a table that another tab has changed is given up with the rest", () => {
  const {hand, sent} = holding();
  hand.play("1-2");
  hand.play("2-1");
  hand.played(ply(1, "3-f", [["shift", "3", "f2", 1]], LEGAL));
  assert.deepEqual(sent, ["1-2"]);
  assert.equal(hand.waiting, false);
});

test("what was meant for the cards that lay there is not done to others", () => {
  const {hand, sent} = holding();
  hand.play("r");
  hand.play("3-f");
  hand.play("1-2");
  hand.played(ply(1, "r", [["lay", {1: ["9C", "5C"], 3: ["3H", "8H"]}]], ["1-2", "3-f"]));
  assert.deepEqual(sent, ["r", "1-2"]);
});

test("a whole table keeps the moves that are still ahead of it", () => {
  const {hand} = holding();
  hand.play("1-2");
  hand.play("3-4");
  hand.table(table(1, {...VIEW, 1: ["9C"], 2: ["6C", "5C"]}, ["3-4"]));
  assert.deepEqual(hand.shown[4], ["3H", "2H"]);
  assert.deepEqual(hand.shown[2], ["6C", "5C"]);
});

test("a whole table on which the moves ahead make no sense drops them", () => {
  const {hand} = holding();
  hand.play("1-2");
  hand.play("3-4");
  hand.table(table(1, {...VIEW, 3: []}, []));
  assert.deepEqual(hand.shown, {...VIEW, 3: []});
});

test("a card that leaves a hidden one open is drawn at once, and the turn comes with the answer", () => {
  const {hand} = holding({1: ["##", "5C"], 2: ["6H"]}, ["1-2"]);
  hand.play("1-2");
  assert.deepEqual(hand.shown, {1: ["##"], 2: ["6H", "5C"]});
  hand.played(ply(1, "1-2", [["shift", "1", "2", 1], ["turn", "1", "KD"]], []));
  assert.deepEqual(hand.shown, {1: ["KD"], 2: ["6H", "5C"]});
});

test("in Clock the open card is laid at its hour before the answer, at a wrong hour it is not", () => {
  const view = {o: ["7H"], u7: [], u8: [], 7: ["##"], 8: ["##"]};
  const right = holding(view, ["7"]).hand;
  right.play("7");
  assert.deepEqual(right.shown.u7, ["7H"]);
  const wrong = holding(view, ["7"]).hand;
  wrong.play("8");
  assert.deepEqual(wrong.shown, view);
  wrong.played(ply(1, "8?", [], ["7"]));
  assert.equal(wrong.waiting, false);
});
