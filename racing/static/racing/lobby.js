/**
 * Before the race: the link to share, who is there, who is ready, and the start.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").RoomData} RoomData
 */
import {find, setText} from "./dom.js";
import {fill, gettext, ngettext, number} from "./i18n.js";

export class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {RoomData} data
   * @param {(command: {do: string, [field: string]: unknown}) => void} say
   */
  constructor(root, data, say) {
    this.root = root;
    this.say = say;
    this.#copying(data.share_url);
    this.#on("ready", (button) => say({do: "ready", ready: button.getAttribute("aria-pressed") !== "true"}));
    this.#on("start", () => say({do: "start"}));
  }

  /**
   * @param {Race} race
   * @param {number | null} you
   */
  draw(race, you) {
    const me = race.entrants.find((entrant) => entrant.id === you);
    const ready = race.entrants.filter((entrant) => entrant.ready).length;
    const here = race.entrants.length;
    const readyButton = this.root.querySelector("[data-action=ready]");
    if (readyButton instanceof HTMLButtonElement) {
      readyButton.hidden = !me;
      readyButton.setAttribute("aria-pressed", String(Boolean(me?.ready)));
      setText(readyButton, me?.ready ? gettext("Ready – tap to wait") : gettext("I’m ready"));
    }
    const start = this.root.querySelector("[data-action=start]");
    if (start instanceof HTMLButtonElement) {
      start.hidden = !me || race.host !== you;
      start.disabled = here < race.min;
    }
    for (const join of this.root.querySelectorAll("[data-join]")) {
      if (join instanceof HTMLElement) join.hidden = Boolean(me) || here >= race.max;
    }
    for (const leave of this.root.querySelectorAll("[data-leave]")) {
      if (leave instanceof HTMLElement) leave.hidden = !me;
    }
    setText(find(this.root, "[data-lobby-says]"), lobbySays(race, here, ready));
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
 * @param {number} here
 * @param {number} ready
 */
function lobbySays(race, here, ready) {
  if (here < race.min) return gettext("Send the link to somebody. The race starts when all are ready.");
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
