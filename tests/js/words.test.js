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

test("in Clock the next card is what one listens for, also after taking back", () => {
  const {tell} = speaker({family: "clock"}, 4);
  const laid = [["shift", "o", "u8", 1], ["shift", "8", "o", 1], ["turn", "o", "JC"]];
  assert.equal(tell("8", laid, {u8: ["8D"], o: ["JC"]}), "Eight of diamonds to 8 o’clock. Open card: jack of clubs.");
  assert.equal(tell("13", [["shift", "o", "u13", 1]], {u13: ["KS"], o: []}), "King of spades to the middle.");
  const back = [["turn", "o", "##"], ["shift", "o", "8", 1], ["shift", "u8", "o", 1]];
  assert.equal(tell("u", back, {u8: [], o: ["8D"]}), "Taken back. Open card: eight of diamonds.");
});

test("a rating reads the same beside a name as on a profile", () => {
  assert.equal(ratingText({rating: {shown: 1138, provisional: true}}), "1138?");
  assert.equal(ratingText({rating: null}), "");
});
