/**
 * A sparkline: how far somebody is over time, as a path that fills whatever box it is drawn into.
 *
 * @typedef {readonly [number, number]} Spot  ms from the start, progress from 0 to 1
 */

export const WIDTH = 100;
export const HEIGHT = 20;
/** More spots than this are not seen: every second one is let go. */
const MOST = 120;

/** What one racer reached, when. */
export class Trail {
  /** @type {Spot[]} */
  spots = [];

  /**
   * @param {number} ms
   * @param {number} reached
   */
  add(ms, reached) {
    const last = this.spots.at(-1);
    if (last && (ms < last[0] || reached === last[1])) return;
    this.spots.push([ms, reached]);
    if (this.spots.length > MOST) this.spots = this.spots.filter((_, i) => i % 2 === 0 || i === this.spots.length - 1);
  }
}

/**
 * The area under a trail, in steps, from the start until now. Up to the first news it is a slope: whoever came later
 * does not know what was before.
 *
 * @param {readonly Spot[]} spots  in order
 * @param {number} now  ms from the start: the right edge
 * @returns {string}  the `d` of a path in a box of WIDTH by HEIGHT
 */
export function area(spots, now) {
  if (spots.length === 0 || now <= 0) return "";
  const x = (/** @type {number} */ ms) => round((Math.min(ms, now) / now) * WIDTH);
  const y = (/** @type {number} */ reached) => round(HEIGHT - reached * HEIGHT);
  const steps = spots.map(([ms, reached], i) => (i === 1 ? `L${x(ms)} ${y(reached)}` : `H${x(ms)}V${y(reached)}`)).join("");
  return `M0 ${HEIGHT}${steps}H${WIDTH}V${HEIGHT}Z`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
