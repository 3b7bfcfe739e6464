/**
 * The start of a race cannot be missed: the title of the page counts down, and there is a sound (sound.js, which is loaded
 * when a countdown begins, unless sound is off).
 *
 * @typedef {import("./types.js").Race} Race
 */
import {arriving} from "./arriving.js";
import {gettext} from "./i18n.js";
import {setting} from "./settings.js";

/** How long the title says that it has started, to somebody who looks elsewhere. */
const BLINK_MS = 900;
/** A start that is longer ago is no news: the page was opened later. */
const FRESH_MS = 3000;

/** When the page has all that it waits for itself. */
function loaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((done) => addEventListener("load", () => done(undefined), {once: true}));
}

export class Notice {
  #title = document.title;
  #counted = 0;
  #isArmed = false;
  /** @type {Promise<typeof import("./sound.js")> | null} */
  #sound = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #blinking;

  constructor() {
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#calm());
  }

  /**
   * @param {Race} race
   * @param {number | null} seconds  left to the start
   * @param {number} now  epoch ms by the server
   */
  draw(race, seconds, now) {
    if (race.kind !== "race") return;
    if (race.status === "open" || race.status === "countdown") this.#arm();
    if (seconds !== null && race.status === "countdown") {
      document.title = `${seconds} · ${this.#title}`;
      if (seconds !== this.#counted && seconds <= 3) this.#sound?.then((sound) => sound.tick());
      this.#counted = seconds;
    } else if (this.#counted > 0) {
      this.#counted = 0;
      this.#calm();
      if (race.starts_at !== null && now - race.starts_at < FRESH_MS) this.#started();
    }
  }

  #arm() {
    if (this.#isArmed || setting("sound") === "off") return;
    this.#isArmed = true;
    this.#sound = loaded().then(() => arriving(() => import("./sound.js")));
    this.#sound.then((sound) => sound.arm());
  }

  #started() {
    this.#sound?.then((sound) => sound.started());
    if (document.visibilityState === "visible") return;
    const words = gettext("The race has started!");
    document.title = words;
    this.#blinking = setInterval(() => {
      document.title = document.title === words ? this.#title : words;
    }, BLINK_MS);
  }

  #calm() {
    clearInterval(this.#blinking);
    document.title = this.#title;
  }
}
