/**
 * Card faces and backs as SVG, drawn by us. Three cuts of the same face: "wide" with pips and court figures; "small" with
 * a large index and one large suit, which still reads at 40 pixels; "strip", whose index fits in what a fanned card shows.
 *
 * @typedef {"wide" | "small" | "strip"} Cut
 */
import {backArt} from "./backs.js";
import {courtArt} from "./courts.js";
import {rankGlyph, suitGlyph} from "./glyphs.js";
import {setting} from "./settings.js";

/** From this width on (CSS pixels) the wide face reads better than the small one. */
export const WIDE_FROM = 64;

/**
 * @param {number} width  of the card, in CSS pixels
 * @param {boolean} fanned
 * @returns {Cut}
 */
export function cutFor(width, fanned) {
  if (width >= WIDE_FROM) return "wide";
  return fanned ? "strip" : "small";
}

/** Where the pips stand: columns and rows that leave the corners free, on a card of 100 by 140. */
const LEFT = 29.5;
const MIDDLE = 50;
const RIGHT = 70.5;
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[MIDDLE, 40], [MIDDLE, 100]],
  3: [[MIDDLE, 40], [MIDDLE, 70], [MIDDLE, 100]],
  4: [[LEFT, 43], [RIGHT, 43], [LEFT, 97], [RIGHT, 97]],
  5: [[LEFT, 43], [RIGHT, 43], [MIDDLE, 70], [LEFT, 97], [RIGHT, 97]],
  6: [[LEFT, 43], [RIGHT, 43], [LEFT, 70], [RIGHT, 70], [LEFT, 97], [RIGHT, 97]],
  7: [[LEFT, 43], [RIGHT, 43], [MIDDLE, 56.5], [LEFT, 70], [RIGHT, 70], [LEFT, 97], [RIGHT, 97]],
  8: [[LEFT, 43], [RIGHT, 43], [MIDDLE, 56.5], [LEFT, 70], [RIGHT, 70], [MIDDLE, 83.5], [LEFT, 97], [RIGHT, 97]],
  9: [[LEFT, 40], [RIGHT, 40], [LEFT, 60], [RIGHT, 60], [MIDDLE, 70], [LEFT, 80], [RIGHT, 80], [LEFT, 100], [RIGHT, 100]],
  T: [[LEFT, 40], [RIGHT, 40], [MIDDLE, 50], [LEFT, 60], [RIGHT, 60], [LEFT, 80], [RIGHT, 80], [MIDDLE, 90], [LEFT, 100], [RIGHT, 100]],
};

/** @type {Map<string, string>} */
const drawn = new Map();

/**
 * The face of a card, or the back for "##".
 *
 * @param {string} card
 * @param {Cut | boolean} cut  true: wide, false: small
 * @returns {string} SVG; its classes take their colours from the style sheet
 */
export function cardFace(card, cut) {
  const kind = typeof cut === "string" ? cut : cut ? "wide" : "small";
  const key = card === "##" ? setting("back") : card + kind;
  let svg = drawn.get(key);
  if (!svg) {
    const [rank, suit] = card;
    const inner = card === "##" ? backArt() : FACES[kind](rank, suit);
    svg = `<svg class="face" viewBox="0 0 100 140" aria-hidden="true" focusable="false">${inner}</svg>`;
    drawn.set(key, svg);
  }
  return svg;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function wideFace(rank, suit) {
  const corner = rankGlyph(rank, 6.5, 7, 21, 4.7) + suitGlyph(suit, rank === "T" ? 36 : 33, 17.6, 19);
  const corners = `${corner}<g transform="rotate(180 50 70)">${corner}</g>`;
  if (rank === "A") return corners + suitGlyph(suit, 50, 70, 50);
  if (rank === "J" || rank === "Q" || rank === "K") return corners + courtArt(rank);
  const size = "9T".includes(rank) ? 18.5 : 22;
  return corners + PIPS[rank].map(([x, y]) => suitGlyph(suit, x, y, size, y > 70)).join("");
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function smallFace(rank, suit) {
  return (
    rankGlyph(rank, 7, 8, 38, 4.8) +
    suitGlyph(suit, rank === "T" ? 70 : 66, 26, 34) +
    suitGlyph(suit, 50, 93, 62)
  );
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function stripFace(rank, suit) {
  return (
    rankGlyph(rank, 6, 5.5, 28, 5) + suitGlyph(suit, rank === "T" ? 50 : 45, 19, 26) + suitGlyph(suit, 50, 88, 62)
  );
}

const FACES = {wide: wideFace, small: smallFace, strip: stripFace};
