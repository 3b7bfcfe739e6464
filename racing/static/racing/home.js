/** The front page: a fan of our cards over the title. */
import {cardFace} from "./cards.js";
import {find, make} from "./dom.js";

const CARDS = ["TS", "JH", "QC", "KD", "AS"];

find(document, "[data-fan]").append(
  ...CARDS.map((card) => {
    const el = make("div", {class: "card", "data-suit": card[1]});
    el.innerHTML = cardFace(card, true);
    return el;
  }),
);
