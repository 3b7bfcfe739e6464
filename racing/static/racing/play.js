/**
 * The player at the table: turns clicks, drags and keys into moves from the legal list, and draws what comes back.
 *
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./types.js").TableMessage} TableMessage
 * @typedef {import("./types.js").PlyMessage} PlyMessage
 * @typedef {import("./types.js").State} State
 * @typedef {import("./announce.js").Announcer} Announcer
 * @typedef {import("./drag.js").Place} Place
 * @typedef {import("./notation.js").ShiftMove} ShiftMove
 *
 * @typedef {object} Company
 * @property {(move: string) => number} send  asks the server; the ply number
 * @property {Announcer} announcer
 * @property {() => boolean} isActive  whether moves are taken now
 * @property {(state: State, legal: readonly string[]) => void} changed
 * @property {() => void} help
 * @property {() => void} hint
 */
import {goesHome} from "./autohome.js";
import {Chooser, Clicks, placesFor, shiftsFrom} from "./choose.js";
import {Drag} from "./drag.js";
import {Hand} from "./hand.js";
import {fill, gettext} from "./i18n.js";
import {Keys} from "./keys.js";
import {isFoundation, shiftText} from "./notation.js";
import {Peek} from "./peek.js";
import {foundationFor} from "./predict.js";
import {Preview} from "./preview.js";
import {setting} from "./settings.js";
import {speaker} from "./speak.js";
import {Table} from "./table.js";
import {shake} from "./travel.js";

/** A dropped card that waits for its answer longer than this goes back meanwhile. */
const HOLD_MS = 1500;

export class Play {
  #chooser = new Chooser();
  #clicks = new Clicks();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #holding;

  /**
   * @param {HTMLElement} root
   * @param {Ruleset} ruleset
   * @param {Company} company
   */
  constructor(root, ruleset, company) {
    this.company = company;
    this.isClock = ruleset.family === "clock";
    this.words = speaker(ruleset, ruleset.cards_total / 13);
    this.table = new Table(root, ruleset, this.words.describe);
    this.hand = new Hand(company.send);
    const peek = new Peek(this.table);
    this.preview = new Preview(this.table, this.words.name);
    const drag = new Drag(this.table, {
      grab: (place) => this.#grab(place),
      targets: (pile, count) => this.#targets(pile, count),
      click: (place) => this.#click(place),
      drop: (pile, count, target) => this.#drop(pile, count, target),
      peek: (pile) => peek.show(pile),
    });
    this.keys = new Keys(this.table, {
      pick: (pile) => this.#pick(pile),
      dropOn: (source, target) => this.#dropOn(source, target),
      best: (pile) => this.#click({pile, index: this.hand.shown[pile].length - 1}),
      home: (pile) => this.#home(pile),
      cancel: () => (drag.cancel(), this.preview.hide()),
      act: (action) => this.act(action),
      number: (text) => this.isClock && this.#lay(text),
      isActive: company.isActive,
    });
  }

  /**
   * @param {TableMessage} message
   * @param {boolean} dealt  the race starts now
   */
  take(message, dealt) {
    this.hand.table(message);
    this.#redraw(dealt ? "deal" : "travel");
  }

  /** @param {PlyMessage} message */
  played(message) {
    const own = this.hand.isAsked(message.move.replace("?", ""));
    if (!own) this.#chooser.forget(); // played in another tab
    this.hand.played(message);
    this.company.announcer.hide();
    this.#redraw();
    if (message.slip) this.#slipped(message.state);
    else this.company.announcer.say(this.words.tell(message.move, message.effects, this.hand.view));
    // What was taken back stays: sending it home again at once would undo the undoing.
    if (own && message.move !== "u") this.#sendHome();
  }

