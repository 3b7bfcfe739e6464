import assert from "node:assert/strict";
import {test} from "node:test";
import {clockText} from "../../racing/static/racing/i18n.js";
import {ServerClock, nextTick, reading, taken} from "../../racing/static/racing/timer.js";

const RACE = {status: "running", starts_at: 10_000, deadline: null, ended_at: null};

test("the clock trusts the answer that was under way the shortest", () => {
  let local = 1000;
  const clock = new ServerClock(() => local);
  clock.hear(5000);
  local = 1100;
  clock.hear(5180); // 80 ms fresher than the first promised
  local = 1200;
  clock.hear(5100); // 180 ms late
  assert.equal(clock.now(), 1200 + 4080);
});

test("a countdown shows the seconds begun", () => {
  assert.equal(reading(RACE, null, 5_001).seconds, 5);
  assert.equal(reading(RACE, null, 9_999).seconds, 1);
  assert.equal(reading(RACE, null, 10_000).seconds, null);
});

test("a running race shows what has passed, rounded down", () => {
  assert.equal(reading(RACE, null, 10_000 + 61_999).text, "1:01");
});

test("a race with a limit shows what is left, and the last minute is urgent", () => {
  const race = {...RACE, deadline: 310_000};
  assert.deepEqual(reading(race, null, 10_000), {text: "5:00", seconds: null, urgent: false});
  assert.deepEqual(reading(race, null, 309_500), {text: "0:01", seconds: null, urgent: true});
  assert.equal(reading(race, null, 400_000).text, "0:00");
});

test("a racer who has finished sees the time reached", () => {
  assert.equal(reading(RACE, {finished_at: 100_000, time_ms: 89_960}, 500_000).text, "1:29.9");
});

test("the clock of whoever gives up stops where it is, and does not run back to the last move", () => {
  const me = {finished_at: 206_000, time_ms: 62_100, outcome: "resigned"};
  assert.equal(reading(RACE, me, 500_000).text, "3:16.0");
  assert.equal(reading(RACE, {...me, outcome: "won"}, 500_000).text, "1:02.1");
  // A result says what the clock said, of whoever ran out of time as well.
  assert.equal(taken(RACE, me), 196_000);
  assert.equal(taken(RACE, {...me, outcome: "timeout"}), 196_000);
  assert.equal(taken(RACE, {...me, outcome: "lost"}), 62_100);
  assert.equal(taken({...RACE, kind: "challenge"}, {...me, begun_at: 106_000}), 100_000);
  assert.equal(taken(RACE, {...me, finished_at: null, time_ms: null}), null);
});

test("in a challenge the own beginning counts, and the end of the term is no clock", () => {
  const race = {...RACE, kind: "challenge", starts_at: 0, time_limit: null, deadline: 900_000};
  const me = {begun_at: 50_000, deadline: 900_000, finished_at: null, time_ms: null};
  assert.equal(reading(race, {...me, begun_at: null}, 60_000).text, "0:00");
  assert.equal(reading(race, me, 60_000).text, "0:10");
  assert.equal(reading({...race, time_limit: 300}, {...me, deadline: 350_000}, 60_000).text, "4:50");
});

test("the next tick falls on the next second of the race", () => {
  assert.equal(nextTick(RACE, null, 10_250), 755);
  assert.equal(nextTick(RACE, null, 9_250), 755);
});

test("times read as people write them", () => {
  assert.equal(clockText(0), "0:00");
  assert.equal(clockText(59_999), "0:59");
  assert.equal(clockText(3_723_000), "1:02:03");
  assert.equal(clockText(9_999, true), "0:09.9");
});
