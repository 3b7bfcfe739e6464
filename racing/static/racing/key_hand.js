/**
 * Cards picked up and laid down by keys, and what is told to those who cannot see where they could go.
 *
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./notation.js").ShiftMove} ShiftMove
 *
 * @typedef {object} Seated
 * @property {Hand} hand
 * @property {Table} table
 * @property {(pile: string) => string} name  a pile in words
 * @property {(sentence: string) => void} say
 * @property {(move: string) => void} play
 */
import {placeOf, shiftsFrom} from "./choose.js";
import {fill, gettext, ngettext, number} from "./i18n.js";
import {isFoundation, shiftText} from "./notation.js";
import {shake} from "./travel.js";

export class KeyHand {
  #seated;
  #pile = "";
  /** @type {string | undefined} */
  #card;
  /** How many cards; null: as many as the place takes. @type {number | null} */
  #count = null;

  /** @param {Seated} seated */
  constructor(seated) {
    this.#seated = seated;
  }

  /** Whether the card that was picked up still lies on its pile. */
  get holds() {
    return this.#card !== undefined && this.#top(this.#pile) === this.#card;
  }

  /**
   * @param {string} pile
   * @returns {boolean} false: nothing there can move
   */
  pick(pile) {
    this.#pile = pile;
    this.#card = this.#top(pile);
    this.#count = null;
    if (this.#shifts().length === 0) {
      this.#stays(pile);
      return false;
    }
    this.#tell(gettext("Picked up. It can go to: %(piles)s"));
    return true;
  }

  /**
   * One card more of those that can go together, or one fewer.
   *
   * @param {1 | -1} step
   */
  change(step) {
    const counts = [...new Set(this.#shifts().map(({count}) => count))].toSorted((a, b) => a - b);
    const at = this.#count === null ? counts.length - 1 : counts.indexOf(this.#count);
    const count = counts[Math.max(0, Math.min(counts.length - 1, at + step))];
    if (count === undefined) return;
    this.#count = count;
    const sentence = ngettext("%(count)s card. It can go to: %(piles)s", "%(count)s cards. It can go to: %(piles)s", count);
    this.#tell(fill(sentence, {count: number(count)}));
  }

  /** @param {string} target */
  dropOn(target) {
    const onto = isFoundation(target) ? "f" : target;
    if (!/^(f|\d+)$/.test(onto)) return this.#seated.say(gettext("Put back."));
    const fitting = this.#wanted().filter((move) => move.target === onto);
    const most = fitting.toSorted((a, b) => b.count - a.count)[0];
    this.#seated.play(shiftText(most?.source ?? this.#pile, onto, most?.count ?? this.#count ?? 1));
  }

  /** @param {string} pile  whose top goes to its foundation */
  home(pile) {
    if (isFoundation(pile) || pile === "s" || this.#top(pile) === undefined) this.#stays(pile);
    else this.#seated.play(shiftText(pile, "f", 1));
  }

  /** @param {string} pile */
  #top(pile) {
    return this.#seated.hand.shown[pile]?.at(-1);
  }

  #shifts() {
    const {shown, legal} = this.#seated.hand;
    return shiftsFrom(shown, legal, this.#pile);
  }

  #wanted() {
    return this.#shifts().filter(({count}) => this.#count === null || count === this.#count);
  }

  /** @param {string} sentence  with a place for the piles */
  #tell(sentence) {
    const {hand, table, name, say} = this.#seated;
    const places = new Set(this.#wanted().map((move) => placeOf(hand.shown, move)));
    table.mark(places, this.#pile);
    say(fill(sentence, {piles: [...places].map(name).join(", ")}));
  }

  /** @param {string} pile */
  #stays(pile) {
    const {hand, table, say} = this.#seated;
    const card = table.card(pile, (hand.shown[pile]?.length ?? 0) - 1);
    if (card) shake(card);
    say(gettext("No card of this pile can move."));
  }
}
