import assert from "node:assert/strict";
import {test} from "node:test";
import {goesHome} from "../../racing/static/racing/autohome.js";
import {Clicks} from "../../racing/static/racing/choose.js";

const RANKS = "A23456789TJQK";

/** Foundations of these heights, suits in the order of the engine. */
function foundations(...heights) {
  return Object.fromEntries(heights.map((height, i) => [`f${i + 1}`, [...RANKS.slice(0, height)].map((rank) => rank + "SSHHDDCC"[i])]));
}

test("a card goes home when everything two ranks below it is home", () => {
  const view = {...foundations(4, 4, 3, 3, 3, 3, 3, 3), 1: ["9H", "5S"], w: ["4D"]};
  assert.equal(goesHome(view, ["1-f", "1-2"]), "1-f");
  assert.equal(goesHome(view, ["1-f", "w-f"]), "w-f", "the lowest first");
});

test("a card stays while some card two ranks below may still want to lie on what would lie on it", () => {
  const view = {...foundations(4, 4, 2, 3, 3, 3, 3, 3), 1: ["9H", "5S"]};
  assert.equal(goesHome(view, ["1-f"]), null);
});

test("of two alike the one may be needed out of the way first: none goes while only one foundation waits for them", () => {
  const view = {...foundations(12, 11, 13, 13, 13, 13, 13, 13), 1: ["KS"], w: ["QS", "KS"]};
  assert.equal(goesHome(view, ["1-f", "w-f"]), null);
  assert.equal(goesHome({...view, ...foundations(12, 12, 13, 13, 13, 13, 13, 13), w: ["KS"]}, ["1-f", "w-f"]), "1-f");
});

test("aces always go, twos when both aces of their suit are home, and nothing that is not legal", () => {
  const view = {...foundations(0, 0, 1, 1, 1, 0, 0, 0), 1: ["AS"], 2: ["2H"], 3: ["3H"], 4: ["2D"]};
  assert.equal(goesHome(view, ["4-f"]), null);
  assert.equal(goesHome(view, ["1-f", "2-f"]), "1-f");
  assert.equal(goesHome(view, ["2-f"]), "2-f");
  assert.equal(goesHome(view, ["3-f"]), null);
  assert.equal(goesHome(view, ["d", "1-2", "f3-1"]), null);
});

test("nothing goes home by itself in the Cruel family", () => {
  assert.equal(goesHome({f1: ["AS"], f2: ["AH"], f3: ["AD"], f4: ["AC"], 1: ["2S"]}, ["1-f", "r"]), null);
});

test("the second of two quick clicks on a pile is part of a double click, a slow one or another pile's is not", () => {
  const clicks = new Clicks();
  assert.deepEqual([clicks.isDouble("1", 0), clicks.isDouble("1", 200), clicks.isDouble("1", 500), clicks.isDouble("2", 550)], [false, true, false, false]);
});
