/**
 * Alternations: seven long columns, eight foundations, stock and waste. On a phone the foundations lie in two rows above
 * the columns; where there is more width they lie in one row, or in a block at the right.
 *
 * @typedef {import("./layout_measures.js").Layout} Layout
 * @typedef {import("./layout_measures.js").Spot} Spot
 */
import {ASPECT, LABEL, LARGEST_CARD, spread} from "./layout_measures.js";

const COLUMNS = 7;
/** The height a column shall have without squeezing, in heights of a card: a dozen open cards. */
const COLUMN_ROOM = 3.4;
const STEP = 0.28;
const CLOSED = 0.1;

/**
 * @param {{width: number, height: number}} box
 * @returns {Layout}
 */
export function alternations({width, height}) {
  const gap = Math.max(3, Math.min(12, width * 0.009));
  const ways = [twoRows, oneRow, blocks].map((lay) => lay(width, height, gap));
  return ways.reduce((best, next) => (worth(next) > worth(best) ? next : best));
}

/**
 * Large cards are worth most; longer columns are worth a little of their size.
 *
 * @param {Layout} layout
 */
function worth({cardW, cardH, spots}) {
  return cardW * (1 + 0.06 * Math.min(6, spots[1].room / cardH));
}

/**
 * A phone, upright.
 *
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 * @returns {Layout}
 */
function twoRows(width, height, gap) {
  const tall = (height - LABEL - 3 * gap) / (2 + COLUMN_ROOM) / ASPECT;
  const cardW = Math.floor(Math.min(LARGEST_CARD, (width - 6 * gap) / 7, tall));
  const cardH = Math.round(cardW * ASPECT);
  const across = spread(width, COLUMNS, cardW, cardW * 0.3);
  /** @param {number} column */
  const x = (column) => across.start + column * (cardW + across.gap);
  const spots = columnsAt(x, 2 * (cardH + gap) + LABEL, height, cardH);
  for (let i = 0; i < 8; i++) {
    // The two foundations of a suit stand over each other.
    spots[`f${i + 1}`] = flat(x(Math.floor(i / 2)), (i % 2) * (cardH + gap));
  }
  spots.s = flat(x(6), 0);
  spots.w = flat(x(5) - gap, 0);
  return {cardW, cardH, spots, counts: false};
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 * @returns {Layout}
 */
function oneRow(width, height, gap) {
  const tall = (height - LABEL - gap) / (1 + COLUMN_ROOM) / ASPECT;
  const cardW = Math.floor(Math.min(LARGEST_CARD, (width - 10 * gap) / 10.4, tall));
  const cardH = Math.round(cardW * ASPECT);
  const above = spread(width - 0.4 * cardW, 10, cardW, cardW * 0.2);
  /** @param {number} i */
  const top = (i) => above.start + i * (cardW + above.gap) + (i > 1 ? 0.4 * cardW : 0);
  const across = spread(width, COLUMNS, cardW, cardW * 0.35);
  const spots = columnsAt((column) => across.start + column * (cardW + across.gap), cardH + gap + LABEL, height, cardH);
  spots.s = flat(top(0), 0);
  spots.w = flat(top(1), 0);
  for (let i = 0; i < 8; i++) spots[`f${i + 1}`] = flat(top(i + 2), 0);
  return {cardW, cardH, spots, counts: false};
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 * @returns {Layout}
 */
function blocks(width, height, gap) {
  const wide = (width - 10 * gap) / 10.8;
  const tall = Math.min((height - 3 * gap) / 4, (height - LABEL) / (1 + COLUMN_ROOM));
  const cardW = Math.floor(Math.min(LARGEST_CARD, wide, tall / ASPECT));
  const cardH = Math.round(cardW * ASPECT);
  const across = spread(width - 0.8 * cardW, 10, cardW, cardW * 0.22);
  /** @param {number} i */
  const x = (i) => across.start + i * (cardW + across.gap) + (i > 0 ? 0.4 * cardW : 0) + (i > 7 ? 0.4 * cardW : 0);
  const spots = columnsAt((column) => x(column + 1), LABEL, height, cardH);
  const down = spread(height - LABEL, 4, cardH, gap * 1.5);
  spots.s = flat(x(0), LABEL);
  spots.w = flat(x(0), LABEL + cardH + down.gap + LABEL);
  for (let i = 0; i < 8; i++) {
    spots[`f${i + 1}`] = flat(x(8 + (i % 2)), LABEL + Math.floor(i / 2) * (cardH + down.gap));
  }
  return {cardW, cardH, spots, counts: false};
}

/**
 * @param {(column: number) => number} x
 * @param {number} y
 * @param {number} height
 * @param {number} cardH
 */
function columnsAt(x, y, height, cardH) {
  /** @type {Record<string, Spot>} */
  const spots = {};
  for (let i = 0; i < COLUMNS; i++) {
    spots[i + 1] = {
      x: Math.round(x(i)),
      y: Math.round(y),
      fan: "down",
      room: height - y - cardH,
      step: cardH * STEP,
      closed: cardH * CLOSED,
    };
  }
  return spots;
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Spot}
 */
function flat(x, y) {
  return {x: Math.round(x), y: Math.round(y), fan: "flat", room: 0, step: 0, closed: 0};
}
