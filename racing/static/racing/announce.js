/**
 * What is said to the player: why something was refused, on the screen and to a screen reader; and what happened, to a
 * screen reader alone.
 */
import {find, make} from "./dom.js";

/** Long enough to read two lines; the next move takes it away sooner. */
const SHOWN_MS = 5000;

export class Announcer {
  #refusal = find(document, "[data-refusal]");
  #polite = find(document, "[data-announce]");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string[]} */
  #waiting = [];

  /** @param {string} sentence */
  refuse(sentence) {
    this.#show(sentence, false);
  }

  /**
   * Say what was asked for, where refusals are said.
   *
   * @param {string} sentence
   */
  answer(sentence) {
    this.#show(sentence, true);
  }

  /**
   * @param {string} sentence
   * @param {boolean} wanted
   */
  #show(sentence, wanted) {
    clearTimeout(this.#timer);
    this.#refusal.textContent = sentence;
    this.#refusal.classList.toggle("answer", wanted);
    this.#refusal.hidden = false;
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide() {
    this.#refusal.hidden = true;
  }

  /**
   * Say something without hurry. Sentences of one moment are said together.
   *
   * @param {string} sentence
   */
  say(sentence) {
    if (!sentence) return;
    this.#waiting.push(/[.!?…:]$/.test(sentence) ? sentence : `${sentence}.`);
    if (this.#waiting.length > 1) return;
    setTimeout(() => {
      // A paragraph of its own: the same words once more are news as well.
      this.#polite.replaceChildren(make("p", {}, this.#waiting.join(" ")));
      this.#waiting = [];
    }, 120);
  }
}
