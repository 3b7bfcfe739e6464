/**
 * Our own letters and suits as SVG paths: no font decides how a card looks. Ranks are strokes in a box 20 wide and 28.6
 * high (a ten is 25 wide), suits are filled shapes in a box of 20 by 20.
 */

/** @type {Record<string, string>} */
export const RANK_STROKES = {
  A: "M1.6 26.8 10 2 18.4 26.8M5 18.6H15",
  2: "M3 8.6C3 4.6 6 2.1 10 2.1S17 4.8 17 8.4C17 11.3 15.4 13.3 12.5 16.4L3.2 26.4H17.4",
  3: "M3.4 6.6C4.6 3.7 7 2.1 10 2.1C13.8 2.1 16.6 4.5 16.6 7.8C16.6 11.3 13.8 13.5 9.4 13.5C14.2 13.5 17.2 16 17.2 19.8C17.2 23.8 14 26.5 9.9 26.5C6.4 26.5 3.8 24.7 2.8 21.6",
  4: "M13.6 26.9V2.5L2.4 19.6H18.2",
  5: "M15.9 2.3H5.6L4.4 13.2C6 11.9 7.8 11.2 9.8 11.2C14 11.2 17 14.3 17 18.7C17 23.2 13.9 26.5 9.6 26.5C6.2 26.5 3.7 24.8 2.7 21.8",
  6: "M14.6 2.4C8 4.2 3.1 10.4 3.1 18C3.1 23 6 26.5 10.1 26.5S17 23.4 17 19.2S14.3 12.3 10.6 12.3C7 12.3 4.2 14.6 3.3 18.4",
  7: "M2.4 2.3H17.3L7.6 26.9",
  8: "M10 13.2C6.5 13.2 4.1 11 4.1 7.7S6.5 2.1 10 2.1S15.9 4.4 15.9 7.7S13.5 13.2 10 13.2C14.2 13.2 17.2 15.8 17.2 19.8S14.2 26.5 10 26.5S2.8 23.8 2.8 19.8S5.8 13.2 10 13.2Z",
  9: "M5.4 26.2C12 24.4 16.9 18.2 16.9 10.6C16.9 5.6 14 2.1 9.9 2.1S3 5.2 3 9.4S5.7 16.3 9.4 16.3C13 16.3 15.8 14 16.7 10.2",
  T: "M1.6 6.8 5.6 2.6V26.9M17.4 2.1C20.8 2.1 23 6.4 23 14.3S20.8 26.5 17.4 26.5S11.8 22.2 11.8 14.3S14 2.1 17.4 2.1Z",
  J: "M14 2.2V19.4C14 24 11.7 26.5 8 26.5C4.7 26.5 2.5 24.6 2.1 21.2",
  Q: "M10 2.1C14.5 2.1 17.4 6.4 17.4 14.3S14.5 26.5 10 26.5S2.6 22.2 2.6 14.3S5.5 2.1 10 2.1ZM11.6 20.6 18 28",
  K: "M3.4 1.8V26.9M16.8 2 3.6 17.2M8.4 11.9 17.8 26.9",
};

/** @type {Record<string, string>} */
export const SUIT_SHAPES = {
  S: "M10 .7C12.6 3.9 18.7 7.8 18.7 12.2C18.7 14.8 16.7 16.4 14.5 16.4C12.9 16.4 11.6 15.7 10.9 14.5C11 16.6 11.9 18.2 13.7 19.3H6.3C8.1 18.2 9 16.6 9.1 14.5C8.4 15.7 7.1 16.4 5.5 16.4C3.3 16.4 1.3 14.8 1.3 12.2C1.3 7.8 7.4 3.9 10 .7Z",
  H: "M10 18.6C7.2 15.7 1 11.6 1 6.7C1 3.6 3.3 1.5 5.8 1.5C7.6 1.5 9.2 2.5 10 4.2C10.8 2.5 12.4 1.5 14.2 1.5C16.7 1.5 19 3.6 19 6.7C19 11.6 12.8 15.7 10 18.6Z",
  D: "M10 .5C12 4.1 14.5 7.2 17.7 10C14.5 12.8 12 15.9 10 19.5C8 15.9 5.5 12.8 2.3 10C5.5 7.2 8 4.1 10 .5Z",
  C: "M10 .8A4.3 4.3 0 0 1 13.2 8A4.4 4.4 0 1 1 10.9 13.9C11.1 16.4 12 18.2 13.7 19.3H6.3C8 18.2 8.9 16.4 9.1 13.9A4.4 4.4 0 1 1 6.8 8A4.3 4.3 0 0 1 10 .8Z",
};

/**
 * A rank as SVG, its top left at (x, y).
 *
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {number} weight  of the stroke, in the glyph's own box
 */
export function rankGlyph(rank, x, y, height, weight) {
  const scale = round(height / 28.6);
  return `<path class="ink" transform="translate(${x} ${y}) scale(${scale})" stroke-width="${weight}" d="${RANK_STROKES[rank]}"/>`;
}

/**
 * A suit as SVG, around (cx, cy); upside down when asked.
 *
 * @param {string} suit
 * @param {number} cx
 * @param {number} cy
 * @param {number} size
 * @param {boolean} [down]
 */
export function suitGlyph(suit, cx, cy, size, down = false) {
  const turn = down ? " rotate(180)" : "";
  return `<path class="pip" transform="translate(${cx} ${cy})${turn} scale(${round(size / 20)}) translate(-10 -10)" d="${SUIT_SHAPES[suit]}"/>`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
