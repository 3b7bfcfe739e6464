/**
 * The table: draws a view into piles. It knows no rules and no socket.
 *
 * Hooks that tests and styles may rely on:
 *   [data-table]            the root; data-ply is the newest acknowledged ply, once cards lie
 *   [data-pile="3"]         every pile, also empty ones; in Clock the hours carry data-hour too
 *   [data-card="7H"]        every face-up card, inside its pile, bottom first
 *   [data-action="..."]     redeal, takeback, resign, resign-confirm, ready, start, leave, copy-link, rematch, draw, spread
 *   [data-status]           on the room: open, countdown, running, finished, cancelled
 *   [data-rival="12"]       an entrant's line, with data-progress, data-plies, data-redeals
 *   [data-refusal]          the sentence that says why something was refused
 *   [data-result-row]       a line of the result, best first
 *   [data-replay-root], [data-replay="play|pause|back|forward|first|last|scrub|speed"]
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./layout_measures.js").Layout} Layout
 *
 * @typedef {import("./card_element.js").Card} Card
 * @typedef {import("./pile.js").Pile} Pile
 */
import {makeCard, redrawCard, showCard} from "./card_element.js";
import {cutFor} from "./cards.js";
import {isCalm} from "./dom.js";
import {extentOf, layTable, offsetsOf} from "./layout.js";
import {describePile, makePile, orderCards} from "./pile.js";
import {reconcile} from "./reconcile.js";
import {setting} from "./settings.js";
import {seenAt, travel} from "./travel.js";

export class Table {
  /** @type {Layout} */
  layout = {cardW: 0, cardH: 0, spots: {}, counts: false};
  /** @type {View} */
  view = {};
  /** @type {Card[]} */
  lifted = [];

  /** @type {Map<string, Pile>} */
  #piles = new Map();
  /** @type {Record<string, Card[]>} */
  #held = {};
  /** @type {import("./cards.js").Cut} */
  #cut = "small";
  #fanned;
  #carried = {dx: 0, dy: 0};

