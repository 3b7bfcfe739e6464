/**
 * The race's clock. Times are the server's: the browser only knows how far its own clock is off.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 */
import {clockText} from "./i18n.js";

export class ServerClock {
  /** @type {number[]} */
  #offsets = [];

  /** @param {() => number} local  the browser's clock, epoch ms */
  constructor(local) {
    this.local = local;
  }

  /**
   * The server said what time it is. Every answer was under way for a while and so is late by some of that; the largest
   * of the last ones was under way the shortest.
   *
   * @param {number} now  epoch ms
   */
  hear(now) {
    this.#offsets.push(now - this.local());
    if (this.#offsets.length > 8) this.#offsets.shift();
  }

  /** The server's time now, epoch ms. */
  now() {
    return this.local() + (this.#offsets.length ? Math.max(...this.#offsets) : 0);
  }
}

/**
 * What the clock of a race shows at a time.
 *
 * @param {Race} race
 * @param {Entrant | null} me
 * @param {number} now  epoch ms by the server
 * @returns {{text: string, seconds: number | null, urgent: boolean}}  seconds: left to the start, while it counts down
 */
export function reading(race, me, now) {
  if (race.status === "open" || race.starts_at === null) return {text: clockText(0), seconds: null, urgent: false};
  if (now < race.starts_at) {
    return {text: clockText(0), seconds: Math.ceil((race.starts_at - now) / 1000), urgent: false};
  }
  const stopped = me?.finished_at ?? race.ended_at;
  if (stopped !== null) {
    return {text: clockText(me?.time_ms ?? stopped - race.starts_at, true), seconds: null, urgent: false};
  }
  if (race.deadline === null) return {text: clockText(now - race.starts_at), seconds: null, urgent: false};
  const left = race.deadline - now;
  // What is left is rounded up, so that 0:00 is over and not the last second.
  return {text: clockText(Math.ceil(Math.max(0, left) / 1000) * 1000), seconds: null, urgent: left < 60_000};
}

/**
 * Milliseconds until the reading changes next.
 *
 * @param {Race} race
 * @param {number} now
 */
export function nextTick(race, now) {
  const from = race.starts_at === null ? 0 : now - race.starts_at;
  return 1000 - (((from % 1000) + 1000) % 1000) + 5;
}
