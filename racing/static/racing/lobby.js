/**
 * Before the race: the link to share, who is there, who is ready, and the start. In a challenge and a day's deal: what is
 * at stake, and the button with which the own time begins.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").RoomData} RoomData
 */
import {find, setText} from "./dom.js";
import {fill, gettext, ngettext, number} from "./i18n.js";
import {isAlone} from "./stage.js";
import {termText} from "./term.js";

export class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {RoomData} data
   * @param {(command: {do: string, [field: string]: unknown}) => void} say
   */
  constructor(root, data, say) {
    this.root = root;
    this.#copying(data.share_url);
    this.#on("ready", (button) => say({do: "ready", ready: button.getAttribute("aria-pressed") !== "true"}));
    this.#on("start", () => say({do: "start"}));
    this.#on("begin", () => say({do: "begin"}));
  }

  /**
   * @param {Race} race
   * @param {Entrant | null} me
   * @param {number} now  epoch ms by the server
   */
  draw(race, me, now) {
    const here = race.entrants.length;
    const alone = isAlone(race);
    // Against ghosts alone there is nobody to be ready for.
    const solo = race.ghosts.length > 0 && here === 1;
    this.#button("ready", me !== null && !alone && !solo, (button) => {
      button.setAttribute("aria-pressed", String(Boolean(me?.ready)));
      setText(button, me?.ready ? gettext("Ready – tap to wait") : gettext("I’m ready"));
    });
    this.#button("start", me !== null && !alone && race.host === me.id, (button) => {
      button.disabled = here < race.min;
      for (const [kind, on] of Object.entries({big: solo, second: !solo})) button.classList.toggle(kind, on);
    });
    this.#button("begin", me !== null && alone);
    this.#show("[data-join]", me === null && (race.kind === "daily" || here < race.max));
    this.#show("[data-leave]", me !== null);
    const full = me === null && race.kind !== "daily" && here >= race.max;
    setText(find(this.root, "[data-lobby-says]"), full ? gettext("Every place in this race is taken. You can watch.") : lobbySays(race, me));
    const term = this.root.querySelector("[data-term]");
    if (term) setText(term, termText(race, now));
    const short = this.root.querySelector("[data-short]");
    if (short instanceof HTMLElement) {
      short.hidden = race.short_code === null;
      setText(find(short, "[data-short-code]"), race.short_code ?? "");
    }
  }

  /**
   * @param {string} action
   * @param {boolean} isThere
   * @param {(button: HTMLButtonElement) => void} [fillIn]
   */
  #button(action, isThere, fillIn) {
    const button = this.root.querySelector(`[data-action=${action}]`);
    if (!(button instanceof HTMLButtonElement)) return;
    button.hidden = !isThere;
    fillIn?.(button);
  }

  /**
   * @param {string} selector
   * @param {boolean} isThere
   */
  #show(selector, isThere) {
    for (const element of this.root.querySelectorAll(selector)) {
      if (element instanceof HTMLElement) element.hidden = !isThere;
    }
  }

  /** @param {string} url */
  #copying(url) {
    const button = find(this.root, "[data-action=copy-link]");
    const field = /** @type {HTMLInputElement} */ (find(this.root, "[data-share-url]"));
    const share = this.root.querySelector("[data-action=share]");
    field.addEventListener("focus", () => field.select());
    button.addEventListener("click", async () => {
      setText(button, (await copy(url, field)) ? gettext("Copied") : gettext("Select and copy"));
      setTimeout(() => setText(button, gettext("Copy link")), 2000);
    });
    if (share instanceof HTMLElement && "share" in navigator) {
      share.hidden = false;
      // Whoever closes the sheet without sharing has done nothing wrong.
      share.addEventListener("click", () => navigator.share({title: document.title, url}).catch(() => undefined));
    }
  }

  /**
   * @param {string} action
   * @param {(button: Element) => void} run
   */
  #on(action, run) {
    for (const button of this.root.querySelectorAll(`[data-action=${action}]`)) {
      button.addEventListener("click", () => run(button));
    }
  }
}

/**
 * @param {Race} race
 * @param {Entrant | null} me
 */
function lobbySays(race, me) {
  if (isAlone(race)) {
    return me ? gettext("Your time starts when you begin. One attempt counts.") : gettext("Everybody plays when it suits. One attempt counts.");
  }
  const here = race.entrants.length;
  if (!me) return gettext("A name is enough to join. The race starts when all are ready.");
  if (race.ghosts.length > 0 && here === 1) return gettext("Start when you like: the ghost is ready. Or send the link to somebody.");
  if (here < race.min) return gettext("Send the link to somebody. The race starts when all are ready.");
  const ready = race.entrants.filter((entrant) => entrant.ready).length;
  const counted = fill(ngettext("%(ready)s of %(here)s racer is ready.", "%(ready)s of %(here)s racers are ready.", here), {
    ready: number(ready),
    here: number(here),
  });
  return `${counted} ${gettext("The race starts when all are ready.")}`;
}

/**
 * Without https (a friend's address in the same network) there is no clipboard; selecting still works everywhere.
 *
 * @param {string} text
 * @param {HTMLInputElement} field
 */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
