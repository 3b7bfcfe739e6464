/**
 * The race's clock. Times are the server's: the browser only knows how far its own clock is off.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 */
import {clockText} from "./i18n.js";
import {isAlone} from "./stage.js";

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
 * When one's own time begins: with everybody's, or in a challenge or a day's deal when one begins oneself.
 *
 * @param {Race} race
 * @param {Entrant | null} me
 */
export function beginning(race, me) {
  return isAlone(race) ? (me?.begun_at ?? null) : race.starts_at;
}

/**
 * How long an attempt took, ms: up to the ply that decided it, or until somebody gave up or time was up. (Places go by the
 * last ply all the same: waiting before giving up neither helps nor harms.)
 *
 * @param {Race} race
 * @param {Entrant} entrant
 */
export function taken(race, entrant) {
  const begins = beginning(race, entrant);
  const gaveUpAt = entrant.outcome === "resigned" || entrant.outcome === "timeout" ? entrant.finished_at : null;
  return gaveUpAt === null || begins === null ? entrant.time_ms : gaveUpAt - begins;
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
  const begins = beginning(race, me);
  if (race.status === "open" || begins === null) return {text: clockText(0), seconds: null, urgent: false};
  if (now < begins) return {text: clockText(0), seconds: Math.ceil((begins - now) / 1000), urgent: false};
  const stopped = me?.finished_at ?? race.ended_at;
  if (stopped !== null) return {text: clockText((me && taken(race, me)) ?? stopped - begins, true), seconds: null, urgent: false};
  // The end of a term of days is no clock to race against: only a limit of one's own counts down.
  const deadline = isAlone(race) ? (race.time_limit === null ? null : (me?.deadline ?? null)) : race.deadline;
  if (deadline === null) return {text: clockText(now - begins), seconds: null, urgent: false};
  const left = deadline - now;
  // What is left is rounded up, so that 0:00 is over and not the last second.
  return {text: clockText(Math.ceil(Math.max(0, left) / 1000) * 1000), seconds: null, urgent: left < 60_000};
}

/**
 * Milliseconds until the reading changes next.
 *
 * @param {Race} race
 * @param {Entrant | null} me
 * @param {number} now
 */
export function nextTick(race, me, now) {
  const begins = beginning(race, me);
  const from = begins === null ? 0 : now - begins;
  return 1000 - (((from % 1000) + 1000) % 1000) + 5;
}
