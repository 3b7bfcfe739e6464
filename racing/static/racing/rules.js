/** Puts the faces into the cards of a page of prose: the same faces as on the table. */
import {WIDE_FROM, cardFace} from "./cards.js";

for (const card of document.querySelectorAll(".rules .card")) {
  if (card instanceof HTMLElement && card.dataset.card) {
    card.innerHTML = cardFace(card.dataset.card, card.offsetWidth >= WIDE_FROM);
  }
}
