/**
 * Clock: twelve hours on a dial, the kings in its middle, the open card in hand below them. The laid cards show from
 * beneath each pile. The dial is an ellipse that fills the box; the cards are as large as they can be without touching.
 *
 * @typedef {import("./layout_measures.js").Layout} Layout
 * @typedef {import("./layout_measures.js").Spot} Spot
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 */
import {ASPECT, LABEL, LARGEST_CARD} from "./layout_measures.js";

/** How much of each laid card shows, in heights of a card: at least, and where there is room. */
const SHOWS = [0.1, 0.12, 0.14, 0.17, 0.2];
/** A pile holds four cards, laid and hidden together. */
const DEEPEST = 4;
const HOURS = 13;
const CENTRE = 13;

/**
 * @param {{width: number, height: number}} box
 * @returns {Layout}
 */
export function clock({width, height}) {
  let cardW = LARGEST_CARD;
  while (cardW > 24 && !fits(place(width, height, cardW, SHOWS[0]))) cardW--;
  // The smallest step made the cards largest; what is left over shows more of what was laid.
  const shows = SHOWS.findLast((step) => fits(place(width, height, cardW, step))) ?? SHOWS[0];
  const cardH = Math.round(cardW * ASPECT);
  const rise = DEEPEST * shows * cardH;
  const boxes = place(width, height, cardW, shows);
  /** @type {Record<string, Spot>} */
  const spots = {};
  boxes.forEach((box, i) => {
    const x = Math.round(box.x);
    if (i === HOURS) {
      spots.o = {x, y: Math.round(box.y), fan: "flat", room: 0, step: 0, closed: 0};
      return;
    }
    const y = Math.round(box.y + rise);
    spots[`u${i + 1}`] = {x, y, fan: "up", room: rise, step: shows * cardH, closed: 0};
    spots[i + 1] = {x, y, fan: "stack", room: 6, step: 1.5, closed: 1.5};
  });
  return {cardW, cardH, spots, counts: false};
}

/**
 * The boxes of the hours 1 to 12, the middle, and the open card.
 *
 * @param {number} width
 * @param {number} height
 * @param {number} cardW
 * @param {number} shows
 * @returns {Box[]}
 */
function place(width, height, cardW, shows) {
  const cardH = Math.round(cardW * ASPECT);
  const h = cardH * (1 + DEEPEST * shows) + LABEL;
  const ry = (height - h) / 2;
  const rx = Math.min((width - cardW) / 2, ry * 1.7);
  const left = width / 2 - cardW / 2;
  const boxes = [];
  for (let hour = 1; hour <= CENTRE; hour++) {
    const angle = (hour * Math.PI) / 6;
    const out = hour === CENTRE ? 0 : 1;
    // Slightly squared, so that the hours beside twelve and six do not crowd them.
    const x = left + out * rx * bulge(Math.sin(angle));
    const y = ry - out * ry * bulge(Math.cos(angle));
    boxes.push({x, y: hour === CENTRE ? y - h * 0.52 : y, w: cardW, h});
  }
  boxes.push({x: left, y: ry + h * 0.52, w: cardW, h: cardH});
  return boxes;
}

/** @param {number} part  sine or cosine */
function bulge(part) {
  return Math.sign(part) * Math.abs(part) ** 0.86;
}

/** @param {Box[]} boxes */
function fits(boxes) {
  return boxes.every((a, i) =>
    boxes.every((b, j) => j <= i || a.x + a.w + 3 <= b.x || b.x + b.w + 3 <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y),
  );
}
