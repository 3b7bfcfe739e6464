/**
 * Moves as text, read apart: "7-f", "3-5x4", "w-3", "f2-3", "d", "r", "u", and a bare hour in Clock. No rules: a text that
 * reads well may be illegal, and only the server's list says what is legal.
 *
 * @typedef {{kind: "shift", source: string, target: string, count: number}} ShiftMove  target "f": whichever foundation
 * @typedef {{kind: "draw" | "redeal" | "takeback"}} PlainMove
 * @typedef {{kind: "hour", hour: string}} HourMove
 * @typedef {ShiftMove | PlainMove | HourMove} Move
 */

const SHIFT = /^(\d+|w|f\d+)-(\d+|f)(?:x(\d+))?$/;
const HOUR = /^(\d+)\??$/; // a slip is logged with a question mark

/** @type {Map<string, PlainMove>} */
const PLAIN = new Map([["d", {kind: "draw"}], ["r", {kind: "redeal"}], ["u", {kind: "takeback"}]]);

/**
 * @param {string} text
 * @returns {Move | null} null when the text is no move at all
 */
export function parseMove(text) {
  const plain = PLAIN.get(text);
  if (plain) return plain;
  const shift = SHIFT.exec(text);
  if (shift) return {kind: "shift", source: shift[1], target: shift[2], count: Number(shift[3] ?? 1)};
  const hour = HOUR.exec(text);
  return hour ? {kind: "hour", hour: hour[1]} : null;
}

/**
 * Write the shift of the top cards of one pile onto another; any foundation as target is written "f".
 *
 * @param {string} source
 * @param {string} target
 * @param {number} count
 */
export function shiftText(source, target, count) {
  const onto = isFoundation(target) ? "f" : target;
  return `${source}-${onto}${count > 1 ? `x${count}` : ""}`;
}

/** @param {string} name  a pile, or the "f" of a move */
export function isFoundation(name) {
  return name.startsWith("f");
}
