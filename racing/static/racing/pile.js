/**
 * The element of one pile: its slot, its number, how many cards it holds, its name for screen readers.
 *
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./layout_measures.js").Layout} Layout
 * @typedef {import("./layout_measures.js").Spot} Spot
 *
 * @typedef {object} Pile
 * @property {HTMLElement} el
 * @property {HTMLElement} count
 * @property {number} arriving  cards on their way here
 */
import {SUIT_SHAPES} from "./glyphs.js";
import {make} from "./dom.js";
import {extentOf} from "./layout.js";

/**
 * @param {string} name
 * @param {Spot} spot
 * @param {Ruleset["family"]} family
 * @param {number} foundations  how many the table has
 * @returns {Pile}
 */
export function makePile(name, spot, family, foundations) {
  const numbered = /^\d/.test(name);
  const count = make("span", {class: "pile-count", "aria-hidden": "true"});
  const slot = make("span", {class: "pile-slot", "aria-hidden": "true"});
  if (name.startsWith("f")) slot.innerHTML = suitMark("SHDC"[Math.floor(((Number(name.slice(1)) - 1) * 4) / foundations)]);
  const el = make(
    "div",
    {
      class: "pile",
      role: "button",
      tabindex: "-1",
      "data-pile": name,
      "data-kind": numbered ? "tableau" : name[0],
      "data-hour": family === "clock" && numbered ? name : null,
      "data-action": name === "s" ? "draw" : null,
      "data-fan": spot.fan,
    },
    slot,
    // Drawn by the style sheet: the label says it in words.
    make("span", {class: "pile-number", "aria-hidden": "true", "data-text": numbered ? pileMark(name, family) : null}),
    count,
  );
  return {el, count, arriving: 0};
}

/**
 * @param {Pile} pile
 * @param {string} name
 * @param {readonly string[]} cards
 * @param {Layout} layout
 * @param {string} label  the pile in words
 */
export function describePile({el, count}, name, cards, layout, label) {
  const {top, height} = extentOf(layout, name, cards);
  el.style.setProperty("--reach", `${height + top}px`);
  el.classList.toggle("empty", cards.length === 0);
  if (el.getAttribute("aria-label") !== label) el.setAttribute("aria-label", label);
  const counted = name === "s" || (layout.counts && /^\d/.test(name));
  if (counted && cards.length > 0) count.dataset.text = String(cards.length);
  else delete count.dataset.text;
}

/**
 * Bring the cards into the order in which they lie, moving no more than needed.
 *
 * @param {Pile} pile
 * @param {readonly {el: HTMLElement}[]} cards
 */
export function orderCards(pile, cards) {
  const there = [...pile.el.children].filter((child) => child.classList.contains("card"));
  if (cards.every((card, i) => there[i] === card.el)) return;
  for (const card of cards) pile.el.append(card.el);
}

/**
 * @param {string} name
 * @param {Ruleset["family"]} family
 */
function pileMark(name, family) {
  return family === "clock" && name === "13" ? "K" : name;
}

/** @param {string} suit */
function suitMark(suit) {
  return `<svg class="slot-suit" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="${SUIT_SHAPES[suit]}"/></svg>`;
}
