/** The line of text that a result is shared as, and the sentence over it. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {resultTitle} from "../../racing/static/racing/result_title.js";
import {share, shareText} from "../../racing/static/racing/share.js";
import {termText} from "../../racing/static/racing/term.js";

const RACE = {kind: "race", ruleset: "cruel", ruleset_name: "Cruel", goal: "fewest_moves", ended_at: 9, entrants: [], ghosts: []};
const ME = {id: 1, name: "ana", outcome: "won", score: 31, slips: 2, progress: 52, time_ms: 247_200, place: 2};
const MORE = {place: 2, of: 14, total: 52, url: "https://race.example/r/abc/"};

test("a result is one plain line with its link", () => {
  assert.equal(shareText(RACE, ME, MORE), "Patience Racing, Cruel: home, score 31, 4:07.2, place 2 of 14. https://race.example/r/abc/");
  const text = shareText(RACE, ME, {...MORE, day: "30 November 2026", streak: 4});
  assert.equal(text, "Patience Racing, Cruel, deal of 30 November 2026: home, score 31, 4:07.2, place 2 of 14, 4 days in a row. https://race.example/r/abc/");
  assert.match(text, /^[\x20-\x7e]*$/);
});

test("who did not get home says how far, and Clock counts slips", () => {
  assert.match(shareText(RACE, {...ME, outcome: "lost", progress: 20}, MORE), /: 20 of 52 cards home, /);
  assert.match(shareText({...RACE, ruleset: "clock"}, ME, MORE), /home with 2 slips/);
  const gaveUp = {...ME, outcome: "resigned", time_ms: 9000, finished_at: 61_000};
  assert.match(shareText({...RACE, starts_at: 1000}, gaveUp, MORE), /, 1:00\.0, place/);
});

test("one racer alone has no place worth telling, and one day is no streak", () => {
  const text = shareText(RACE, ME, {...MORE, of: 1, streak: 1});
  assert.ok(!/place|day/.test(text), text);
});

test("the title says who won, as the reader sees it", () => {
  const boris = {...ME, id: 2, name: "boris", place: 1};
  assert.equal(resultTitle({...RACE, entrants: [ME, boris]}, ME), "boris wins");
  assert.equal(resultTitle({...RACE, entrants: [ME, boris]}, boris), "You win!");
  assert.equal(resultTitle({...RACE, entrants: [{...ME, place: 1}, boris]}, ME), "A tie!");
  assert.equal(resultTitle({...RACE, entrants: [{...boris, outcome: "lost"}]}, ME), "Nobody got home. boris got furthest.");
  // Clock ends for everybody with the same cards laid: who was quicker came first, and nobody further.
  const alike = [{...boris, outcome: /** @type {const} */ ("lost")}, {...ME, place: 2, outcome: /** @type {const} */ ("lost"), progress: boris.progress}];
  assert.equal(resultTitle({...RACE, entrants: alike}, alike[1]), "Nobody got home. boris comes first.");
  assert.equal(resultTitle({...RACE, ended_at: null, kind: "challenge"}, ME), "You are home!");
});

test("alone against a ghost the title is about the ghost", () => {
  const ghost = (score) => ({name: "clara", outcome: "won", score, time_ms: 10, line: [[0, 4, 0, 0, 0], [10, 52, 60, 1, score]]});
  const titled = (score) => resultTitle({...RACE, entrants: [ME], ghosts: [ghost(score), ghost(99)]}, ME);
  assert.equal(titled(32), "You beat the ghost of clara!");
  assert.equal(titled(30), "The ghost of clara wins");
});

test("a term is told with its end and what is left", () => {
  const race = {closes_at: Date.UTC(2026, 10, 30, 12), ended_at: null};
  assert.match(termText(race, race.closes_at - 3 * 3_600_000), /^Open until .*30.* · 3 hours left$/);
  assert.equal(termText(race, race.closes_at), "The time is over.");
  assert.equal(termText({closes_at: null}, 0), "");
});

test("without https a result is copied all the same, the old way", async () => {
  const field = {select: () => {}, remove: () => {}};
  const asked = [];
  const page = {createElement: () => field, body: {append: () => {}}, execCommand: (what) => asked.push([what, field.value]) > 0};
  Object.defineProperty(globalThis, "navigator", {value: {}, configurable: true});
  globalThis.document = page;
  try {
    assert.equal(await share("home, score 31"), "copied");
    assert.deepEqual(asked, [["copy", "home, score 31"]]);
    page.execCommand = () => false;
    assert.equal(await share("home, score 31"), "failed");
  } finally {
    delete globalThis.document;
  }
});
