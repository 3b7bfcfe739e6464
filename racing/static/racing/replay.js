/**
 * An attempt, move by move: where the replay stands, and when the next ply is due. No DOM; timers are handed in.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").ReplayPly} ReplayPly
 */
import {applyEffects} from "./effects.js";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16];
/** Nobody watches somebody think: a longer pause is cut to this (at speed 1). */
const LONGEST_PAUSE_MS = 4000;
/** Below this the eye no longer sees single moves. */
const SHORTEST_PAUSE_MS = 30;

export class Replay {
  at = 0;
  speed = 1;
  playing = false;
  /** @type {View[]} */
  #views;
  /** @type {any} */
  #timer = null;

  /**
   * @param {{view: View, state: State, plies: readonly ReplayPly[]}} data
   * @param {{setTimeout: (run: () => void, ms: number) => any, clearTimeout: (timer: any) => void}} timers
   * @param {(how: "travel" | "place") => void} changed
   */
  constructor(data, timers, changed) {
    this.data = data;
    this.timers = timers;
    this.changed = changed;
    this.#views = [data.view];
    for (const ply of data.plies) this.#views.push(applyEffects(/** @type {View} */ (this.#views.at(-1)), ply.effects));
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
   * Go to a ply; 0 is the deal.
   *
   * @param {number} ply
   */
  seek(ply) {
    const target = Math.max(0, Math.min(this.length, Math.round(ply)));
    const near = Math.abs(target - this.at) === 1;
    this.at = target;
    if (this.at === this.length) this.#stop();
    else if (this.playing) this.#wait();
    this.changed(near ? "travel" : "place");
  }

  /** @param {number} plies */
  step(plies) {
    this.pause();
    this.seek(this.at + plies);
  }

  play() {
    if (this.length === 0) return;
    this.playing = true;
    if (this.at === this.length) this.seek(0);
    else this.#wait();
    this.changed("travel");
  }

  pause() {
    if (!this.playing) return;
    this.#stop();
    this.changed("travel");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
    this.changed("travel");
  }

  /**
   * One speed up or down.
   *
   * @param {number} by
   */
  shift(by) {
    const next = SPEEDS[SPEEDS.indexOf(this.speed) + by];
    if (next !== undefined) this.setSpeed(next);
  }

  #wait() {
    this.timers.clearTimeout(this.#timer);
    const before = this.at === 0 ? 0 : this.data.plies[this.at - 1].at_ms;
    const pause = Math.min(LONGEST_PAUSE_MS, this.data.plies[this.at].at_ms - before);
    this.#timer = this.timers.setTimeout(
      () => this.seek(this.at + 1),
      Math.max(SHORTEST_PAUSE_MS, pause / this.speed),
    );
  }

  #stop() {
    this.playing = false;
    this.timers.clearTimeout(this.#timer);
  }
}
