/**
 * The player's own table and its hints: more script than all the rest of a room, and of no use before cards are dealt.
 * The script of hints comes only where there are any, in practice.
 *
 * @typedef {import("./play.js").Company} Company
 * @typedef {import("./types.js").RoomData} RoomData
 * @typedef {{play: Play, hint: Promise<import("./hint.js").Hint> | null}} OwnTable
 */
import {arriving} from "./arriving.js";
import {find} from "./dom.js";
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
      hint?.then((it) => it.moved(state));
      company.changed(state, legal);
    },
    hint: ask,
  });
  const tell = (/** @type {string} */ sentence) => company.announcer.answer(sentence);
  const button = room.querySelector("[data-action=hint]");
  const hint = button && arriving(() => import("./hint.js")).then(({Hint}) => new Hint(room, play.table, {say: company.say, tell, name: play.words.name}));
  button?.addEventListener("click", ask);

  function ask() {
    if (hint) hint.then((it) => it.ask());
    else company.say({do: "hint", ply: Number(play.table.root.dataset.ply)}); // the server says that there are none
  }
  return {play, hint};
}
