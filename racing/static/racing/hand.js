/**
 * The player's hand between the table and the server: what is confirmed, what is drawn ahead of the answer, and what
 * waits for an answer before it can be asked. No DOM and no rules.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Effect} Effect
 * @typedef {import("./types.js").TableMessage} TableMessage
 * @typedef {import("./types.js").PlyMessage} PlyMessage
 *
 * @typedef {{ply: number, move: string, effects: Effect[]}} Ahead  asked for, and perhaps drawn already
 * @typedef {() => string | null} Intent  looks at the table of then, and answers with a move or with none
 */
import {applyEffects} from "./effects.js";
import {parseMove} from "./notation.js";
import {predict} from "./predict.js";

/** More wishes than this are not a hand any more but a stuck key. */
const MOST_INTENTS = 8;

export class Hand {
  /** @type {View} */
  view = {};
  /** @type {string[]} */
  legal = [];
  /** @type {State | null} */
  state = null;
  ply = 0;

  /** @type {Ahead[]} */
  #ahead = [];
  /** @type {Intent[]} */
  #intents = [];
  #send;

  /** @param {(move: string) => number} send  asks the server, answers with the ply number it gave */
  constructor(send) {
    this.#send = send;
  }

  /** True while an answer is awaited. */
  get waiting() {
    return this.#ahead.length > 0;
  }

  /**
   * Whether this pile is as it will be when all answers are in.
   *
   * @param {string} pile
   */
  isStill(pile) {
    if (this.#intents.length > 0 || this.#ahead.some(({effects}) => effects.length === 0)) return false;
    return !this.#ahead.some(({effects}) => effects.flatMap(pilesOf).includes(pile));
  }

  /**
   * Whether this move is asked for already.
   *
   * @param {string} move
   */
  isAsked(move) {
    return this.#ahead.some((ahead) => ahead.move === move);
  }

  /** What is to be drawn: the confirmed table with the moves ahead of it. @returns {View} */
  get shown() {
    return this.#ahead.reduce((view, {effects}) => applyEffects(view, effects), this.view);
  }

  /**
   * Ask for a move now when that is safe, else as soon as the answers before it are in. The intent is asked again then,
   * because it is about the table as it will be.
   *
   * @param {Intent} intent
   * @returns {"asked" | "held" | "nothing"}
   */
  want(intent) {
    if (!this.waiting) {
      const move = intent();
      if (move === null) return "nothing";
      this.#ask(move);
      return "asked";
    }
    if (this.#intents.length < MOST_INTENTS) this.#intents.push(intent);
    return "held";
  }

  /**
   * Ask for this very move. While answers are awaited it is asked at once only if it was legal before and touches none
   * of the piles that are in motion; otherwise it waits. It is about the cards that are seen there now: should others have
   * come in their place by then, nothing is asked.
   *
   * @param {string} move
   * @returns {"asked" | "held" | "nothing"}
   */
  play(move) {
    if (this.waiting && this.#intents.length === 0 && this.#isApart(move)) {
      this.#ask(move);
      return "asked";
    }
    const cards = this.#movedBy(move);
    return this.want(() => (this.#movedBy(move) === cards ? move : null));
  }

  /** @param {TableMessage} message */
  table(message) {
    this.#confirm(message);
    this.#ahead = this.#ahead.filter(({ply}) => ply > message.ply);
    if (!this.#fits()) this.dropped();
    this.#goOn();
  }

  /** @param {PlyMessage} message */
  played(message) {
    this.#confirm({...message, view: applyEffects(this.view, message.effects)});
    const own = this.#ahead.find(({ply}) => ply === message.ply);
    this.#ahead = this.#ahead.filter(({ply}) => ply > message.ply);
    // What is ahead was guessed on another table, and what is held was meant for that one.
    if ((own && !isSame(own.move, message.move)) || !this.#fits()) this.dropped();
    this.#goOn();
  }

  /** The moves ahead were given up: only what is confirmed stands. */
  dropped() {
    this.#ahead = [];
    this.#intents = [];
  }

  /** @param {{view: View, legal: string[], state: State, ply: number}} message */
  #confirm({view, legal, state, ply}) {
    this.view = view;
    this.legal = legal;
    this.state = state;
    this.ply = ply;
  }

  #goOn() {
    while (!this.waiting) {
      const intent = this.#intents.shift();
      if (!intent) return;
      const move = intent();
      if (move !== null) this.#ask(move);
    }
  }

  /** @param {string} move */
  #ask(move) {
    const effects = this.legal.includes(move) ? predict(this.shown, move) : null;
    this.#ahead.push({ply: this.#send(move), move, effects: effects ?? []});
  }

  /**
   * The cards that a shift moves, by what is drawn.
   *
   * @param {string} text
   */
  #movedBy(text) {
    const move = parseMove(text);
    return move?.kind === "shift" ? (this.shown[move.source] ?? []).slice(-move.count).join(" ") : "";
  }

  /** @param {string} move */
  #isApart(move) {
    const effects = this.legal.includes(move) ? predict(this.shown, move) : null;
    if (!effects) return false;
    const moving = new Set(this.#ahead.flatMap((ahead) => ahead.effects.flatMap(pilesOf)));
    return (
      this.#ahead.every((ahead) => ahead.effects.length > 0) &&
      !effects.flatMap(pilesOf).some((name) => moving.has(name))
    );
  }

  #fits() {
    try {
      return Boolean(this.shown);
    } catch {
      return false;
    }
  }
}

/**
 * @param {Effect} effect
 * @returns {string[]}
 */
function pilesOf(effect) {
  return effect[0] === "shift" ? [effect[1], effect[2]] : [];
}

/**
 * @param {string} asked
 * @param {string} logged  a slip carries a question mark
 */
function isSame(asked, logged) {
  return asked === logged || `${asked}?` === logged;
}
