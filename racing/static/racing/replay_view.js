/**
 * One attempt on the page: its table, and the figures beside it.
 *
 * Hooks, inside the root: [data-table], and [data-said="time|home|score|move|ply"], each where it is wanted.
 *
 * @typedef {import("./types.js").ReplayData} ReplayData
 */
import {setText} from "./dom.js";
import {clockText, gettext, number} from "./i18n.js";
import {Peek} from "./peek.js";
import {viewsOf} from "./replay.js";
import {speaker} from "./speak.js";
import {Table} from "./table.js";

export class ReplayView {
  #views;

  /**
   * @param {HTMLElement} root
   * @param {ReplayData} data
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.words = speaker(data.ruleset, data.ruleset.cards_total / 13);
    const tableRoot = /** @type {HTMLElement} */ (root.querySelector("[data-table]"));
    this.table = new Table(tableRoot, data.ruleset, this.words.describe);
    this.#views = viewsOf(data);
    const peek = new Peek(this.table);
    tableRoot.addEventListener("pointerover", (event) => {
      const pile = event.target instanceof Element ? event.target.closest("[data-pile]") : null;
      peek.show(pile instanceof HTMLElement ? (pile.dataset.pile ?? null) : null);
    });
    tableRoot.addEventListener("pointerleave", () => peek.show(null));
  }

  /**
   * @param {number} at  a ply; 0 is the deal
   * @param {"travel" | "place"} how
   */
  show(at, how) {
    const {plies, ruleset} = this.data;
    const state = at === 0 ? this.data.state : plies[at - 1].state;
    this.table.ply = at;
    this.table.draw(this.#views[at], how);
    this.#say("ply", `${number(at)} / ${number(plies.length)}`);
    this.#say("time", clockText(at === 0 ? 0 : plies[at - 1].at_ms, true));
    this.#say("home", number(state.progress));
    this.#say("score", number(ruleset.family === "clock" ? state.slips : state.score));
    this.#say("move", this.tell(at));
  }

  /**
   * The ply in words: what moved, or that it was a slip.
   *
   * @param {number} at
   */
  tell(at) {
    if (at === 0) return gettext("The deal");
    const ply = this.data.plies[at - 1];
    const what = ply.slip ? gettext("A wrong hour.") : this.words.tell(ply.move, ply.effects, this.#views[at]);
    return `${ply.move}  ${what}`;
  }

  /**
   * @param {string} what
   * @param {string} text
   */
  #say(what, text) {
    const place = this.root.querySelector(`[data-said=${what}]`);
    if (place) setText(place, text);
  }
}
