/** How a card gets from where it is seen to where it lies. Nothing here ever blocks the next move. */
import {pace} from "./settings.js";

/** Milliseconds for a short way, and what the longest way adds. */
const SHORT = 120;
const LONG_MORE = 60;
const EASING = "cubic-bezier(.22,.7,.25,1)";

/**
 * Let a card travel to its place from where it was seen, given as the difference to that place.
 *
 * @param {HTMLElement} card  its style already holds the place
 * @param {{dx: number, dy: number}} from
 * @param {number} delay
 * @returns {Promise<unknown>} settled when it has arrived, or is on another way
 */
export function travel(card, {dx, dy}, delay = 0) {
  const place = card.style.translate || "0px 0px";
  const [x, y = 0] = place.split(" ").map(parseFloat);
  const duration = pace() * (SHORT + Math.min(LONG_MORE, Math.hypot(dx, dy) * 0.12));
  const start = `${x + dx}px ${y + dy}px`;
  return card.animate([{translate: start}, {translate: place}], {duration, delay: delay * pace(), easing: EASING, fill: "backwards"})
    .finished.catch(() => undefined);
}

/**
 * Show a new face as a card that turns.
 *
 * @param {HTMLElement} card
 */
export function turn(card) {
  card.animate([{scale: "0 1"}, {scale: "1 1"}], {duration: 140 * pace(), easing: "ease-out"});
}

/**
 * A small no: the card has nowhere to go.
 *
 * @param {HTMLElement} card
 */
export function shake(card) {
  card.animate(
    [{rotate: "0deg"}, {rotate: "-2.5deg"}, {rotate: "2.5deg"}, {rotate: "-1deg"}, {rotate: "0deg"}],
    {duration: 260},
  );
}

/**
 * Where a card is seen this instant, against its table.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement} table
 */
export function seenAt(card, table) {
  const box = card.getBoundingClientRect();
  const frame = table.getBoundingClientRect();
  return {x: box.left - frame.left, y: box.top - frame.top};
}
