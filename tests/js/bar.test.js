/** The player's own line: what can be pressed, and what it says before there is a table. */
import assert from "node:assert/strict";
import {test} from "node:test";

globalThis.HTMLElement ??= class {};
const {Bar} = await import("../../racing/static/racing/bar.js");

class Part extends globalThis.HTMLElement {
  textContent = "";
  attributes = {};
  addEventListener() {}
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
}

function barOf(family) {
  const parts = {};
  const root = {querySelector: (selector) => (parts[selector] ??= new Part())};
  const bar = new Bar(root, {family}, () => {});
  const isOff = (action) => parts[`[data-action=${action}]`].attributes["aria-disabled"] === "true";
  return {bar, isOff, said: (name) => parts[`[data-count=${name}]`].textContent};
}

const STATE = {score: 3, slips: 0, progress: 9, redeals: 1, redeals_left: null, may_take_back: true};

test("before the start nothing can be pressed, and the cards that lie home from the deal are counted", () => {
  const {bar, isOff, said} = barOf("cruel");
  bar.attend(false, 4);
  assert.equal(said("home"), "4");
  assert.deepEqual(["redeal", "takeback"].map(isOff), [true, true]);
});

test("what the table allows can be pressed while moves are taken, and nothing after the own end", () => {
  const {bar, isOff, said} = barOf("cruel");
  bar.draw(STATE, ["r"]);
  bar.attend(true, 4);
  assert.equal(said("home"), "9");
  assert.deepEqual(["redeal", "takeback"].map(isOff), [false, false]);
  bar.draw({...STATE, may_take_back: false}, []);
  assert.deepEqual(["redeal", "takeback"].map(isOff), [true, true]);
  bar.draw(STATE, ["r"]);
  bar.attend(false, 9);
  assert.deepEqual(["redeal", "takeback", "hint"].map(isOff), [true, true, true]);
});
