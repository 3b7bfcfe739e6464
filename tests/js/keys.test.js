/** Keys at the table: what is typed, picked and acted upon happens in the order of the presses. */
import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";

/** As much of an element as keys ask of one. */
class Piece extends EventTarget {
  dataset = {};

  closest(selector) {
    return selector === "[data-pile]" && this.dataset.pile ? this : null;
  }

  setAttribute() {}

  focus() {
    document.activeElement = this;
    document.dispatchEvent(new Event("focusin"));
    this.root?.dispatchEvent(Object.defineProperty(new Event("focusin"), "target", {value: this}));
  }
}

globalThis.Element = Piece;
globalThis.HTMLElement = Piece;
const {Keys} = await import("../../racing/static/racing/keys.js");

const NUMBERS = {cruel: 12, clock: 13, alternations: 7};

/** A table of a family, and what its player asks for, in order. */
function seated(family = "cruel", more = {}) {
  globalThis.document = Object.assign(new EventTarget(), {body: new Piece(), querySelector: () => null});
  document.activeElement = document.body;
  const names = Array.from({length: NUMBERS[family]}, (_, i) => String(i + 1));
  const root = Object.assign(new EventTarget(), {contains: (element) => element.root === root});
  const piles = new Map(names.map((name) => [name, Object.assign(new Piece(), {root, dataset: {pile: name}})]));
  const asked = [];
  const note = (name) => (...values) => void asked.push([name, ...values].join(" "));
  const table = {root, ruleset: {family}, names, pile: (name) => piles.get(name) ?? null, mark() {}, boxes: () => []};
  const wishes = {
    pick: (pile) => (asked.push(`pick ${pile}`), true),
    number: (text) => family === "clock" && (asked.push(`lay ${text}`), true),
    dropOn: note("drop"), best: note("best"), home: note("home"), change: note("change"), cancel: note("cancel"), act: note("act"),
    isActive: () => true,
    ...more,
  };
  const keys = new Keys(table, wishes);
  const press = (key, how = {}) => {
    const event = Object.assign(new Event("keydown", {cancelable: true}), {key, ...how});
    document.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const type = (text) => [...text].forEach((key) => press(key));
  const focused = () => document.activeElement.dataset.pile;
  return {keys, asked, press, type, focused, piles};
}

const wait = (ms) => mock.timers.tick(ms);
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({apis: ["setTimeout"]});
});

test("a number that could go on is settled by the key after it", () => {
  const {asked, press, type} = seated();
  type("1");
  press("Enter");
  type("2");
  press("Enter");
  assert.deepEqual(asked, ["pick 1", "drop 2"]);
});

test("every key that acts on a pile acts on the one that was typed before it", () => {
  for (const [key, wanted] of [["f", "home 1"], ["F", "home 1"], [" ", "pick 1"]]) {
    const {asked, press, piles} = seated();
    piles.get("7").focus();
    press("1");
    press(key);
    assert.deepEqual(asked, [wanted], key);
  }
  for (const key of ["r", "u", "d", "h", "p", "?", "Escape", "Tab", "x"]) {
    const {press, focused} = seated();
    press("1");
    press(key);
    assert.equal(focused(), "1", key);
  }
});

test("in Clock the card is laid before what comes after it", () => {
  for (const [key, wanted] of [["u", "act takeback"], ["k", "lay 13"], ["5", "lay 5"]]) {
    const {asked, press} = seated("clock");
    press("1");
    press(key);
    wait(2000);
    assert.deepEqual(asked, ["lay 1", wanted]);
  }
});

test("numbers of one and of two digits are there at once where nothing else can be meant", () => {
  for (const number of ["2", "9", "10", "11", "12"]) {
    const {focused, type} = seated();
    type(number);
    assert.equal(focused(), number);
  }
  for (const number of ["5", "10", "11", "12", "13"]) {
    const {asked, type} = seated("clock");
    type(number);
    assert.deepEqual(asked, [`lay ${number}`]);
  }
});

test("a one that stands alone is waited for, and a nought that stands alone is nothing", () => {
  const {asked, press} = seated("clock");
  press("1");
  wait(200);
  assert.deepEqual(asked, []);
  wait(2000);
  assert.deepEqual(asked, ["lay 1"]);
  press("0");
  wait(2000);
  assert.deepEqual(asked, ["lay 1"]);
});

test("keys that only shift others settle nothing", () => {
  const {focused, press} = seated();
  press("1");
  press("Shift");
  press("2");
  assert.equal(focused(), "12");
});

test("a key that is held is one press, but arrows run", () => {
  const {asked, press} = seated("clock");
  press("1");
  press("1", {repeat: true});
  wait(2000);
  assert.deepEqual(asked, ["lay 1"]);
  const other = seated();
  other.piles.get("3").focus();
  for (const key of ["Enter", "r", "f", "u"]) other.press(key, {repeat: true});
  assert.deepEqual(other.asked, []);
  // The page does not scroll under the hand, and is left alone otherwise.
  assert.deepEqual(["ArrowLeft", " ", "PageDown", "Tab"].map((key) => other.press(key, {repeat: true})), [true, true, false, false]);
});

test("a press with the pointer settles what was typed", () => {
  const {asked, press} = seated("clock");
  press("1");
  document.dispatchEvent(new Event("pointerdown"));
  assert.deepEqual(asked, ["lay 1"]);
});

test("focus that goes elsewhere is not fetched back", () => {
  const {press, focused, piles} = seated();
  piles.get("7").focus();
  press("1");
  new Piece().focus();
  wait(2000);
  assert.equal(focused(), undefined);
  press("ArrowDown");
  const other = seated();
  other.press("1");
  other.piles.get("5").focus();
  wait(2000);
  assert.equal(other.focused(), "5");
});

test("what was typed for a card that is another by now is forgotten", () => {
  const {asked, keys, press} = seated("clock");
  press("1");
  keys.forget();
  wait(2000);
  press("Escape");
  assert.deepEqual(asked, ["cancel false"]);
});

test("while a dialog is open over the table no key is meant for it", () => {
  const {asked, press} = seated();
  document.querySelector = (selector) => (selector === "dialog[open]" ? new Piece() : null);
  for (const key of ["r", "1", "Enter", "Escape"]) assert.ok(!press(key));
  wait(2000);
  assert.deepEqual(asked, []);
});

test("what was typed when the race was over is nothing", () => {
  let active = true;
  const {asked, press, focused} = seated("cruel", {isActive: () => active});
  press("1");
  active = false;
  wait(2000);
  assert.equal(focused(), undefined);
  assert.deepEqual(asked, []);
});
