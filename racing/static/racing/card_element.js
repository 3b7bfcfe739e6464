/**
 * The element of one card, and what it shows.
 *
 * @typedef {object} Card
 * @property {HTMLElement} el
 * @property {string} text
 * @property {string} pile
 * @property {number} x  where it lies, in CSS pixels from the table's corner; NaN before it was laid anywhere
 * @property {number} y
 */
import {cardFace} from "./cards.js";
import {make} from "./dom.js";
import {turn} from "./travel.js";

/**
 * @param {{x: number, y: number}} from  where it comes from
 * @returns {Card}
 */
export function makeCard({x, y}) {
  return {el: make("div", {class: "card", "aria-hidden": "true"}), text: "", pile: "", x, y};
}

/**
 * @param {Card} card
 * @param {string} text
 * @param {import("./cards.js").Cut} cut
 * @param {boolean} turning  show it as a card that is turned over
 */
export function showCard(card, text, cut, turning) {
  const turned = turning && (card.text === "##" || text === "##");
  card.text = text;
  if (text === "##") {
    delete card.el.dataset.card;
    delete card.el.dataset.suit;
  } else {
    card.el.dataset.card = text;
    card.el.dataset.suit = text[1];
  }
  redrawCard(card, cut);
  if (turned) turn(card.el);
}

/**
 * @param {Card} card
 * @param {import("./cards.js").Cut} cut
 */
export function redrawCard(card, cut) {
  card.el.innerHTML = cardFace(card.text, cut);
}
