/**
 * What plays through moments, one after the other: where it stands, and when the next moment is due. No DOM; timers are
 * handed in.
 *
 * @typedef {object} Timers
 * @property {(run: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */

export const SPEEDS = [0.5, 1, 2, 4, 8, 16];
/** Nobody watches somebody think: a longer pause is cut to this (at speed 1). */
export const LONGEST_PAUSE_MS = 4000;
/** Below this the eye no longer sees single moves. */
const SHORTEST_PAUSE_MS = 30;

export class Player {
  at = 0;
  speed = 1;
  playing = false;
  /** @type {any} */
  #timer = null;

  /**
   * @param {Timers} timers
   * @param {(how: "travel" | "place") => void} changed
   */
  constructor(timers, changed) {
    this.timers = timers;
    this.changed = changed;
  }

  /** The last moment; 0 is the deal. @returns {number} */
  get length() {
    return 0;
  }

  /**
   * Milliseconds between a moment and the next one, at speed 1.
   *
   * @param {number} _moment
   * @returns {number}
   */
  pauseAfter(_moment) {
    return 0;
  }

  /**
   * Go to a moment; 0 is the deal.
   *
   * @param {number} moment
   */
  seek(moment) {
    const target = Math.max(0, Math.min(this.length, Math.round(moment)));
    const near = Math.abs(target - this.at) === 1;
    this.at = target;
    if (this.at === this.length) this.#stop();
    else if (this.playing) this.#wait();
    this.changed(near ? "travel" : "place");
  }

  /** @param {number} moments */
  step(moments) {
    this.pause();
    this.seek(this.at + moments);
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
    const pause = Math.min(LONGEST_PAUSE_MS, this.pauseAfter(this.at));
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
