import assert from "node:assert/strict";
import {test} from "node:test";
import {Seat} from "../../racing/static/racing/seat.js";

/** A seat whose script the test brings, or fails to bring. */
function seated() {
  const asked = [];
  const waits = [];
  const done = [];
  const table = {play: {hand: {state: null}}, hint: {}};
  const seat = new Seat(
    (tries) => new Promise((bring, fail) => asked.push({tries, bring: () => bring({sitDown: () => table}), fail: () => fail(new Error("no line"))})),
    ({sitDown}) => sitDown(),
    (run, ms) => waits.push({run, ms}),
  );
  return {seat, asked, waits, done, table, settle: () => new Promise((then) => setImmediate(then))};
}

test("a table's script is asked for once, and only when it is needed", () => {
  const {seat, asked, done} = seated();
  seat.at(() => done.push("table"));
  assert.equal(asked.length, 0);
  seat.need();
  seat.need();
  assert.deepEqual(asked.map(({tries}) => tries), [0]);
});

test("what was said of a table before it was there is done in its order, and what comes then at once", async () => {
  const {seat, asked, done, table, settle} = seated();
  for (const word of ["table", "ply 1", "ply 2"]) seat.at((found) => done.push([word, found === table]));
  seat.need();
  await settle();
  assert.deepEqual([done, seat.state], [[], null]);
  asked[0].bring();
  await settle();
  seat.at(() => done.push("ply 3"));
  assert.deepEqual(done, [["table", true], ["ply 1", true], ["ply 2", true], "ply 3"]);
  table.play.hand.state = {won: false};
  assert.deepEqual(seat.state, {won: false});
});

test("a script that did not come is asked for again, each time from another address, and nothing said meanwhile is lost", async () => {
  const {seat, asked, waits, done, settle} = seated();
  seat.at(() => done.push("table"));
  seat.need();
  for (const tries of [0, 1]) {
    asked[tries].fail();
    await settle();
    assert.equal(waits.length, tries + 1);
    assert.equal(asked.length, tries + 1);
    waits[tries].run();
  }
  seat.at(() => done.push("ply 1"));
  assert.deepEqual(asked.map(({tries}) => tries), [0, 1, 2]);
  asked[2].bring();
  await settle();
  assert.deepEqual(done, ["table", "ply 1"]);
  assert.ok(waits.every(({ms}) => ms > 500));
});
