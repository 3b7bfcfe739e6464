/**
 * An attempt, move by move. No DOM.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").ReplayPly} ReplayPly
 * @typedef {import("./player.js").Timers} Timers
 *
 * @typedef {{view: View, state: State, plies: readonly ReplayPly[]}} Attempt
 */
import {applyEffects} from "./effects.js";
import {Player} from "./player.js";

/**
 * The table after every ply; the first is the deal.
 *
 * @param {Attempt} attempt
 * @returns {View[]}
 */
export function viewsOf({view, plies}) {
  const views = [view];
  for (const ply of plies) views.push(applyEffects(/** @type {View} */ (views.at(-1)), ply.effects));
  return views;
}

export class Replay extends Player {
  #views;

  /**
   * @param {Attempt} data
   * @param {Timers} timers
   * @param {(how: "travel" | "place") => void} changed
   */
  constructor(data, timers, changed) {
    super(timers, changed);
    this.data = data;
    this.#views = viewsOf(data);
    /** The plies that were redeals. */
    this.redeals = data.plies.flatMap(({move}, i) => (move === "r" ? [i + 1] : []));
  }

  /** The number of plies. */
  get length() {
    return this.data.plies.length;
  }

  /** The table after the ply at which the replay stands. */
  get view() {
    return this.#views[this.at];
  }

  /** @returns {State} */
  get state() {
    return this.at === 0 ? this.data.state : this.data.plies[this.at - 1].state;
  }

  /** The ply that led here, or null at the deal. */
  get ply() {
    return this.at === 0 ? null : this.data.plies[this.at - 1];
  }

  /**
   * Milliseconds that a ply took, from the one before it.
   *
   * @param {number} ply  from 1
   */
  took(ply) {
    return this.data.plies[ply - 1].at_ms - (ply > 1 ? this.data.plies[ply - 2].at_ms : 0);
  }

  /** @param {number} moment */
  pauseAfter(moment) {
    return this.took(moment + 1);
  }

  /**
   * Go to the next redeal, or to the one before; past the last one to the end, before the first to the deal.
   *
   * @param {1 | -1} direction
   */
  toRedeal(direction) {
    this.pause();
    const next = this.redeals.find((ply) => ply > this.at) ?? this.length;
    const before = this.redeals.findLast((ply) => ply < this.at) ?? 0;
    this.seek(direction > 0 ? next : before);
  }
}
