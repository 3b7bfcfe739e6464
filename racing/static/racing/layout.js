/**
 * Where the piles lie, for a box of any size. Pure geometry: the same numbers for node's tests and for the page.
 *
 * @typedef {import("./types.js").Ruleset} Ruleset
 *
 * @typedef {import("./layout_measures.js").Spot} Spot
 * @typedef {import("./layout_measures.js").Layout} Layout
 */
import {alternations} from "./layout_alternations.js";
import {clock} from "./layout_clock.js";
import {cruel} from "./layout_cruel.js";

/**
 * @param {Ruleset["family"]} family
 * @param {{width: number, height: number, fanned: boolean, mirrored?: boolean}} box  mirrored: for a left hand
 * @returns {Layout}
 */
export function layTable(family, box) {
  if (family === "clock") return clock(box); // the hours go round the same way for every hand
  const layout = family === "alternations" ? alternations(box) : cruel(box);
  return box.mirrored ? mirror(layout, box.width) : layout;
}

/**
 * What lay at the right lies at the left. Piles of a kind keep their order: they are numbered, and redealt, from the left.
 *
 * @param {Layout} layout
 * @param {number} width
 * @returns {Layout}
 */
function mirror(layout, width) {
  /** @type {Record<string, Spot>} */
  const spots = {};
  const all = Object.keys(layout.spots);
  for (const kind of [/^\d/, /^f/, /^s/, /^w/]) {
    const names = all.filter((name) => kind.test(name));
    const columns = [...new Set(names.map((name) => layout.spots[name].x))].sort((a, b) => a - b);
    for (const name of names) {
      const spot = layout.spots[name];
      const facing = columns[columns.length - 1 - columns.indexOf(spot.x)];
      spots[name] = {...spot, x: width - layout.cardW - facing};
    }
  }
  return {...layout, spots};
}

/**
 * Where each card of a pile lies, from the pile's spot, bottom first.
 *
 * @param {Spot} spot
 * @param {readonly string[]} cards
 * @returns {number[]} down from the spot, in CSS pixels; negative when the pile fans up
 */
export function offsetsOf(spot, cards) {
  if (spot.fan === "flat") return cards.map(() => 0);
  if (spot.fan === "up") {
    const step = Math.min(spot.step, spot.room / Math.max(1, cards.length));
    return cards.map((_, i) => -Math.round((i + 1) * step));
  }
  // The step after a card is its own: a face-down card shows less of itself than an open one.
  const steps = cards.slice(0, -1).map((card) => (card === "##" ? spot.closed : spot.step));
  const closed = steps.filter((step) => step === spot.closed).reduce((sum, step) => sum + step, 0);
  const whole = steps.reduce((sum, step) => sum + step, 0);
  // Too long: the face-down cards keep at most their share, the open ones give way.
  const squeeze = whole > spot.room ? spot.room / whole : 1;
  const openSqueeze =
    squeeze < 1 && spot.closed < spot.step && whole > closed
      ? Math.max(0.2, (spot.room - closed * squeeze) / (whole - closed))
      : squeeze;
  let y = 0;
  return cards.map((card, i) => {
    const here = y;
    if (i < steps.length) y += steps[i] * (card === "##" ? squeeze : openSqueeze);
    return Math.round(here);
  });
}

/**
 * The box a pile takes, from its spot.
 *
 * @param {Layout} layout
 * @param {string} name
 * @param {readonly string[]} cards
 * @returns {{top: number, height: number}}
 */
export function extentOf(layout, name, cards) {
  const offsets = offsetsOf(layout.spots[name], cards);
  const top = Math.min(0, ...offsets);
  return {top, height: Math.max(0, ...offsets) - top + layout.cardH};
}
