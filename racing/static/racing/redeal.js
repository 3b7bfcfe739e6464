/**
 * How the piles of the Cruel family would lie after a redeal, so that it can be looked at before it is asked for. Every card
 * of the family is visible and a redeal shuffles nothing, so this is a drawing of what anybody could work out; like
 * predict.js it judges nothing, and the server's own redeal is what counts. A test holds it to the engine's.
 *
 * @typedef {import("./types.js").View} View
 */

const PACKET = 4;

/**
 * @param {View} view
 * @param {"packets" | "ripple"} way  four and four to a pile; or round and round over as many piles as hold four each
 * @returns {View} the tableau alone
 */
export function redealt(view, way) {
  const names = Object.keys(view).filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
  const cards = names.flatMap((name) => view[name]);
  const used = Math.ceil(cards.length / PACKET);
  const pileOf = (/** @type {number} */ i) => (way === "ripple" ? i % used : Math.floor(i / PACKET));
  return Object.fromEntries(names.map((name, pile) => [name, cards.filter((_, i) => pileOf(i) === pile)]));
}
