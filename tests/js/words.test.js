/** Moves and ratings in words. */
import assert from "node:assert/strict";
import {test} from "node:test";

globalThis.HTMLElement ??= class {};
const {ratingText} = await import("../../racing/static/racing/field.js");
const {speaker} = await import("../../racing/static/racing/speak.js");

test("a pile's name is small inside a sentence, and large where all nouns are", () => {
  const {tell} = speaker({family: "cruel"}, 4);
  const told = () => tell("3-f", [["shift", "3", "f2", 1]], {f2: ["KH"]});
  assert.equal(told(), "King of hearts to foundation of hearts.");
  globalThis.document = {documentElement: {lang: "de"}};
  assert.equal(told(), "King of hearts to Foundation of hearts.");
  delete globalThis.document;
});

test("a rating reads the same beside a name as on a profile", () => {
  assert.equal(ratingText({rating: {shown: 1138, provisional: true}}), "1138?");
  assert.equal(ratingText({rating: null}), "");
});
