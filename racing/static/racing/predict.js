/**
 * What a move of visible cards will most likely do, so that it can be drawn before the answer. A guess of the drawing,
 * never a judgement: the server's effects replace it, whatever they are.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Effect} Effect
 */
import {isFoundation, parseMove} from "./notation.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

/**
 * @param {View} view
 * @param {string} text  a move from the legal list
 * @returns {Effect[] | null} null when it cannot be drawn before the answer (a card would be turned, a layout laid)
 */
export function predict(view, text) {
  const move = parseMove(text);
  if (move?.kind === "hour") return [["shift", "o", `u${move.hour}`, 1]];
  if (move?.kind !== "shift") return null;
  const cards = (view[move.source] ?? []).slice(-move.count);
  if (cards.length < move.count || cards.includes("##")) return null;
  const target = move.target === "f" ? foundationFor(view, cards[0]) : move.target;
  return target && view[target] ? [["shift", move.source, target, move.count]] : null;
}

/**
 * The first foundation of the card's suit that waits for its rank.
 *
 * @param {View} view
 * @param {string} card
 * @returns {string | null}
 */
export function foundationFor(view, card) {
  const names = Object.keys(view).filter(isFoundation);
  const each = names.length / SUITS.length;
  const first = SUITS.indexOf(card[1]) * each;
  for (let i = first + 1; i <= first + each; i++) {
    if (view[`f${i}`].length === RANKS.indexOf(card[0])) return `f${i}`;
  }
  return null;
}
