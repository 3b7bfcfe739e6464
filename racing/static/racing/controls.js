/**
 * Buttons, slider, speeds and keys of a player.
 *
 * Hooks: [data-replay="play|pause|back|forward|first|last|scrub|speed|redeal-back|redeal-forward"].
 *
 * @typedef {import("./player.js").Player} Player
 */
import {find} from "./dom.js";
import {fill, gettext, number} from "./i18n.js";
import {SPEEDS} from "./player.js";

export class Controls {
  #scrub;
  #speed;

  /**
   * @param {HTMLElement} root
   * @param {Player} player
   * @param {Record<string, () => void>} [more]  further buttons by name
   * @param {Record<string, string>} [moreKeys]  key to button, beside the usual ones
   */
  constructor(root, player, more = {}, moreKeys = {}) {
    this.root = root;
    this.player = player;
    this.#scrub = /** @type {HTMLInputElement} */ (find(root, "[data-replay=scrub]"));
    this.#speed = /** @type {HTMLSelectElement} */ (find(root, "[data-replay=speed]"));
    /** Where somebody has drawn the slider already, or the browser put it back: there it goes on. */
    this.found = Math.round((Number(this.#scrub.value) / Number(this.#scrub.max)) * player.length);
    /** @type {Record<string, () => void>} */
    const actions = {
      play: () => player.play(),
      pause: () => player.pause(),
      back: () => player.step(-1),
      forward: () => player.step(1),
      first: () => player.seek(0),
      last: () => player.seek(player.length),
      ...more,
    };
    for (const [name, run] of Object.entries(actions)) {
      for (const button of root.querySelectorAll(`[data-replay=${name}]`)) button.addEventListener("click", () => this.#press(name, run));
    }
    for (const value of SPEEDS) this.#speed.append(new Option(`${number(value)}×`, String(value)));
    this.#speed.addEventListener("change", () => player.setSpeed(Number(this.#speed.value)));
    this.#scrub.addEventListener("input", () => {
      player.pause();
      player.seek(Number(this.#scrub.value));
    });
    const keys = keysOf(player, actions, moreKeys);
    document.addEventListener("keydown", (event) => {
      const typing = event.target instanceof Element && event.target.closest("select, input, summary, a, dialog[open]");
      const onButton = event.target instanceof HTMLButtonElement && event.key === " ";
      if (event.ctrlKey || event.metaKey || event.altKey || typing || onButton || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  /** Show where the player stands. */
  draw() {
    const {at, length, playing, speed} = this.player;
    this.#scrub.max = String(length);
    this.#scrub.value = String(at);
    const said = fill(gettext("Move %(ply)s of %(all)s"), {ply: number(at), all: number(length)});
    this.#scrub.setAttribute("aria-valuetext", said);
    this.#speed.value = String(speed);
    this.root.dataset.playing = String(playing);
    find(this.root, "[data-replay=play]").hidden = playing;
    find(this.root, "[data-replay=pause]").hidden = !playing;
  }

  /**
   * @param {string} name
   * @param {() => void} run
   */
  #press(name, run) {
    run();
    // The pressed button has just been exchanged for the other one: keep the focus where the hand is.
    const exchanged = name === "play" || name === "pause";
    if (exchanged) find(this.root, `[data-replay=${this.player.playing ? "pause" : "play"}]`).focus();
  }
}

/**
 * @param {Player} player
 * @param {Record<string, () => void>} actions
 * @param {Record<string, string>} more
 * @returns {Record<string, () => void>}
 */
function keysOf(player, actions, more) {
  return {
    " ": () => player.toggle(),
    k: () => player.toggle(),
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    Home: actions.first,
    End: actions.last,
    "+": () => player.shift(1),
    ArrowUp: () => player.shift(1),
    "-": () => player.shift(-1),
    ArrowDown: () => player.shift(-1),
    ...Object.fromEntries(Object.entries(more).map(([key, name]) => [key, actions[name]])),
  };
}
