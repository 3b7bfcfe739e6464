/**
 * What lies in a pile, shown beside it while the mouse rests on it or the finger is held: every buried card, readable,
 * the lowest first. The table itself does not move.
 *
 * @typedef {import("./table.js").Table} Table
 */
import {cardFace} from "./cards.js";
import {make} from "./dom.js";

const CARD_W = 46;
const CARD_H = 64;
const STEP = 33;
const PAD = 8;

export class Peek {
  /** @type {HTMLElement} */
  #panel;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.#panel = make("div", {class: "peek", "aria-hidden": "true"});
    this.#panel.hidden = true;
    table.root.append(this.#panel);
  }

  /**
   * @param {string | null} name
   * @returns {boolean} whether there is something to show
   */
  show(name) {
    this.#panel.hidden = true;
    if (name === null || !this.#isCovered(name)) return false;
    const cards = this.table.view[name];
    const box = this.table.boxes().find((each) => each.name === name);
    if (!box) return false;
    const {clientWidth, clientHeight} = this.table.root;
    const step = Math.min(STEP, (clientWidth - 2 * PAD - CARD_W) / Math.max(1, cards.length - 1));
    const width = 2 * PAD + CARD_W + step * (cards.length - 1);
    const height = CARD_H + 2 * PAD;
    const above = box.y - height - 6;
    const y = above >= -4 ? above : Math.min(clientHeight - height, box.y + box.h + 6);
    const x = Math.max(0, Math.min(clientWidth - width, box.x + box.w / 2 - width / 2));
    this.#panel.replaceChildren(...cards.map((card, i) => this.#copy(card, PAD + i * step)));
    Object.assign(this.#panel.style, {width: `${width}px`, height: `${height}px`, translate: `${x}px ${y}px`});
    this.#panel.hidden = false;
    return true;
  }

  /**
   * @param {string} card
   * @param {number} x
   */
  #copy(card, x) {
    const copy = make("div", {class: "card", "data-suit": card === "##" ? null : card[1]});
    copy.innerHTML = cardFace(card, false);
    Object.assign(copy.style, {width: `${CARD_W}px`, height: `${CARD_H}px`, left: `${x}px`, top: `${PAD}px`});
    return copy;
  }

  /**
   * Whether the pile hides an open card so far that its index cannot be read.
   *
   * @param {string} name
   */
  #isCovered(name) {
    const cards = this.table.view[name] ?? [];
    if (cards.length < 2 || !/^(\d+|w)$/.test(name) || cards.every((card) => card === "##")) return false;
    return this.table.smallestStep(name) < this.table.layout.cardH * 0.17;
  }
}