  /**
   * @param {HTMLElement} root
   * @param {Ruleset} ruleset
   * @param {(pile: string, cards: readonly string[]) => string} describe  a pile in words
   */
  constructor(root, ruleset, describe) {
    this.root = root;
    this.ruleset = ruleset;
    this.describe = describe;
    this.#fanned = ruleset.fanned;
    root.dataset.family = ruleset.family;
    this.#lay();
    const foundations = Object.keys(this.layout.spots).filter((name) => name.startsWith("f")).length;
    for (const [name, spot] of Object.entries(this.layout.spots)) {
      const pile = makePile(name, spot, ruleset.family, foundations);
      this.#piles.set(name, pile);
      this.#held[name] = [];
      root.append(pile.el);
    }
    this.#placePiles();
    new ResizeObserver(() => this.relay()).observe(root);
    document.addEventListener("settings", () => this.#redress());
  }

  /** The piles' names, in the order of the layout. */
  get names() {
    return [...this.#piles.keys()];
  }

  /** @param {boolean} fanned  every pile fanned, whatever the edition's own look */
  set fanned(fanned) {
    this.#fanned = fanned;
    this.relay();
  }

  /** The reader chose another back or the other hand. */
  #redress() {
    for (const card of Object.values(this.#held).flat()) if (card.text === "##") redrawCard(card, this.#cut);
    this.relay();
  }

  /** @param {number} ply  the newest acknowledged ply */
  set ply(ply) {
    this.root.dataset.ply = String(ply);
  }

  /** @param {string} name */
  pile(name) {
    return this.#piles.get(name)?.el ?? null;
  }

  /**
   * @param {string} name
   * @param {number} index
   */
  card(name, index) {
    return this.#held[name]?.[index]?.el ?? null;
  }

  /**
   * The place that a pile's element, or a card in it, stands for. Where only top cards move, the whole pile means its top.
   *
   * @param {HTMLElement} pile
   * @param {Element | null} card
   * @returns {{pile: string, index: number}}
   */
  placeAt(pile, card) {
    const name = pile.dataset.pile ?? "";
    const held = this.#held[name] ?? [];
    const pressed = this.ruleset.family === "alternations" ? held.findIndex(({el}) => el === card) : -1;
    return {pile: name, index: pressed >= 0 ? pressed : held.length - 1};
  }

  /** The box of every pile with its cards, from the table's corner. */
  boxes() {
    return this.names.map((name) => {
      const {x, y} = this.layout.spots[name];
      const {top, height} = extentOf(this.layout, name, this.view[name] ?? []);
      return {name, x, y: y + top, w: this.layout.cardW, h: height};
    });
  }

  /**
   * How much of the most covered card of a pile can be seen, in CSS pixels.
   *
   * @param {string} name
   */
  smallestStep(name) {
    const offsets = offsetsOf(this.layout.spots[name], this.view[name] ?? []);
    return Math.min(...offsets.slice(1).map((offset, i) => Math.abs(offset - offsets[i])));
  }

  /** Measure and place everything anew, without motion. */
  relay() {
    const cut = this.#cut;
    this.#lay();
    this.#placePiles();
    if (cut !== this.#cut) for (const card of Object.values(this.#held).flat()) redrawCard(card, this.#cut);
    this.draw(this.view, "place");
  }

  /**
   * Show a view.
   *
   * @param {View} view
   * @param {"travel" | "place" | "deal"} [how]  cards travel; lie there at once; come from the dealer's hand
   */
  draw(view, how = "travel") {
    const moving = how !== "place" && !isCalm();
    const {placed, left} = reconcile(this.#held, (card) => card.text, view);
    for (const card of left) card.el.remove();
    this.view = view;
    let dealt = 0;
    const dealer = how === "deal" ? {x: this.root.clientWidth / 2, y: this.root.clientHeight} : {x: NaN, y: NaN};
    for (const [name, cards] of Object.entries(placed)) {
      const pile = this.#piles.get(name);
      if (!pile) continue;
      const offsets = offsetsOf(this.layout.spots[name], view[name]);
      this.#held[name] = cards.map((known, index) => {
        const card = known ?? makeCard(dealer);
        if (card.text !== view[name][index]) showCard(card, view[name][index], this.#cut, Boolean(known) && moving);
        this.#put(card, name, offsets[index], moving ? (how === "deal" ? 6 * dealt++ : 0) : null);
        return card;
      });
      orderCards(pile, this.#held[name]);
      describePile(pile, name, view[name], this.layout, this.describe(name, view[name]));
    }
    // What came to lie on the lifted cards would be dropped instead of them.
    const held = this.#held[this.lifted[0]?.pile]?.slice(-this.lifted.length) ?? [];
    if (held.some((card, i) => card !== this.lifted[i])) this.settle();
  }

  /**
   * Take the top cards of a pile off the table, to follow the finger.
   *
   * @param {string} name
   * @param {number} count
   */
  lift(name, count) {
    this.settle();
    this.lifted = (this.#held[name] ?? []).slice(-count);
    for (const card of this.lifted) card.el.classList.add("lifted");
    this.#piles.get(name)?.el.classList.add("lifting");
  }

  /**
   * @param {number} dx  from where the cards lay
   * @param {number} dy
   */
  carry(dx, dy) {
    this.#carried = {dx, dy};
    for (const card of this.lifted) {
      const spot = this.layout.spots[card.pile];
      card.el.style.translate = `${card.x - spot.x + dx}px ${card.y - spot.y + dy}px`;
    }
  }

  /** Where the lowest lifted card is held, from the table's corner. */
  get liftedBox() {
    const [card] = this.lifted;
    const {cardW, cardH} = this.layout;
    return {x: card.x + this.#carried.dx, y: card.y + this.#carried.dy, w: cardW, h: cardH};
  }

  /** Let what is lifted glide back to where it lies. */
  settle() {
    const cards = this.lifted;
    this.lifted = [];
    for (const card of cards) this.#put(card, card.pile, null, isCalm() ? null : 0, this.#carried);
    this.#land(cards);
  }

  /**
   * Show which piles would take what is held.
   *
   * @param {Iterable<string>} names
   * @param {string | null} [source]
   */
  mark(names, source = null) {
    const targets = new Set(names);
    for (const [name, pile] of this.#piles) {
      pile.el.classList.toggle("target", targets.has(name));
      pile.el.classList.toggle("picked", name === source);
    }
  }

  #lay() {
    const {clientWidth, clientHeight} = this.root;
    const box = {width: clientWidth || 344, height: clientHeight || 560, fanned: this.#fanned, mirrored: setting("hand") === "left"};
    this.layout = layTable(this.ruleset.family, box);
    this.#cut = cutFor(this.layout.cardW, this.#fanned || this.ruleset.family === "alternations");
    this.root.style.setProperty("--card-w", `${this.layout.cardW}px`);
    this.root.style.setProperty("--card-h", `${this.layout.cardH}px`);
  }

  #placePiles() {
    for (const [name, pile] of this.#piles) {
      const {x, y} = this.layout.spots[name];
      pile.el.style.left = `${x}px`;
      pile.el.style.top = `${y}px`;
    }
  }

  /**
   * Lay a card on its place.
   *
   * @param {Card} card
   * @param {string} name
   * @param {number | null} offset  null: as it lay
   * @param {number | null} delay  of the travel; null: no travel
   * @param {{dx: number, dy: number}} [carried]
   */
  #put(card, name, offset, delay, carried) {
    const spot = this.layout.spots[name];
    const x = spot.x;
    const y = offset === null ? card.y : spot.y + offset;
    const isLifted = this.lifted.includes(card);
    if (isLifted && card.pile === name && card.x === x && card.y === y) return;
    const still = card.pile === name && card.x === x && card.y === y && !carried && !isLifted;
    if (still) return;
    const held = carried ?? (isLifted ? this.#carried : null);
    const from = held
      ? {x: card.x + held.dx, y: card.y + held.dy}
      : card.el.isConnected && card.el.getAnimations().length > 0
        ? seenAt(card.el, this.root)
        : {x: card.x, y: card.y};
    if (isLifted) this.#land([card]);
    const pile = /** @type {Pile} */ (this.#piles.get(name));
    if (card.pile !== name) pile.el.append(card.el);
    card.pile = name;
    card.x = x;
    card.y = y;
    card.el.style.translate = `0px ${y - spot.y}px`;
    if (delay === null || Number.isNaN(from.x)) return;
    pile.arriving++;
    pile.el.classList.add("arriving");
    travel(card.el, {dx: from.x - x, dy: from.y - y}, delay).then(() => {
      if (--pile.arriving === 0) pile.el.classList.remove("arriving");
    });
  }

  /** @param {Card[]} cards */
  #land(cards) {
    this.lifted = this.lifted.filter((card) => !cards.includes(card));
    for (const card of cards) {
      card.el.classList.remove("lifted");
      this.#piles.get(card.pile)?.el.classList.remove("lifting");
    }
  }
}
