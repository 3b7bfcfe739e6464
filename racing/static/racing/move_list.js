/**
 * The moves of an attempt as a list, each with the time it took; pressing one goes there.
 *
 * Hooks: [data-move="17"] is a line, .now the one at which the replay stands.
 *
 * @typedef {import("./replay.js").Replay} Replay
 */
import {make} from "./dom.js";
import {clockText, fill, gettext, number} from "./i18n.js";

export class MoveList {
  /** @type {HTMLElement[]} */
  #lines;
  /** @type {HTMLElement | null} */
  #now = null;

  /**
   * @param {HTMLElement} root  an ordered list
   * @param {Replay} replay
   * @param {(ply: number) => void} go
   */
  constructor(root, replay, go) {
    this.root = root;
    this.#lines = replay.data.plies.map(({move, slip}, i) => {
      const took = clockText(replay.took(i + 1), true);
      const button = make(
        "button",
        {type: "button", class: "move", title: fill(gettext("Took %(time)s"), {time: took})},
        make("span", {class: "move-number"}, number(i + 1)),
        make("span", {class: "move-text"}, slip ? `${move.replace("?", "")} ?` : move),
        make("span", {class: "move-time"}, took),
      );
      return make("li", {"data-move": String(i + 1), class: move === "r" ? "redeal" : ""}, button);
    });
    root.replaceChildren(...this.#lines);
    root.addEventListener("click", ({target}) => {
      const line = target instanceof Element ? target.closest("[data-move]") : null;
      if (line instanceof HTMLElement) go(Number(line.dataset.move));
    });
  }

  /** @param {number} at */
  draw(at) {
    this.#now?.classList.remove("now");
    this.#now?.removeAttribute("aria-current");
    this.#now = this.#lines[at - 1] ?? null;
    this.#now?.classList.add("now");
    this.#now?.setAttribute("aria-current", "step");
    const line = this.#now;
    // Only the list scrolls, never the page.
    const {root} = this;
    const top = line ? line.offsetTop - root.clientHeight / 2 : 0;
    if (!line || line.offsetTop < root.scrollTop || line.offsetTop + 2 * line.offsetHeight > root.scrollTop + root.clientHeight) root.scrollTop = top;
  }
}
