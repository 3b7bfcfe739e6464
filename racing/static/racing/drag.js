/**
 * Mouse, pen and finger on the table: press, drag, drop, click, long press, hover. It knows piles and places, no rules.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {{pile: string, index: number}} Place
 *
 * @typedef {object} Wishes
 * @property {(place: Place) => number} grab  how many cards a drag from here takes; 0: none
 * @property {(pile: string, count: number) => string[]} targets  the piles that take them
 * @property {(place: Place) => void} click
 * @property {(pile: string, count: number, target: string | null) => void} drop
 * @property {(pile: string | null) => boolean} peek  show what lies in a pile, if that needs showing; null: no more
 */
import {snap} from "./snap.js";

/** Less than this is a trembling hand, not a drag. Fingers tremble more. */
const SLACK = {mouse: 4, pen: 5, touch: 8};
const LONG_PRESS_MS = 420;
const HOVER_MS = 450;

export class Drag {
  /** @type {{place: Place, x: number, y: number, id: number, count: number, type: string} | null} */
  #press = null;
  #dragging = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** In which piles light up. */
  #frame = 0;
  #peeking = false;
  #hovered = "";

  /**
   * @param {Table} table
   * @param {Wishes} wishes
   */
  constructor(table, wishes) {
    this.table = table;
    this.wishes = wishes;
    const {root} = table;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("pointerleave", () => this.#hover(""));
    root.addEventListener("contextmenu", (event) => this.#press && event.preventDefault());
    root.addEventListener("dragstart", (event) => event.preventDefault());
    // A screen reader's press comes as a click without any pointer.
    root.addEventListener("click", (event) => {
      const place = event.detail === 0 && this.#placeOf(event);
      if (place) wishes.click(place);
    });
  }

  /** Whether cards follow the finger just now. */
  get dragging() {
    return this.#dragging;
  }

  /** Give up what is under way. */
  cancel() {
    clearTimeout(this.#timer);
    this.#press = null;
    if (this.#dragging) {
      this.#dragging = false;
      this.#darken();
      this.table.settle();
    }
    this.#endPeek();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#press) return;
    const place = this.#placeOf(event);
    clearTimeout(this.#timer);
    this.#endPeek();
    if (!place) return;
    event.preventDefault(); // no selection, no image drag; the focus is set by hand below
    const {clientX: x, clientY: y, pointerId: id, pointerType: type} = event;
    this.#press = {place, x, y, id, type, count: this.wishes.grab(place)};
    this.table.root.setPointerCapture(id);
    // A mouse shows the pile by resting on it; pressing long is a slow click there.
    if (type !== "mouse") this.#timer = setTimeout(() => this.#startPeek(place.pile), LONG_PRESS_MS);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse") this.#hover(this.#placeOf(event)?.pile ?? "");
      return;
    }
    if (event.pointerId !== press.id) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    const slack = SLACK[/** @type {keyof typeof SLACK} */ (press.type)] ?? SLACK.mouse;
    if (!this.#dragging) {
      if (press.count === 0 || Math.hypot(dx, dy) < slack) return;
      clearTimeout(this.#timer);
      this.#endPeek();
      this.#dragging = true;
      this.table.lift(press.place.pile, press.count);
      this.#light(press.place.pile, press.count);
    }
    // The answer to an earlier move took the card away.
    if (this.table.lifted.length === 0) return this.cancel();
    this.table.carry(dx, dy);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    clearTimeout(this.#timer);
    this.#press = null;
    const peeked = this.#peeking;
    this.#endPeek();
    if (!this.#dragging) {
      if (!peeked) this.wishes.click(press.place);
      return;
    }
    this.#dragging = false;
    this.#darken();
    if (this.table.lifted.length === 0) return;
    const legal = new Set(this.wishes.targets(press.place.pile, press.count));
    const piles = this.table.boxes().filter(({name}) => name !== press.place.pile);
    this.wishes.drop(press.place.pile, press.count, snap(this.table.liftedBox, piles, legal));
  }

  /**
   * Show what would take the cards, a frame after they left: on a slow phone one frame is too short for both.
   *
   * @param {string} pile
   * @param {number} count
   */
  #light(pile, count) {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.table.mark(this.wishes.targets(pile, count), pile));
    });
  }

  #darken() {
    cancelAnimationFrame(this.#frame);
    this.table.mark([]);
  }

  /** @param {string} pile */
  #hover(pile) {
    if (pile === this.#hovered) return;
    this.#hovered = pile;
    clearTimeout(this.#timer);
    this.#endPeek();
    if (pile) this.#timer = setTimeout(() => this.#startPeek(pile), HOVER_MS);
  }

  /** @param {string} pile */
  #startPeek(pile) {
    this.#peeking = this.wishes.peek(pile);
  }

  #endPeek() {
    if (this.#peeking) this.wishes.peek(null);
    this.#peeking = false;
  }

  /**
   * @param {Event} event
   * @returns {Place | null}
   */
  #placeOf(event) {
    const element = event.target instanceof Element ? event.target : null;
    const pile = element?.closest("[data-pile]");
    return pile instanceof HTMLElement ? this.table.placeAt(pile, element?.closest(".card") ?? null) : null;
  }
}
