/**
 * Where the focus goes when what had it is shown no more: keys and screen readers would else begin again at the top of the
 * page. A focus that is on something is never moved.
 */

/** What matters, the first that is shown. A table matters once its cards lie. */
const PLACES = [
  "[data-undo] button",
  "[data-result-title]:not(:empty)",
  ".cancelled h2",
  '[data-stage="running"] [data-table][data-ply] [data-pile][tabindex="0"]',
];

export class Attention {
  /** @type {Element | null} */
  #last = null;

  constructor() {
    document.addEventListener("focusin", ({target}) => (this.#last = target instanceof Element ? target : null));
    // A dialog gives the focus back to what may have gone meanwhile.
    document.addEventListener("close", () => this.turn(), {capture: true});
  }

  /** Turn to what matters now, if what was turned to has gone. */
  turn() {
    const {activeElement: now, body} = document;
    if (!this.#last || this.#last.checkVisibility() || (now && now !== body && now.checkVisibility())) return;
    for (const place of PLACES) {
      const element = document.querySelector(place);
      if (element instanceof HTMLElement && element.checkVisibility()) return element.focus({preventScroll: true});
    }
  }
}
