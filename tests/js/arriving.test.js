import assert from "node:assert/strict";
import {test} from "node:test";
import {arriving} from "../../racing/static/racing/arriving.js";

/** Waits that are over at once, and how long they would have been. */
function waits() {
  const asked = [];
  return {asked, wait: (run, ms) => (asked.push(ms), run())};
}

test("a module that is lost on its way is asked for until it comes, less and less often", async () => {
  const {asked, wait} = waits();
  let tries = 0;
  const load = async () => {
    if (++tries < 7) throw new TypeError("Failed to fetch dynamically imported module");
    return {name: "result"};
  };
  assert.deepEqual(await arriving(load, wait), {name: "result"});
  assert.equal(tries, 7);
  assert.equal(asked.length, 6);
  assert.deepEqual(asked, asked.toSorted((a, b) => a - b));
  assert.ok(asked[0] >= 500 && asked[5] <= 30_000);
});

test("a module that came and is wrong is not asked for again", async () => {
  const {asked, wait} = waits();
  await assert.rejects(arriving(async () => Promise.reject(new SyntaxError("Unexpected token")), wait), SyntaxError);
  assert.deepEqual(asked, []);
});
