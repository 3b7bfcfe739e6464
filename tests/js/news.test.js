import assert from "node:assert/strict";
import {test} from "node:test";
import {withProgress, withRace} from "../../racing/static/racing/news.js";

const line = (id, plies, more = {}) => ({id, plies, progress: plies, redeals: 0, score: plies, slips: 0, outcome: null, ...more});
const race = (changes, entrants, more = {}) => ({
  type: "race", kind: "race", changes, entrants, ...more,
  version: changes + entrants.reduce((sum, {plies}) => sum + plies, 0),
});

function* orders(messages) {
  if (messages.length === 0) yield [];
  for (const [i, first] of messages.entries()) {
    for (const rest of orders(messages.toSpliced(i, 1))) yield [first, ...rest];
  }
}

const take = (known, message) =>
  (message.type === "race" ? withRace(known, message) : withProgress(known, message.entrants)) ?? known;

test("in whichever order they come, messages amount to the same race", () => {
  const first = race(3, [line(1, 4), line(2, 5)]);
  const messages = [
    {type: "progress", entrants: [[1, 5, 5, 0, 5, 0]]},
    {type: "progress", entrants: [[1, 6, 6, 0, 6, 0], [2, 6, 6, 0, 6, 0]]},
    race(3, [line(1, 7, {outcome: "won"}), line(2, 5)]),
    race(4, [line(1, 7, {outcome: "won"}), line(2, 6)], {host: 2}),
  ];
  for (const order of orders(messages)) {
    const known = order.reduce(take, first);
    assert.deepEqual(known, race(4, [line(1, 7, {outcome: "won"}), line(2, 6)], {host: 2}));
  }
});

test("progress of somebody who is not in the race, or was further already, is no news", () => {
  const known = race(3, [line(1, 4)]);
  assert.equal(withProgress(known, [[9, 1, 1, 0, 1, 0], [1, 4, 9, 9, 9, 9], [1, 3, 9, 9, 9, 9]]), null);
  assert.equal(withProgress(null, [[1, 5, 5, 0, 5, 0]]), null);
});

test("a result that is read before somebody's last ply is not lost for it", () => {
  const known = [{type: "progress", entrants: [[2, 6, 6, 0, 6, 0]]}, race(3, [line(1, 5, {outcome: "won"}), line(2, 5)])]
    .reduce(take, race(3, [line(1, 5), line(2, 5)]));
  assert.equal(known.entrants[0].outcome, "won");
  assert.equal(known.entrants[1].plies, 6);
  assert.equal(known.version, 3 + 5 + 6);
});

test("where everybody begins alone a newer message takes the place of the last", () => {
  const hidden = (version) => ({...race(3, [line(1, 0)]), kind: "daily", version});
  assert.equal(withRace(hidden(9), hidden(8)), null);
  assert.equal(withRace(hidden(9), hidden(10)).version, 10);
});
