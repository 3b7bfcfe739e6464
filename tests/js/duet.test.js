import assert from "node:assert/strict";
import {test} from "node:test";
import {Duet} from "../../racing/static/racing/duet.js";
import {FakeServer, STATE} from "./fake_line.js";

/** An attempt of one-card moves at these times. */
function attempt(...times) {
  const plies = times.map((at_ms) => ({move: "1-2", slip: false, effects: [["shift", "1", "2", 1]], at_ms, state: STATE}));
  return {view: {1: times.map(() => "2S"), 2: []}, state: STATE, plies};
}

const ANA = attempt(1000, 2000, 9000);
const BORIS = attempt(1500, 2000, 2500, 2600);

function duet(by, left = ANA, right = BORIS) {
  const clock = new FakeServer();
  const seen = [];
  const both = new Duet(left, right, by, clock.around, () => seen.push(`${both.moment.left}:${both.moment.right}`));
  return {both, clock, seen};
}

test("in step by time each table stands where its racer stood at that time", () => {
  const {both, seen} = duet("time");
  for (let i = 0; i <= both.length; i++) both.seek(i);
  assert.deepEqual(seen, ["0:0", "1:0", "1:1", "2:2", "2:3", "2:4", "3:4"]);
});

test("in step by moves both have made as many, and who has no more waits", () => {
  const {both, seen} = duet("ply");
  assert.equal(both.length, 4);
  for (let i = 0; i <= both.length; i++) both.seek(i);
  assert.deepEqual(seen, ["0:0", "1:1", "2:2", "3:3", "3:4"]);
});

test("playing by time keeps the racers' time and cuts long thoughts", () => {
  const {both, clock} = duet("time");
  both.play();
  clock.pass(1000);
  assert.deepEqual(both.moment, {left: 1, right: 0, ms: 1000});
  clock.pass(1600);
  assert.deepEqual(both.moment, {left: 2, right: 4, ms: 2600});
  clock.pass(3999);
  assert.equal(both.moment.left, 2);
  clock.pass(1);
  assert.equal(both.moment.left, 3);
  assert.equal(both.playing, false);
});

test("changing the step stays at about the same moment", () => {
  const {both} = duet("time");
  both.seek(3);
  both.stepBy("ply");
  assert.deepEqual([both.moment.left, both.moment.right], [2, 2]);
  both.stepBy("time");
  assert.deepEqual([both.moment.left, both.moment.right], [2, 2]);
});

test("a link to a ply leads to the first moment at which both have made it, or all they made", () => {
  const {both} = duet("time");
  both.seek(both.momentOf(2));
  assert.deepEqual([both.moment.left, both.moment.right], [2, 2]);
  both.seek(both.momentOf(99));
  assert.equal(both.at, both.length);
});

test("two attempts without any move stand at the deal", () => {
  for (const by of ["time", "ply"]) {
    const {both} = duet(by, attempt(), attempt());
    assert.equal(both.length, 0);
    both.play();
    assert.equal(both.playing, false);
  }
});
