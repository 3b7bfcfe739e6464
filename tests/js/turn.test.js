import assert from "node:assert/strict";
import {test} from "node:test";
import {isYourTurn} from "../../racing/static/racing/turn.js";

const racer = (id, ready) => ({id, ready});
const race = (status, ...entrants) => ({kind: "race", status, entrants});

test("it is your turn when all others are ready and you are not", () => {
  assert.equal(isYourTurn(race("open", racer(1, false), racer(2, true), racer(3, true)), 1), true);
  assert.equal(isYourTurn(race("open", racer(1, false), racer(2, true), racer(3, false)), 1), false);
  assert.equal(isYourTurn(race("open", racer(1, true), racer(2, true)), 1), false);
});

test("it is everybody's turn while it counts down, and nobody's later", () => {
  assert.equal(isYourTurn(race("countdown", racer(1, true), racer(2, true)), 1), true);
  for (const status of ["running", "finished", "cancelled"]) assert.equal(isYourTurn(race(status, racer(1, true)), 1), false);
});

test("who waits alone, who only watches and who practises is not called", () => {
  assert.equal(isYourTurn(race("open", racer(1, false)), 1), false);
  assert.equal(isYourTurn(race("open", racer(1, false), racer(2, true)), null), false);
  assert.equal(isYourTurn({...race("countdown", racer(1, true)), kind: "practice"}, 1), false);
});
