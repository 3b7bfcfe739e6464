/**
 * Alternations: which card may go home without being asked, because nothing can need it any more. Pure; the rule and its
 * proof are in docs/rules.md, and a test holds it to everything that can be played.
 *
 * @typedef {import("./types.js").View} View
 */
import {isFoundation, parseMove} from "./notation.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
/** Foundations of a table of two packs. */
const TWO_PACKS = 8;

/**
 * The next card to send home, the lowest first.
 *
 * @param {View} view
 * @param {readonly string[]} legal
 * @returns {string | null} a legal move
 */
export function goesHome(view, legal) {
  const names = Object.keys(view).filter(isFoundation);
  if (names.length !== TWO_PACKS) return null; // in the Cruel family a card home too early moves the next redeal's cuts
  const heights = names.map((name) => view[name].length);
  const least = Math.min(...heights);
  let best = null;
  let lowest = least + 3;
  for (const text of legal) {
    const move = parseMove(text);
    if (move?.kind !== "shift" || move.target !== "f") continue;
    const card = view[move.source].at(-1) ?? "##";
    const rank = RANKS.indexOf(card[0]) + 1;
    const first = 2 * SUITS.indexOf(card[1]);
    const twinIsFree = Math.min(heights[first], heights[first + 1]) >= rank - 1;
    if (twinIsFree && rank < lowest) [best, lowest] = [text, rank];
  }
  return best;
}
