/**
 * What a redeal would bring, shown over the table: a ghost of the top card of every pile. Nothing is played.
 *
 * Hooks: [data-ghost="3"] is the ghost on pile 3, with the card in data-card-after; .previewing on the table.
 *
 * @typedef {import("./table.js").Table} Table
 */
import {cardFace, cutFor} from "./cards.js";
import {make} from "./dom.js";
import {cardName, fill, gettext} from "./i18n.js";
import {redealt} from "./redeal.js";

export class Preview {
  /** @type {HTMLElement[]} */
  #ghosts = [];

  /**
   * @param {Table} table
   * @param {(pile: string) => string} nameOf  a pile in words
   */
  constructor(table, nameOf) {
    this.table = table;
    this.nameOf = nameOf;
  }

  get shown() {
    return this.#ghosts.length > 0;
  }

  /**
   * Show the ghosts.
   *
   * @returns {string} the same for those who listen; empty where nothing is redealt
   */
  show() {
    this.hide();
    const {ruleset, root, layout, view} = this.table;
    if (!ruleset.redeal) return "";
    const after = redealt(view, ruleset.redeal);
    const said = [];
    for (const [name, cards] of Object.entries(after)) {
      const card = cards.at(-1) ?? "";
      const {x, y} = layout.spots[name];
      const ghost = make("div", {
        class: card ? "card ghost" : "ghost none",
        "data-ghost": name,
        "data-card-after": card,
        "data-suit": card ? card[1] : null,
        "aria-hidden": "true",
      });
      if (card) ghost.innerHTML = cardFace(card, cutFor(layout.cardW, false));
      ghost.classList.toggle("same", card === view[name].at(-1));
      ghost.style.translate = `${x}px ${y}px`;
      this.#ghosts.push(ghost);
      if (card) said.push(fill(gettext("%(pile)s: %(cards)s"), {pile: this.nameOf(name), cards: cardName(card)}));
    }
    root.append(...this.#ghosts);
    root.classList.add("previewing");
    return fill(gettext("On top after a redeal: %(piles)s"), {piles: said.join("; ")});
  }

  hide() {
    for (const ghost of this.#ghosts) ghost.remove();
    this.#ghosts = [];
    this.table.root.classList.remove("previewing");
  }
}
