import assert from "node:assert/strict";
import {test} from "node:test";
import {Replay} from "../../racing/static/racing/replay.js";
import {FakeServer, STATE} from "./fake_line.js";

const PLIES = [
  {move: "1-2", slip: false, effects: [["shift", "1", "2", 1]], at_ms: 1000, state: {...STATE, score: 1}},
  {move: "2-f", slip: false, effects: [["shift", "2", "f1", 1]], at_ms: 3000, state: {...STATE, score: 1}},
  {move: "1-f", slip: false, effects: [["shift", "1", "f1", 1]], at_ms: 60_000, state: {...STATE, score: 1, won: true}},
];
const DATA = {view: {1: ["3S", "2S"], 2: [], f1: ["AS"]}, state: STATE, plies: PLIES};

function replay(data = DATA) {
  const clock = new FakeServer();
  const shown = [];
  const player = new Replay(data, clock.around, (how) => shown.push(`${player.at} ${how}`));
  return {player, clock, shown};
}

test("every ply shows the deal with the effects up to it", () => {
  const {player} = replay();
  assert.deepEqual(player.view, DATA.view);
  player.seek(2);
  assert.deepEqual(player.view, {1: ["3S"], 2: [], f1: ["AS", "2S"]});
  assert.equal(player.ply.move, "2-f");
  player.seek(99);
  assert.deepEqual(player.view, {1: [], 2: [], f1: ["AS", "2S", "3S"]});
  assert.equal(player.state.won, true);
  player.seek(-5);
  assert.deepEqual(player.view, DATA.view);
  assert.equal(player.ply, null);
});

test("playing keeps the racer's own time, and cuts long thoughts", () => {
  const {player, clock} = replay();
  player.play();
  clock.pass(999);
  assert.equal(player.at, 0);
  clock.pass(1);
  assert.equal(player.at, 1);
  clock.pass(2000);
  assert.equal(player.at, 2);
  clock.pass(3999);
  assert.equal(player.at, 2);
  clock.pass(1);
  assert.equal(player.at, 3);
  assert.equal(player.playing, false);
});

test("twice the speed takes half the time, also when it changes on the way", () => {
  const {player, clock} = replay();
  player.setSpeed(2);
  player.play();
  clock.pass(500);
  assert.equal(player.at, 1);
  player.setSpeed(16);
  clock.pass(125);
  assert.equal(player.at, 2);
});

test("speeds go one by one and stop at the ends", () => {
  const {player} = replay();
  const seen = [];
  for (let i = 0; i < 6; i++) {
    player.shift(1);
    seen.push(player.speed);
  }
  assert.deepEqual(seen, [2, 4, 8, 16, 16, 16]);
  for (let i = 0; i < 9; i++) player.shift(-1);
  assert.equal(player.speed, 0.5);
});

test("a pause holds the ply, a step pauses", () => {
  const {player, clock} = replay();
  player.play();
  player.pause();
  clock.pass(60_000);
  assert.equal(player.at, 0);
  player.play();
  player.step(1);
  clock.pass(60_000);
  assert.equal(player.at, 1);
});

test("playing from the end starts anew", () => {
  const {player, clock} = replay();
  player.seek(3);
  player.play();
  assert.equal(player.at, 0);
  clock.pass(1000);
  assert.equal(player.at, 1);
});

test("going on while it plays moves the next ply to its own time", () => {
  const {player, clock} = replay();
  player.play();
  clock.pass(900);
  player.seek(1);
  clock.pass(1999);
  assert.equal(player.at, 1);
  clock.pass(1);
  assert.equal(player.at, 2);
});

test("one ply travels, a jump is laid at once", () => {
  const {player, shown} = replay();
  player.seek(1);
  player.seek(3);
  assert.deepEqual(shown, ["1 travel", "3 place"]);
});

test("an attempt without a single ply can be looked at", () => {
  const {player} = replay({...DATA, plies: []});
  player.play();
  assert.equal(player.playing, false);
  assert.deepEqual(player.view, DATA.view);
});

test("redeals are reached one after the other, in both directions, and the ends behind them", () => {
  const lay = (move, at_ms) => ({move, slip: false, effects: [["lay", {1: ["3S", "2S"], 2: []}]], at_ms, state: STATE});
  const {player} = replay({...DATA, plies: [lay("r", 10), lay("1-2", 20), lay("r", 30), lay("1-2", 40)]});
  const stops = [];
  for (let i = 0; i < 4; i++) (player.toRedeal(1), stops.push(player.at));
  assert.deepEqual(stops, [1, 3, 4, 4]);
  for (let i = 0; i < 3; i++) (player.toRedeal(-1), stops.push(player.at));
  assert.deepEqual(stops.slice(4), [3, 1, 0]);
});

test("every move has the time it took since the one before", () => {
  const {player} = replay();
  assert.deepEqual([1, 2, 3].map((ply) => player.took(ply)), [1000, 2000, 57_000]);
});
