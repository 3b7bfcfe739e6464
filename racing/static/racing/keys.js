/**
 * The table by keyboard. Arrows go from pile to pile as they lie; Enter picks and drops; letters act.
 *
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {object} KeyWishes
 * @property {(pile: string) => boolean} pick  pick up from the pile, if something there can move
 * @property {(source: string, target: string) => void} dropOn
 * @property {(pile: string) => void} best  the best place for the pile's top
 * @property {(pile: string) => void} home  to its foundation
 * @property {() => void} cancel
 * @property {(action: string) => void} act  redeal, takeback, draw, hint, preview, help
 * @property {(number: string) => boolean} number  a typed number; false: it only moves the focus
 * @property {() => boolean} isActive  whether the table is to be played now
 */

/** A pile's number of two digits has to be typed within this time. */
const SECOND_DIGIT_MS = 550;
const ACTIONS = new Map([["r", "redeal"], ["u", "takeback"], ["d", "draw"], ["h", "hint"], ["p", "preview"], ["?", "help"]]);
/** Cards as they are called in Clock: the hour of a rank. */
const HOUR_LETTERS = new Map([["a", "1"], ["t", "10"], ["j", "11"], ["q", "12"], ["k", "13"]]);

export class Keys {
  #focused = "";
  /** @type {string | null} */
  #picked = null;
  #typed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Table} table
   * @param {KeyWishes} wishes
   */
  constructor(table, wishes) {
    this.table = table;
    this.wishes = wishes;
    document.addEventListener("keydown", (event) => this.#down(event));
    table.root.addEventListener("focusin", (event) => {
      const pile = event.target instanceof HTMLElement ? event.target.closest("[data-pile]") : null;
      if (pile instanceof HTMLElement) this.#rove(pile.dataset.pile ?? "");
    });
    this.#rove(table.names.find((name) => name === "1") ?? table.names[0]);
  }

  /** What was picked is picked no more. */
  release() {
    this.#picked = null;
    this.table.mark([]);
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    if (!this.wishes.isActive() || isTyping(event)) return;
    const key = event.key;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") this.wishes.act("takeback");
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (!this.#handle(key)) return;
    event.preventDefault();
  }

  /** @param {string} key */
  #handle(key) {
    const onTable = this.table.root.contains(document.activeElement);
    const letter = key.toLowerCase();
    if (key.startsWith("Arrow") && (onTable || document.activeElement === document.body)) {
      this.#focus(onTable ? this.#neighbour(key) : this.#focused);
    } else if ((key === "Enter" || key === " ") && onTable) this.#press();
    else if (key === "Escape") {
      this.release();
      this.wishes.cancel();
    } else if (letter === "f" && this.table.ruleset.family !== "clock") {
      const pile = this.#picked ?? this.#focused;
      this.release();
      this.wishes.home(pile);
    } else if (this.table.ruleset.family === "clock" && HOUR_LETTERS.has(letter)) {
      this.wishes.number(HOUR_LETTERS.get(letter) ?? "");
    } else if (ACTIONS.has(letter)) {
      this.release();
      this.wishes.act(ACTIONS.get(letter) ?? "");
    } else if (/^\d$/.test(key)) this.#type(key);
    else return false;
    return true;
  }

  #press() {
    const pile = this.#focused;
    const picked = this.#picked;
    this.#picked = null;
    if (picked === pile) {
      this.table.mark([]);
      this.wishes.best(pile);
    } else if (picked !== null) {
      this.table.mark([]);
      this.wishes.dropOn(picked, pile);
    } else if (this.wishes.pick(pile)) this.#picked = pile;
  }

  /**
   * Digits make a pile's number. One that could go on waits for its second digit.
   *
   * @param {string} digit
   */
  #type(digit) {
    clearTimeout(this.#timer);
    const known = (/** @type {string} */ text) => this.table.pile(text) !== null;
    this.#typed = known(this.#typed + digit) ? this.#typed + digit : digit;
    if (!known(this.#typed)) {
      this.#typed = "";
      return;
    }
    const mayGoOn = this.table.names.some((name) => name.length > this.#typed.length && name.startsWith(this.#typed));
    if (mayGoOn) this.#timer = setTimeout(() => this.#typedOut(), SECOND_DIGIT_MS);
    else this.#typedOut();
  }

  #typedOut() {
    const number = this.#typed;
    this.#typed = "";
    if (number && !this.wishes.number(number)) this.#focus(number);
  }

  /** @param {string} name */
  #rove(name) {
    if (!this.table.pile(name)) return;
    this.table.pile(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = name;
    this.table.pile(name)?.setAttribute("tabindex", "0");
  }

  /** @param {string} name */
  #focus(name) {
    this.table.pile(name)?.focus({preventScroll: true});
  }

  /**
   * The nearest pile in the arrow's direction; what lies aside counts double.
   *
   * @param {string} key
   */
  #neighbour(key) {
    const boxes = this.table.boxes().filter(({name}) => !name.startsWith("u"));
    const here = boxes.find(({name}) => name === this.#focused);
    if (!here) return this.#focused;
    const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key] ?? [0, 0];
    let best = {name: this.#focused, far: Infinity};
    for (const box of boxes) {
      const x = box.x - here.x;
      const y = box.y - here.y;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = ahead + 2 * aside;
      if (ahead > 4 && far < best.far) best = {name: box.name, far};
    }
    return best.name;
  }
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const element = event.target instanceof Element ? event.target : null;
  return Boolean(element?.closest("input, textarea, select, [contenteditable], dialog[open]"));
}
