/** What a room of each kind shows, ghosts at their own pace, sparklines, and the line of the front page. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {Feed} from "../../racing/static/racing/feed.js";
import {leader, runners} from "../../racing/static/racing/field.js";
import {ghostAt, ghostsAttempt, lastAt, nextMove} from "../../racing/static/racing/ghosts.js";
import {compare, places, standing} from "../../racing/static/racing/order.js";
import {Trail, area} from "../../racing/static/racing/spark.js";
import {canUndo, roughly, stageOf} from "../../racing/static/racing/stage.js";
import {FakeServer} from "./fake_line.js";

const GHOST = {
  name: "ana", outcome: "won", score: 30, time_ms: 9000,
  line: [[0, 4, 0, 0, 0], [1000, 4, 1, 0, 1], [2500, 5, 2, 0, 1], [2500, 5, 3, 1, 2], [9000, 52, 90, 4, 30]],
};
const entrant = (more) => ({begun_at: null, outcome: null, undo_until: null, progress: 4, score: 0, time_ms: null, ...more});

// Stages

test("a live race is where everybody is", () => {
  for (const status of ["open", "countdown", "running", "finished", "cancelled"]) {
    assert.equal(stageOf({kind: "race", status}, entrant({outcome: "won"}), 0), status);
  }
});

test("a challenge goes by the own attempt", () => {
  const race = {kind: "challenge", status: "running"};
  assert.equal(stageOf(race, null, 0), "before");
  assert.equal(stageOf(race, entrant(), 0), "before");
  assert.equal(stageOf(race, entrant({begun_at: 5}), 9), "running");
  assert.equal(stageOf(race, entrant({begun_at: 5, outcome: "won"}), 9), "waiting");
  assert.equal(stageOf({kind: "daily", status: "finished"}, entrant({begun_at: 5}), 9), "finished");
});

test("who gave up stays at the table while that can be undone, and not a moment longer", () => {
  const race = {kind: "daily", status: "running"};
  const me = entrant({begun_at: 5, outcome: "resigned", undo_until: 5000});
  assert.equal(stageOf(race, me, 4999), "running");
  assert.equal(stageOf(race, me, 5000), "waiting");
  assert.equal(canUndo(null, 0), false);
});

test("a term is told in the unit in which people say it", () => {
  const hours = (count) => count * 3_600_000;
  assert.deepEqual(roughly(hours(72)), {unit: "day", count: 3});
  assert.deepEqual(roughly(hours(47.9)), {unit: "hour", count: 47});
  assert.deepEqual(roughly(hours(1.5)), {unit: "minute", count: 90});
  assert.deepEqual(roughly(10), {unit: "minute", count: 1});
});

// Ghosts

test("a ghost stands at its last point before the time", () => {
  assert.equal(lastAt(GHOST.line, -1), -1);
  assert.deepEqual([0, 999, 1000, 2500, 8999, 9000, 1e9].map((ms) => ghostAt(GHOST, ms).plies), [0, 0, 1, 3, 3, 90, 90]);
  assert.equal(ghostAt(GHOST, 2500).redeals, 1);
});

test("a ghost is home when its time has come, and not before", () => {
  assert.equal(ghostAt(GHOST, 8999).outcome, null);
  assert.equal(ghostAt(GHOST, 9000).outcome, "won");
  assert.equal(ghostAt(GHOST, 9000).progress, 52);
});

test("between two moves of all ghosts nothing has to be drawn", () => {
  const slow = {...GHOST, line: [[0, 4, 0, 0, 0], [4000, 6, 9, 0, 9]], time_ms: 4000};
  assert.equal(nextMove([GHOST, slow], 0), 1000);
  assert.equal(nextMove([GHOST, slow], 2500), 1500);
  assert.equal(nextMove([GHOST, slow], 9000), null);
  assert.equal(nextMove([], 0), null);
});

test("a ghost without points stands at the beginning", () => {
  assert.equal(ghostAt({...GHOST, line: []}, 100).progress, 0);
});

test("a ghost is beaten by the race's goal", () => {
  const race = {ruleset: "cruel", goal: "fewest_moves"};
  const ghost = ghostsAttempt(GHOST);
  const mine = (more) => entrant({outcome: "won", progress: 52, slips: 0, ...more});
  assert.ok(compare(race, mine({score: 29, time_ms: 99_000}), ghost) < 0);
  assert.ok(compare(race, mine({score: 31, time_ms: 10}), ghost) > 0);
  assert.equal(compare(race, mine({score: 30, time_ms: 9000}), ghost), 0);
  assert.ok(compare({...race, goal: "first_home"}, mine({score: 31, time_ms: 10}), ghost) < 0);
  assert.ok(compare(race, entrant({outcome: "resigned", progress: 50, time_ms: 10}), ghost) > 0);
  const lost = ghostsAttempt({...GHOST, outcome: "lost", line: [[0, 4, 0, 0, 0], [9000, 20, 9, 0, 9]]});
  assert.ok(compare(race, entrant({outcome: "lost", progress: 21, time_ms: 10}), lost) < 0);
});

// Order

test("equals share a place, and who still plays has none", () => {
  const race = {ruleset: "cruel", goal: "fewest_moves"};
  const won = (score, time_ms) => entrant({outcome: "won", progress: 52, slips: 0, score, time_ms});
  const field = [won(30, 9), won(28, 99), won(30, 9), entrant({slips: 0}), won(31, 1)];
  assert.deepEqual(places(race, field), [2, 1, 2, null, 4]);
});

test("of a day's deal a place among the best is known, one behind them is not", () => {
  const won = (score) => entrant({outcome: "won", progress: 52, slips: 0, time_ms: 1, score, place: null});
  const told = Array.from({length: 21}, (_, i) => won(i));
  const race = {ruleset: "cruel", goal: "fewest_moves", ended_at: null, entrants: told, entrants_total: 500};
  assert.deepEqual(standing(race).slice(-2), [20, null]);
  assert.deepEqual(standing({...race, entrants_total: 21}).slice(-2), [20, 21]);
  assert.equal(standing({...race, ended_at: 9, entrants: [{...told[0], place: 7}]})[0], 7);
});

test("in Clock slips count, not the score", () => {
  const laid = (slips, time_ms) => entrant({outcome: "won", progress: 52, slips, score: 0, time_ms});
  assert.ok(compare({ruleset: "clock", goal: "fewest_moves"}, laid(0, 99), laid(1, 9)) < 0);
  assert.ok(compare({ruleset: "clock", goal: "first_home"}, laid(0, 99), laid(1, 9)) > 0);
  assert.ok(compare({ruleset: "clock", goal: "first_home"}, laid(0, 9), laid(1, 9)) < 0);
});

test("the field is in the order of progress, ghosts among the others, and equals share a place", () => {
  const line = (id, progress, more) => ({...entrant({progress, name: `n${id}`, id, ...more}), rating: null, hidden: false});
  const race = {ruleset: "cruel", status: "running", ghosts: [{...GHOST, id: 1}], entrants: [line(1, 9), line(2, 30), line(3, 9)]};
  const field = runners(race, 3, 9000);
  assert.deepEqual(field.map(({key}) => key), ["g1", "e2", "e3", "e1"]);
  assert.deepEqual(field.map(({place}) => place), [1, 2, 3, 3]);
  assert.equal(leader(field).key, "g1");
  assert.equal(leader(runners({...race, ghosts: [], entrants: [line(1, 9), line(3, 9)]}, 3, 9000)), null);
});

test("where results are hidden nobody has a place", () => {
  const line = (id, progress, hidden) => ({...entrant({progress, name: `n${id}`, id}), rating: {shown: 1500, provisional: true}, hidden});
  const race = {ruleset: "cruel", status: "running", ghosts: [], entrants: [line(1, 0, true), line(2, 30, false)]};
  const field = runners(race, 2, 9000);
  assert.deepEqual(field.map(({place}) => place), [null, null]);
  assert.equal(field[0].rating, "1500?");
});

// Sparklines

test("a trail keeps only what changed, and never grows without end", () => {
  const trail = new Trail();
  trail.add(0, 0.1);
  trail.add(100, 0.1);
  trail.add(200, 0.2);
  trail.add(150, 0.3); // the clock was set right meanwhile
  assert.deepEqual(trail.spots, [[0, 0.1], [200, 0.2]]);
  for (let i = 1; i < 2000; i++) trail.add(200 + i, (i % 52) / 52);
  assert.ok(trail.spots.length <= 121);
  assert.equal(trail.spots.at(-1)[0], 2199);
});

test("an area begins at the left, ends at the right, and rises with progress", () => {
  assert.equal(area([[0, 0], [500, 0.5], [800, 1]], 1000), "M0 20H0V20L50 10H80V0H100V20Z");
  assert.equal(area([], 1000), "");
  assert.equal(area([[0, 0.5]], 0), "");
});

// The line of the front page

test("the front page hears the whole list every time", () => {
  const server = new FakeServer();
  const heard = [];
  new Feed(server.around, (news) => heard.push(news.races)).open();
  server.line.onopen();
  server.say({type: "lobby", races: [1]});
  server.say({type: "pong", now: 1});
  server.say({type: "lobby", races: []});
  assert.deepEqual(heard, [[1], []]);
});

test("a line that answers no heartbeat is given up, and the next one is opened", () => {
  const server = new FakeServer();
  new Feed(server.around, () => undefined).open();
  server.line.onopen();
  server.pass(20_000);
  assert.deepEqual(server.line.sent, [{do: "ping"}]);
  server.pass(20_000);
  assert.equal(server.lines[0].open, false);
  server.pass(1000);
  assert.equal(server.lines.length, 2);
});

test("a broken line comes back, a little later each time, and not where it is not wanted", () => {
  const server = new FakeServer();
  const closed = [];
  new Feed(server.around, () => undefined, (code) => closed.push(code)).open();
  for (let broken = 1; broken <= 4; broken++) {
    server.breakLine(1006);
    server.pass(500 * 2 ** (broken - 1));
    assert.equal(server.lines.length, broken + 1);
  }
  server.breakLine(4429);
  server.pass(100_000);
  assert.equal(server.lines.length, 5);
  assert.deepEqual(closed, [4429]);
});
