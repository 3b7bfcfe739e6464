/**
 * Two attempts at one deal, played side by side: in step by the time since each one's start, or by the number of the
 * ply. No DOM.
 *
 * @typedef {import("./replay.js").Attempt} Attempt
 * @typedef {import("./player.js").Timers} Timers
 * @typedef {"time" | "ply"} Step
 * @typedef {{left: number, right: number, ms: number}} Moment  the ply at which each stands; ms: since the start
 */
import {Player} from "./player.js";

/** By plies there is no time to keep: a move takes this long. */
const PLY_MS = 800;

export class Duet extends Player {
  /** @type {Moment[]} */
  #moments = [];

  /**
   * @param {Attempt} left
   * @param {Attempt} right
   * @param {Step} by
   * @param {Timers} timers
   * @param {(how: "travel" | "place") => void} changed
   */
  constructor(left, right, by, timers, changed) {
    super(timers, changed);
    this.left = left;
    this.right = right;
    this.by = by;
    this.#moments = momentsOf(left, right, by);
  }

  get length() {
    return this.#moments.length - 1;
  }

  get moment() {
    return this.#moments[this.at];
  }

  /** @param {number} moment */
  pauseAfter(moment) {
    return this.by === "ply" ? PLY_MS : this.#moments[moment + 1].ms - this.#moments[moment].ms;
  }

  /**
   * Keep step by something else, from about the same moment on.
   *
   * @param {Step} by
   */
  stepBy(by) {
    this.pause();
    const {left, right} = this.moment;
    this.by = by;
    this.#moments = momentsOf(this.left, this.right, by);
    this.seek(this.#moments.findIndex((moment) => moment.left >= left && moment.right >= right));
  }

  /**
   * The moment in which both have made this many plies, or all they made.
   *
   * @param {number} ply
   */
  momentOf(ply) {
    const reached = this.#moments.findIndex(
      ({left, right}) => left >= Math.min(ply, this.left.plies.length) && right >= Math.min(ply, this.right.plies.length),
    );
    return reached < 0 ? this.length : reached;
  }
}

/**
 * @param {Attempt} left
 * @param {Attempt} right
 * @param {Step} by
 * @returns {Moment[]}
 */
function momentsOf(left, right, by) {
  if (by === "ply") {
    const length = Math.max(left.plies.length, right.plies.length);
    return Array.from({length: length + 1}, (_, ply) => {
      const made = {left: Math.min(ply, left.plies.length), right: Math.min(ply, right.plies.length)};
      return {...made, ms: Math.max(timeOf(left, made.left), timeOf(right, made.right))};
    });
  }
  const times = new Set([0, ...[...left.plies, ...right.plies].map(({at_ms}) => at_ms)]);
  return [...times].sort((a, b) => a - b).map((ms) => ({left: madeBy(left, ms), right: madeBy(right, ms), ms}));
}

/**
 * @param {Attempt} attempt
 * @param {number} ply
 */
function timeOf({plies}, ply) {
  return ply === 0 ? 0 : plies[ply - 1].at_ms;
}

/**
 * The number of plies made by a time.
 *
 * @param {Attempt} attempt
 * @param {number} ms
 */
function madeBy({plies}, ms) {
  const next = plies.findIndex(({at_ms}) => at_ms > ms);
  return next < 0 ? plies.length : next;
}