  /** In Alternations, for who wants it: what nothing can need any more goes home by itself. */
  #sendHome() {
    if (setting("autohome") !== "on" || this.hand.waiting || !this.company.isActive()) return;
    const move = goesHome(this.hand.view, this.hand.legal);
    if (move) this.#play(move);
  }

  /** What was drawn ahead is given up. */
  dropped() {
    this.#chooser.forget();
    this.hand.dropped();
    this.table.settle();
    this.#redraw();
  }

  /** @param {string} action  redeal, takeback, draw, help, hint; preview and its end */
  act(action) {
    if (action === "help") return this.company.help();
    if (action === "preview" && !this.preview.shown) return this.company.announcer.say(this.preview.show());
    if (action.startsWith("preview")) return this.preview.hide();
    if (action === "hint") return this.company.isActive() ? this.company.hint() : undefined;
    const move = {redeal: "r", takeback: "u", draw: "d"}[action];
    if (!move || !this.company.isActive()) return;
    // A second redeal while the first is under way is a nervous finger.
    if (move === "r" && this.hand.isAsked("r")) return;
    this.#chooser.forget();
    this.keys.release();
    this.hand.want(() => move);
    this.#redraw();
  }

  /** @param {Parameters<Table["draw"]>[1]} [how] */
  #redraw(how) {
    clearTimeout(this.#holding);
    this.preview.hide();
    this.table.ply = this.hand.ply;
    this.table.draw(this.hand.shown, how);
    if (this.hand.state) this.company.changed(this.hand.state, this.hand.legal);
  }

  /** @param {Place} place */
  #grab({pile, index}) {
    const cards = this.hand.shown[pile] ?? [];
    if (!this.company.isActive() || pile === "s" || index < 0 || cards[index] === "##") return 0;
    if (this.isClock) return pile === "o" ? 1 : 0;
    return isFoundation(pile) ? 1 : cards.length - index;
  }

  /**
   * @param {string} pile
   * @param {number} count
   */
  #targets(pile, count) {
    if (this.isClock) return this.table.names.filter((name) => /^\d/.test(name)); // which one, the player has to know
    const view = this.hand.shown;
    return placesFor(view, this.hand.legal, pile, count).map((move) => this.#placeOf(move));
  }

  /** @param {ShiftMove} move */
  #placeOf({source, target}) {
    if (target !== "f") return target;
    const card = this.hand.shown[source].at(-1) ?? "";
    return foundationFor(this.hand.shown, card) ?? "f1";
  }

  /** @param {Place} place */
  #click({pile, index}) {
    if (!this.company.isActive()) return;
    this.keys.release();
    if (this.isClock) return void (pile !== "o" && this.#lay(pile.replace("u", "")));
    if (pile === "s") return this.act("draw");
    if (this.#clicks.isDouble(pile, performance.now())) return;
    const card = this.hand.shown[pile]?.[index];
    if (card === undefined || card === "##") return;
    if (this.hand.isStill(pile)) return void this.#playBest(pile, index);
    this.hand.want(() => {
      const move = this.hand.view[pile]?.[index] === card ? this.#choose(pile, index) : null;
      return move && shiftText(move.source, move.target, move.count);
    });
  }

  /**
   * @param {string} pile
   * @param {number} index
   */
  #playBest(pile, index) {
    const card = this.table.card(pile, index);
    const move = this.#choose(pile, index);
    if (move) this.#play(shiftText(move.source, move.target, move.count));
    else if (card && !isFoundation(pile)) {
      shake(card);
      this.company.announcer.say(gettext("This card has no place to go."));
    }
  }

  /**
   * @param {string} pile
   * @param {number} index
   */
  #choose(pile, index) {
    const move = this.#chooser.click(this.hand.shown, this.hand.legal, pile, index);
    if (move) this.#chooser.landed(this.#placeOf(move));
    return move;
  }

  /** @param {string} move */
  #play(move) {
    this.hand.play(move);
    this.#redraw();
  }

  /**
   * Dropped on a pile. Where it does not fit, the server is asked all the same: it refuses, and says why.
   *
   * @param {string} pile
   * @param {number} count
   * @param {string | null} target
   */
  #drop(pile, count, target) {
    if (target === null || !/^(f?\d+|u\d+)$/.test(target) || !this.company.isActive()) return this.table.settle();
    this.#chooser.forget();
    if (this.isClock) {
      if (!this.#lay(target.replace("u", ""))) this.table.settle();
      return;
    }
    const onto = isFoundation(target) ? "f" : target;
    const fitting = placesFor(this.hand.shown, this.hand.legal, pile, count).find((move) => move.target === onto);
    const text = shiftText(fitting?.source ?? pile, onto, count);
    if (fitting && this.hand.isStill(pile)) return this.#play(text);
    this.hand.play(text);
    this.#hold();
  }

  /** Leave the cards where they were dropped until the answer comes, but not for ever. */
  #hold() {
    clearTimeout(this.#holding);
    this.#holding = setTimeout(() => this.table.settle(), HOLD_MS);
  }

  /**
   * Clock: lay the open card.
   *
   * @param {string} hour
   * @returns {boolean} false while an answer is awaited: the next card is not known yet
   */
  #lay(hour) {
    if (!this.company.isActive() || this.hand.waiting || !this.table.pile(hour)) return false;
    this.hand.play(hour);
    if (this.hand.legal.includes(hour)) this.#redraw();
    else this.#hold();
    return true;
  }

  /** @param {State} state */
  #slipped(state) {
    const card = this.hand.view.o?.[0];
    const el = this.table.card("o", 0);
    if (el) shake(el);
    if (card) this.company.announcer.refuse(this.words.slipped(card, state.slips));
  }

  /** @param {string} pile */
  #pick(pile) {
    if (pile === "s") this.act("draw");
    if (this.isClock) this.#lay(pile);
    if (pile === "s" || this.isClock) return false;
    const moves = shiftsFrom(this.hand.shown, this.hand.legal, pile);
    const card = this.table.card(pile, (this.hand.shown[pile]?.length ?? 0) - 1);
    if (moves.length === 0) {
      if (card) shake(card);
      this.company.announcer.say(gettext("No card of this pile can move."));
      return false;
    }
    const targets = new Set(moves.map((move) => this.#placeOf(move)));
    this.table.mark(targets, pile);
    const names = [...targets].map((name) => this.words.name(name)).join(", ");
    this.company.announcer.say(fill(gettext("Picked up. It can go to: %(piles)s"), {piles: names}));
    return true;
  }

  /**
   * By keyboard: as many cards as the place takes.
   *
   * @param {string} source
   * @param {string} target
   */
  #dropOn(source, target) {
    const onto = isFoundation(target) ? "f" : target;
    const fitting = shiftsFrom(this.hand.shown, this.hand.legal, source).filter((move) => move.target === onto);
    const most = fitting.toSorted((a, b) => b.count - a.count)[0];
    this.#chooser.forget();
    if (/^(f|\d+)$/.test(onto)) this.#play(shiftText(most?.source ?? source, onto, most?.count ?? 1));
  }

  /** @param {string} pile */
  #home(pile) {
    if (!this.company.isActive() || isFoundation(pile) || pile === "s") return;
    this.#chooser.forget();
    if ((this.hand.shown[pile]?.length ?? 0) > 0) this.#play(shiftText(pile, "f", 1));
  }
}
