/**
 * Which move a click means. Pure: it only picks from the list of legal moves that came with the table.
 *
 * The order of places: a foundation, then building that uncovers something, then the rest, then an empty pile. A card
 * that was just moved and is clicked again goes on to its next place.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./notation.js").ShiftMove} ShiftMove
 */
import {isFoundation, parseMove} from "./notation.js";
import {foundationFor} from "./predict.js";

/**
 * The legal moves that take exactly these top cards, best place first.
 *
 * @param {View} view
 * @param {readonly string[]} legal
 * @param {string} source
 * @param {number} count
 * @returns {ShiftMove[]}
 */
export function placesFor(view, legal, source, count) {
  return shiftsFrom(view, legal, source)
    .filter((move) => move.count === count)
    .map((move) => ({move, rank: placeRank(view, move)}))
    .sort((a, b) => a.rank - b.rank) // stable: equal places keep the order of the piles
    .map(({move}) => move);
}

/**
 * The legal shifts out of a pile. Of two foundations with the same top only the first is named in a move, so the second
 * one answers with the first one's moves.
 *
 * @param {View} view
 * @param {readonly string[]} legal
 * @param {string} source
 * @returns {ShiftMove[]}
 */
export function shiftsFrom(view, legal, source) {
  const name = isFoundation(source) ? firstTwin(view, source) : source;
  return legal
    .map(parseMove)
    .filter((move) => move?.kind === "shift")
    .map((move) => /** @type {ShiftMove} */ (move))
    .filter((move) => move.source === name)
    .sort((a, b) => pileOrder(a.target) - pileOrder(b.target));
}

/**
 * @param {View} view
 * @param {string} name
 */
function firstTwin(view, name) {
  const top = view[name]?.at(-1);
  const twin = Object.keys(view).find((other) => isFoundation(other) && top && view[other].at(-1) === top);
  return twin ?? name;
}

/** @param {string} target */
function pileOrder(target) {
  return isFoundation(target) ? 0 : Number(target);
}

/**
 * @param {View} view
 * @param {ShiftMove} move
 */
function placeRank(view, move) {
  if (isFoundation(move.target)) return 0;
  if (view[move.target].length === 0) return 4;
  const source = view[move.source];
  const below = isFoundation(move.source) ? undefined : source[source.length - move.count - 1];
  if (below === undefined) return 3;
  return below === "##" ? 1 : 2;
}

/**
 * The pile on which a shift ends: a move to "f" names no foundation.
 *
 * @param {View} view
 * @param {ShiftMove} move
 */
export function placeOf(view, {source, target}) {
  return target === "f" ? (foundationFor(view, view[source].at(-1) ?? "") ?? "f1") : target;
}

/**
 * How many cards a drag takes that begins at a card: it and all that lie on it; 0 where nothing can be taken.
 *
 * @param {View} view
 * @param {string} pile
 * @param {number} index
 */
export function grabbed(view, pile, index) {
  const cards = view[pile] ?? [];
  if (pile === "s" || index < 0 || cards[index] === "##") return 0;
  return isFoundation(pile) ? 1 : cards.length - index;
}

/** Remembers the card that was just moved, so that the next click on it sends it onward. */
export class Chooser {
  /** @type {{card: string, pile: string, visited: Set<string>} | null} */
  #last = null;

  /**
   * The move a click on a card means, or null when it has no place to go.
   *
   * @param {View} view
   * @param {readonly string[]} legal
   * @param {string} pile
   * @param {number} index  of the clicked card in its pile, 0 at the bottom
   * @returns {ShiftMove | null}
   */
  click(view, legal, pile, index) {
    const card = view[pile][index];
    const again = this.#last !== null && this.#last.pile === pile && this.#last.card === card ? this.#last : null;
    // A foundation is only left again on purpose: by dragging, or by going on with the card that just came.
    if (!again && isFoundation(pile)) return null;
    const places = placesFor(view, legal, pile, view[pile].length - index);
    const fresh = places.filter((move) => !again?.visited.has(move.target));
    const move = fresh[0] ?? places[0] ?? null;
    if (!move) return null;
    const visited = fresh.length > 0 && again ? again.visited : new Set([pile]);
    visited.add(move.target);
    this.#last = {card, pile: move.target, visited};
    return move;
  }

  /**
   * Tell where the card really lies: a move to "f" names no foundation.
   *
   * @param {string} pile
   */
  landed(pile) {
    if (this.#last && this.#last.pile === "f" && isFoundation(pile)) this.#last.pile = pile;
  }

  /** Any other move ends the round of places. */
  forget() {
    this.#last = null;
  }
}

/** A second click so soon is a double click: it meant the card that has just left. */
const DOUBLE_CLICK_MS = 260;

/** Tells the second click of a double click. */
export class Clicks {
  #last = {pile: "", at: -Infinity};

  /**
   * @param {string} pile
   * @param {number} at  ms by any clock
   */
  isDouble(pile, at) {
    const last = this.#last;
    this.#last = {pile, at};
    return last.pile === pile && at - last.at < DOUBLE_CLICK_MS;
  }
}
