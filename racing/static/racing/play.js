/**
 * The player at the table: turns clicks, drags and keys into moves from the legal list, and draws what comes back.
 *
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./types.js").TableMessage} TableMessage
 * @typedef {import("./types.js").PlyMessage} PlyMessage
 * @typedef {import("./types.js").State} State
 * @typedef {import("./announce.js").Announcer} Announcer
 * @typedef {import("./drag.js").Place} Place
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
import {Chooser, Clicks, grabbed, placeOf, placesFor} from "./choose.js";
import {Drag} from "./drag.js";
import {Hand} from "./hand.js";
import {gettext} from "./i18n.js";
import {KeyHand} from "./key_hand.js";
import {Keys} from "./keys.js";
import {isFoundation, shiftText} from "./notation.js";
import {Peek} from "./peek.js";
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
  #drag;
  #peek;
  #keyHand;

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
    this.#peek = new Peek(this.table);
    this.preview = new Preview(this.table, this.words.name);
    this.#drag = new Drag(this.table, {
      grab: (place) => this.#grab(place),
      targets: (pile, count) => this.#targets(pile, count),
      click: (place) => this.#click(place),
      drop: (pile, count, target) => this.#drop(pile, count, target),
      peek: (pile) => this.#peek.show(pile),
    });
    this.#keyHand = new KeyHand({
      hand: this.hand,
      table: this.table,
      name: this.words.name,
      say: (sentence) => company.announcer.say(sentence),
      play: (move) => (this.#chooser.forget(), this.#play(move)),
    });
    this.keys = new Keys(this.table, {
      pick: (pile) => this.#pick(pile),
      change: (step) => this.#keyHand.change(step),
      dropOn: (target) => this.#keyHand.dropOn(target),
      best: (pile) => this.#best(pile),
      home: (pile) => this.#keyHand.home(pile),
      cancel: (held) => this.#cancel(held),
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
    if (this.isClock) this.keys.forget();
    this.#redraw(dealt ? "deal" : "travel");
  }

  /** @param {PlyMessage} message */
  played(message) {
    const own = this.hand.isAsked(message.move.replace("?", ""));
    if (!own) this.#chooser.forget(); // played in another tab
    this.hand.played(message);
    if (this.isClock) this.keys.forget(); // the open card is another
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
    this.settle();
    this.#redraw();
  }

  /** What was dropped and does not stay glides back; what is held in the hand by now is held on. */
  settle() {
    if (!this.#drag.dragging) this.table.settle();
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
    this.#peek.show(null);
    this.table.ply = this.hand.ply;
    this.table.draw(this.hand.shown, how);
    if (!this.#keyHand.holds) this.keys.release();
    if (this.hand.state) this.company.changed(this.hand.state, this.hand.legal);
  }

  /** @param {Place} place */
  #grab({pile, index}) {
    this.keys.release();
    if (!this.company.isActive()) return 0;
    return this.isClock ? Number(pile === "o") : grabbed(this.hand.shown, pile, index);
  }

  /**
   * @param {string} pile
   * @param {number} count
   */
  #targets(pile, count) {
    if (this.isClock) return this.table.names.filter((name) => /^\d/.test(name)); // which one, the player has to know
    return placesFor(this.hand.shown, this.hand.legal, pile, count).map((move) => placeOf(this.hand.shown, move));
  }

  /** @param {Place} place */
  #click({pile, index}) {
    if (!this.company.isActive()) return;
    this.keys.release();
    if (this.isClock) return void (pile !== "o" && this.#lay(pile.replace("u", "")));
    if (pile === "s") return this.act("draw");
    if (!this.#clicks.isDouble(pile, performance.now())) this.#send({pile, index});
  }

  /** @param {Place} place  of a card that goes to its best place */
  #send({pile, index}) {
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
    if (move) this.#chooser.landed(placeOf(this.hand.shown, move));
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
    this.#holding = setTimeout(() => this.settle(), HOLD_MS);
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

  /**
   * Enter on a pile.
   *
   * @param {string} pile
   * @returns {boolean} whether something is picked up now
   */
  #pick(pile) {
    if (pile === "s") this.act("draw");
    else if (this.isClock && pile === "o") this.company.announcer.say(this.words.describe(pile, this.hand.shown[pile]));
    else if (this.isClock) this.#lay(pile.replace("u", ""));
    else return this.#keyHand.pick(pile);
    return false;
  }

  /** @param {string} pile  on which Enter was pressed twice */
  #best(pile) {
    // A foundation is only left for a place of the player's choice.
    if (isFoundation(pile)) return this.#cancel(true);
    this.#send({pile, index: this.hand.shown[pile].length - 1});
  }

  /** @param {boolean} held  whether keys had picked something up */
  #cancel(held) {
    this.#drag.cancel();
    this.preview.hide();
    if (held) this.company.announcer.say(gettext("Put back."));
  }
}
