/**
 * How the reader likes the table: kept in this browser, shown as attributes of the root element (`data-felt="blue"`), from
 * which the style sheets take everything that is only looks. early.js sets the same attributes before the first paint.
 *
 * A module that has to do something itself asks `setting("sound")`, and listens to `settings` on the document.
 *
 * @typedef {keyof typeof CHOICES} Setting
 */

/** What may be chosen; the first is the default, which needs no attribute. */
export const CHOICES = /** @type {const} */ ({
  theme: ["auto", "light", "dark", "contrast"],
  suits: ["two", "four"],
  felt: ["green", "blue", "wine"],
  back: ["diamonds", "waves", "stars"],
  hand: ["right", "left"],
  pace: ["normal", "quick", "calm", "none"],
  sound: ["on", "off"],
  autohome: ["off", "on"],
  reactions: ["on", "off"],
});

/** How long a card's way takes, as a part of the ordinary. */
const PACES = {normal: 1, quick: 0.6, calm: 1.8, none: 0};
const KEY = "settings";

/**
 * The kept text as settings: what is not known is left out, so that an older or a foreign text does no harm.
 *
 * @param {string | null} text
 * @returns {Partial<Record<Setting, string>>}
 */
export function parse(text) {
  /** @type {any} */
  let kept = null;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    // Not ours.
  }
  const known = Object.entries(CHOICES).filter(([name, values]) => /** @type {readonly string[]} */ (values).includes(kept?.[name]));
  return Object.fromEntries(known.map(([name]) => [name, kept[name]]));
}

/**
 * What is chosen now.
 *
 * @param {Setting} name
 * @returns {string}
 */
export function setting(name) {
  const shown = globalThis.document?.documentElement.dataset[name];
  return /** @type {readonly string[]} */ (CHOICES[name]).includes(shown ?? "") ? /** @type {string} */ (shown) : CHOICES[name][0];
}

/** The part of the ordinary time that motion takes: 0 for none. */
export function pace() {
  return PACES[/** @type {keyof typeof PACES} */ (setting("pace"))];
}

/**
 * Choose: shown at once, kept for the next visit, and told to whoever listens.
 *
 * @param {Setting} name
 * @param {string} value
 */
export function choose(name, value) {
  const root = document.documentElement;
  root.dataset[name] = value;
  if (name === "theme") paint();
  try {
    localStorage.setItem(KEY, JSON.stringify({...parse(localStorage.getItem(KEY)), [name]: value}));
  } catch {
    // Private windows keep nothing: the choice holds for this page.
  }
  document.dispatchEvent(new CustomEvent("settings", {detail: name}));
}

/** What of the colours follows the system as well as the choice. */
export function paint() {
  const asked = setting("theme");
  const strong = asked === "contrast" || (asked === "auto" && matchMedia("(prefers-contrast: more)").matches);
  document.documentElement.toggleAttribute("data-contrast", strong);
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", ground);
}
