/**
 * Giving up: asked once, and for a few seconds taken back with one press.
 *
 * @typedef {import("./types.js").Entrant} Entrant
 */
import {find, setText} from "./dom.js";
import {fill, gettext, number} from "./i18n.js";
import {canUndo} from "./stage.js";

export class Resigning {
  #toast;
  #openers;
  #dialog = /** @type {HTMLDialogElement} */ (find(document, "[data-resigning]"));

  /**
   * @param {ParentNode} room
   * @param {(command: {do: string}) => void} say
   */
  constructor(room, say) {
    this.#toast = find(room, "[data-undo]");
    this.#openers = /** @type {NodeListOf<HTMLElement>} */ (room.querySelectorAll("[data-action=resign]"));
    for (const opener of this.#openers) {
      opener.addEventListener("click", () => this.#dialog.showModal());
    }
    find(this.#dialog, "[data-action=resign-confirm]").addEventListener("click", () => say({do: "resign"}));
    find(this.#toast, "[data-action=unresign]").addEventListener("click", () => say({do: "unresign"}));
  }

  /**
   * @param {Entrant | null} me
   * @param {number} now  epoch ms by the server
   * @returns {boolean}  whether it can be taken back just now
   */
  draw(me, now) {
    const open = canUndo(me, now);
    const over = me !== null && me.outcome !== null;
    for (const opener of this.#openers) opener.hidden = over;
    if (over && this.#dialog.open) this.#dialog.close();
    this.#toast.hidden = !open;
    if (open && me?.undo_until) {
      const seconds = Math.ceil((me.undo_until - now) / 1000);
      setText(find(this.#toast, "[data-undo-left]"), fill(gettext("%(seconds)s s"), {seconds: number(seconds)}));
    }
    return open;
  }
}
