/** Measures that all tables share, in CSS pixels. */

/** Height of a card for a width of one. */
export const ASPECT = 1.4;
/** Larger cards do not read better, they only make the hand travel. */
export const LARGEST_CARD = 124;
/** The line over a pile that carries its number. */
export const LABEL = 15;

/**
 * Spread n places of a width over a length: as far apart as asked at most.
 *
 * @param {number} length
 * @param {number} count
 * @param {number} size
 * @param {number} widest  the widest gap
 * @returns {{gap: number, start: number}}
 */
export function spread(length, count, size, widest) {
  const gap = count > 1 ? Math.min(widest, (length - count * size) / (count - 1)) : 0;
  return {gap, start: (length - count * size - (count - 1) * gap) / 2};
}
