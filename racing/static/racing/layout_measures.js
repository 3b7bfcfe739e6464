/**
 * Shapes and measures that all tables share, in CSS pixels.
 *
 * @typedef {object} Spot  one pile
 * @property {number} x  of its lowest card, in CSS pixels from the table's left
 * @property {number} y
 * @property {"flat" | "stack" | "down" | "up"} fan  squared; squared with its depth seen; fanned down; fanned up, from beneath
 * @property {number} room  how far the fan may reach beyond one card
 * @property {number} step  between face-up cards, when there is room
 * @property {number} closed  between face-down cards, when there is room
 *
 * @typedef {object} Layout
 * @property {number} cardW
 * @property {number} cardH
 * @property {Record<string, Spot>} spots
 * @property {boolean} counts  whether the piles show how many cards they hold
 */

/** Height of a card for a width of one. */
export const ASPECT = 1.4;
/** Larger cards do not read better, they only make the hand travel. */
export const LARGEST_CARD = 156;
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
