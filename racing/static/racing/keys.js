/**
 * The table by keyboard. Arrows go from pile to pile as they lie; Enter picks and drops; letters act.
 *
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {object} KeyWishes
 * @property {(pile: string) => boolean} pick  pick up from the pile, if something there can move
 * @property {(step: 1 | -1) => void} change  one card more of what is picked up, or one fewer
 * @property {(target: string) => void} dropOn  what is picked up
 * @property {(pile: string) => void} best  the best place for the pile's top
 * @property {(pile: string) => void} home  to its foundation
 * @property {(held: boolean) => void} cancel  held: something was picked up
 * @property {(action: string) => void} act  redeal, takeback, draw, hint, preview, help
 * @property {(number: string) => boolean} number  a typed number; false: it only moves the focus
 * @property {() => boolean} isActive  whether the table is to be played now
 */

/** A number of two digits has to be typed within this time, unless another key says sooner that it is all. */
const SECOND_DIGIT_MS = 550;
const ACTIONS = new Map([["r", "redeal"], ["u", "takeback"], ["d", "draw"], ["h", "hint"], ["p", "preview"], ["?", "help"]]);
/** Cards as they are called in Clock: the hour of a rank. */
const HOUR_LETTERS = new Map([["a", "1"], ["t", "10"], ["j", "11"], ["q", "12"], ["k", "13"]]);

/** These are pressed together with others: where digits are typed with Shift, between them too. */
const SHIFTING = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Fn"]);

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
    document.addEventListener("pointerdown", () => this.#settle(), {capture: true});
    document.addEventListener("focusin", () => this.#settle(false), {capture: true});
    table.root.addEventListener("focusin", (event) => {
      const pile = event.target instanceof HTMLElement ? event.target.closest("[data-pile]") : null;
      if (pile instanceof HTMLElement) this.#rove(pile.dataset.pile ?? "");
    });
    this.#rove(["o", "1"].find((name) => table.pile(name)) ?? table.names[0]);
  }

  /** What was picked is picked no more. */
  release() {
    if (this.#picked === null) return;
    this.#picked = null;
    this.table.mark([]);
  }

  /** What was typed for a table that is another by now means nothing. */
  forget() {
    clearTimeout(this.#timer);
    this.#typed = "";
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    const key = event.key;
    if (SHIFTING.has(key) || !this.wishes.isActive() || isTyping(event)) return;
    // A finger that rests on a key means one move. Only arrows run.
    if (event.repeat && !key.startsWith("Arrow")) {
      if (key === " " && this.#isOnTable) event.preventDefault();
      return;
    }
    if (!/^\d$/.test(key)) this.#settle();
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") this.wishes.act("takeback");
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (!this.#handle(key)) return;
    event.preventDefault();
  }

  get #isOnTable() {
    return this.table.root.contains(document.activeElement);
  }

  /** @param {string} key */
  #handle(key) {
    const onTable = this.#isOnTable;
    const letter = key.toLowerCase();
    if (key.startsWith("Arrow") && (onTable || document.activeElement === document.body)) {
      this.#focus(onTable ? this.#neighbour(key) : this.#focused);
    } else if ((key === "Enter" || key === " ") && onTable) this.#press();
    else if (key === "Escape") {
      const held = this.#picked !== null;
      this.release();
      this.wishes.cancel(held);
    } else if ((key === "+" || key === "-") && this.#picked !== null) {
      this.wishes.change(key === "+" ? 1 : -1);
    } else if (letter === "f" && this.table.ruleset.family !== "clock") {
      const pile = this.#picked ?? this.#focused;
      this.release();
      this.wishes.home(pile);
    } else if (this.table.ruleset.family === "clock" && HOUR_LETTERS.has(letter)) {
      this.wishes.number(HOUR_LETTERS.get(letter) ?? "");
    } else if (letter === "w" && this.table.pile("w")) this.#focus("w");
    else if (ACTIONS.has(letter)) {
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
      this.wishes.dropOn(pile);
    } else if (this.wishes.pick(pile)) this.#picked = pile;
  }

  /**
   * Digits make a pile's number. One that could go on waits for its second digit, or for whatever else comes first.
   *
   * @param {string} digit
   */
  #type(digit) {
    if (!this.table.pile(this.#typed + digit)) this.#settle();
    clearTimeout(this.#timer);
    const typed = this.#typed + digit;
    if (!this.table.pile(typed)) return;
    this.#typed = typed;
    const mayGoOn = this.table.names.some((name) => name.length > typed.length && name.startsWith(typed));
    if (mayGoOn) this.#timer = setTimeout(() => this.#settle(), SECOND_DIGIT_MS);
    else this.#settle();
  }

  /**
   * What was typed is all.
   *
   * @param {boolean} [mayFocus]  whether the focus may follow; it does not come back from where it has gone
   */
  #settle(mayFocus = true) {
    const number = this.#typed;
    this.forget();
    if (!number || !this.wishes.isActive() || this.wishes.number(number)) return;
    if (mayFocus) this.#focus(number);
    else this.#rove(number);
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

/**
 * Whether keys are meant for something else: a field, or a dialog over the table, wherever in it the focus is.
 *
 * @param {KeyboardEvent} event
 */
function isTyping(event) {
  const element = event.target instanceof Element ? event.target : null;
  return Boolean(element?.closest("input, textarea, select, [contenteditable]") ?? document.querySelector("dialog[open]"));
}
