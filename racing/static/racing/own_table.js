/**
 * The player's own table and its hints: more script than all the rest of a room, and of no use before cards are dealt.
 *
 * @typedef {import("./play.js").Company} Company
 * @typedef {import("./types.js").RoomData} RoomData
 * @typedef {{play: Play, hint: Hint}} OwnTable
 */
import {find} from "./dom.js";
import {Hint} from "./hint.js";
import {Play} from "./play.js";

/**
 * @param {HTMLElement} room
 * @param {RoomData} data
 * @param {Omit<Company, "hint"> & {say: import("./hint.js").HintCompany["say"]}} company
 * @returns {OwnTable}
 */
export function sitDown(room, data, company) {
  const play = new Play(find(room, "[data-table]"), data.ruleset, {
    ...company,
    changed: (state, legal) => {
      hint.moved(state);
      company.changed(state, legal);
    },
    hint: () => hint.ask(), // where there are none, the server says so
  });
  const tell = (/** @type {string} */ sentence) => company.announcer.answer(sentence);
  const hint = new Hint(room, play.table, {say: company.say, tell, name: play.words.name});
  return {play, hint};
}
