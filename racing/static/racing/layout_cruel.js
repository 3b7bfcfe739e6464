/**
 * The Cruel family: three rows of four piles, and four foundations above them, beside them in a column, or beside them
 * in a block of two by two - whichever makes the cards largest.
 *
 * @typedef {import("./layout_measures.js").Layout} Layout
 * @typedef {import("./layout_measures.js").Spot} Spot
 */
import {ASPECT, LABEL, LARGEST_CARD, spread} from "./layout_measures.js";

const ROWS = 3;
const COLUMNS = 4;
/** What a pile of four needs beyond one card, in heights of a card. */
const DEPTH = {stack: 0.2, down: 0.69};
/** The most a pile is given: more would only tear the rows apart. */
const MOST_DEPTH = {stack: 0.42, down: 2};
/** Over a narrower card, in CSS pixels, the pile's number leaves no room for how many lie there. */
const COUNTED_FROM = 34;

/** Foundations as columns by rows, and whether they lie above the piles. */
const PLACES = [
  {columns: 4, rows: 1, above: true},
  {columns: 1, rows: 4, above: false},
  {columns: 2, rows: 2, above: false},
];

/**
 * @param {{width: number, height: number, fanned: boolean}} box
 * @returns {Layout}
 */
export function cruel({width, height, fanned}) {
  const fan = fanned ? "down" : "stack";
  const gap = Math.max(5, Math.min(18, Math.min(width, height) * 0.02));
  const sized = PLACES.map((place) => ({place, cardW: cardWidth(place, width, height, gap, DEPTH[fan])}));
  const {place, cardW} = sized.reduce((best, next) => (next.cardW > best.cardW + 1 ? next : best));
  const cardH = Math.round(cardW * ASPECT);
  /** @type {Record<string, Spot>} */
  const spots = {};

  const aside = place.above ? 0 : place.columns;
  const columns = COLUMNS + aside;
  const sideGap = aside ? cardW * 0.35 : 0;
  const across = spread(width - sideGap, columns, cardW, Math.max(gap, cardW * 0.3));
  /** @param {number} column */
  const x = (column) => across.start + column * (cardW + across.gap) + (column >= aside ? sideGap : 0);

  const head = place.above ? cardH + gap : 0;
  const room = (height - head - ROWS * (LABEL + cardH) - (ROWS - 1) * gap) / ROWS;
  const used = Math.min(room, MOST_DEPTH[fan] * cardH);
  const rowHeight = LABEL + cardH + used + gap;
  const spare = Math.max(0, height - head - ROWS * rowHeight + gap);
  const top = spare / 2;
  for (let i = 0; i < ROWS * COLUMNS; i++) {
    spots[i + 1] = {
      x: Math.round(x(aside + (i % COLUMNS))),
      y: Math.round(top + head + Math.floor(i / COLUMNS) * rowHeight + LABEL),
      fan,
      room: used,
      step: cardH * (fanned ? 0.25 : 0.042),
      closed: cardH * 0.1,
    };
  }
  const down = spread(height, place.rows, cardH, gap * 1.6);
  for (let i = 0; i < 4; i++) {
    spots[`f${i + 1}`] = {
      x: Math.round(x(i % place.columns)),
      y: Math.round(place.above ? top : down.start + Math.floor(i / place.columns) * (cardH + down.gap)),
      fan: "flat",
      room: 0,
      step: 0,
      closed: 0,
    };
  }
  return {cardW, cardH, spots, counts: !fanned && cardW >= COUNTED_FROM};
}

/**
 * @param {typeof PLACES[number]} place
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 * @param {number} depth
 */
function cardWidth(place, width, height, gap, depth) {
  const columns = place.above ? COLUMNS : COLUMNS + place.columns + 0.35;
  const wide = (width - (Math.ceil(columns) - 1) * gap) / columns;
  const cards = ROWS * (1 + depth) + (place.above ? 1 : 0);
  const tall = (height - ROWS * LABEL - (ROWS - 1 + (place.above ? 1 : 0)) * gap) / cards;
  const beside = place.above ? Infinity : (height - (place.rows - 1) * gap) / place.rows;
  return Math.floor(Math.min(LARGEST_CARD, wide, tall / ASPECT, beside / ASPECT));
}
