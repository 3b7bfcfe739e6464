/**
 * Clock: twelve hours on a dial, the kings in its middle, the open card in hand below them. The laid cards show from
 * beneath each pile. The dial is an ellipse that fills the box; the cards are as large as they can be without touching.
 *
 * @typedef {import("./layout_measures.js").Layout} Layout
 * @typedef {import("./layout_measures.js").Spot} Spot
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{across: number, down: number}} Bulge
 */
import {ASPECT, LABEL, LARGEST_CARD} from "./layout_measures.js";

/** How much of each laid card shows, in heights of a card: at least, and where there is room. */
const SHOWS = [0.1, 0.12, 0.14, 0.17, 0.2];
/** A pile holds four cards, laid and hidden together. */
const DEEPEST = 4;
/** The open card has a frame, which keeps clear of the middle's name above it. */
const FRAME = 5;
const HOURS = 13;
const CENTRE = 13;

/** How squarely the dial may bulge, across and down: 1 is an ellipse, less is nearer to its box. */
const BULGES = [1, 0.86, 0.74, 0.62].flatMap((across) => [1, 0.86, 0.74].map((down) => ({across, down})));

/**
 * @param {{width: number, height: number}} box
 * @returns {Layout}
 */
export function clock({width, height}) {
  const dials = BULGES.map((bulge) => ({bulge, cardW: largest(width, height, bulge)}));
  const {bulge, cardW} = dials.reduce((best, next) => (next.cardW > best.cardW ? next : best));
  // The smallest step made the cards largest; what is left over shows more of what was laid.
  const shows = SHOWS.findLast((step) => fits(place(width, height, cardW, step, bulge))) ?? SHOWS[0];
  const cardH = Math.round(cardW * ASPECT);
  const rise = DEEPEST * shows * cardH;
  const boxes = place(width, height, cardW, shows, bulge);
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
 * The width of the largest cards that lie on such a dial without touching.
 *
 * @param {number} width
 * @param {number} height
 * @param {Bulge} bulge
 */
function largest(width, height, bulge) {
  let most = LARGEST_CARD;
  while (most > 24 && !fits(place(width, height, most, SHOWS[0], bulge))) most--;
  return most;
}

/**
 * The boxes of the hours 1 to 12, the middle, and the open card.
 *
 * @param {number} width
 * @param {number} height
 * @param {number} cardW
 * @param {number} shows
 * @param {Bulge} bulge
 * @returns {Box[]}
 */
function place(width, height, cardW, shows, bulge) {
  const cardH = Math.round(cardW * ASPECT);
  const h = cardH * (1 + DEEPEST * shows) + LABEL;
  const ry = (height - h) / 2;
  const rx = Math.min((width - cardW) / 2, ry * 1.55);
  const left = width / 2 - cardW / 2;
  const boxes = [];
  for (let hour = 1; hour < CENTRE; hour++) {
    const angle = (hour * Math.PI) / 6;
    const x = left + rx * swell(Math.sin(angle), bulge.across);
    boxes.push({x, y: ry - ry * swell(Math.cos(angle), bulge.down), w: cardW, h});
  }
  boxes.push({x: left, y: ry - h * 0.52, w: cardW, h});
  boxes.push({x: left, y: ry + h * 0.52 + FRAME, w: cardW, h: cardH});
  return boxes;
}

/**
 * @param {number} part  sine or cosine
 * @param {number} power
 */
function swell(part, power) {
  return Math.sign(part) * Math.abs(part) ** power;
}

/** @param {Box[]} boxes */
function fits(boxes) {
  return boxes.every((a, i) =>
    boxes.every((b, j) => j <= i || a.x + a.w + 3 <= b.x || b.x + b.w + 3 <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y),
  );
}
