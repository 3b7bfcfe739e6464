/**
 * The player's own line: score, cards home, redeal, take back. Buttons that would be refused stay to be pressed: the
 * server's answer says why. Before the start and after one's own end nothing is asked, and so they look.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Ruleset} Ruleset
 */
import {find, setText} from "./dom.js";
import {fill, gettext, ngettext, number} from "./i18n.js";

/** Held so long, the redeal button shows what it would bring instead of doing it. */
const HOLD_MS = 350;

export class Bar {
  /** @type {State | null} */
  #state = null;
  /** @type {readonly string[]} */
  #legal = [];
  #open = false;

  /**
   * @param {HTMLElement} root
   * @param {Ruleset} ruleset
   * @param {(action: string) => void} act
   */
  constructor(root, ruleset, act) {
    this.root = root;
    this.ruleset = ruleset;
    for (const action of ["redeal", "takeback", "spread"]) {
      this.#button(action)?.addEventListener("click", () => act(action));
    }
    const redeal = this.#button("redeal");
    if (redeal instanceof HTMLElement) holding(redeal, () => act("preview"), () => act("preview-end"));
  }

  /**
   * @param {State} state
   * @param {readonly string[]} legal
   */
  draw(state, legal) {
    this.#state = state;
    this.#legal = legal;
    const clock = this.ruleset.family === "clock";
    this.#count("score", clock ? state.slips : state.score);
    this.#count("home", state.progress);
    this.#allowAll();
    setText(find(this.root, "[data-redeals-left]"), redealText(state));
  }

  /**
   * @param {boolean} open  whether moves are taken now
   * @param {number} progress  of one's own line, until there is a table
   */
  attend(open, progress) {
    if (!this.#state) this.#count("home", progress);
    this.#open = open;
    this.#allowAll();
  }

  /** @param {boolean} on */
  set spread(on) {
    this.#button("spread")?.setAttribute("aria-pressed", String(on));
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  #count(name, value) {
    setText(find(this.root, `[data-count=${name}]`), number(value));
  }

  #allowAll() {
    this.#allow("redeal", this.#open && this.#legal.includes("r"));
    this.#allow("takeback", this.#open && this.#state !== null && this.#state.may_take_back);
    this.#allow("hint", this.#open);
  }

  /**
   * @param {string} action
   * @param {boolean} allowed
   */
  #allow(action, allowed) {
    this.#button(action)?.setAttribute("aria-disabled", String(!allowed));
  }

  /** @param {string} action */
  #button(action) {
    return this.root.querySelector(`[data-action=${action}]`);
  }
}

/** @param {State} state */
function redealText(state) {
  const left = state.redeals_left;
  if (left === null) return state.redeals > 0 ? number(state.redeals) : "";
  return left === 0 ? gettext("none left") : fill(ngettext("%(count)s left", "%(count)s left", left), {count: number(left)});
}

/**
 * Let a button do something else while it is held; its click is swallowed then.
 *
 * @param {HTMLElement} button
 * @param {() => void} begin
 * @param {() => void} end
 */
function holding(button, begin, end) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let held = false;
  const stop = () => {
    clearTimeout(timer);
    if (held) end();
  };
  button.addEventListener("pointerdown", () => {
    held = false;
    timer = setTimeout(() => {
      held = true;
      begin();
    }, HOLD_MS);
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(type, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => held && event.detail > 0 && event.stopImmediatePropagation(), {capture: true});
}
