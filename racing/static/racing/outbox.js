/**
 * The plays that were sent and not yet answered. Each keeps the ply number it was given, so sending it again can never
 * play it twice. Pure; socket.js sends what stands here.
 *
 * @typedef {{ply: number, move: string}} Play
 */
export class Outbox {
  /** @type {Play[]} */
  #plays = [];
  /** Plies of plays that were given up while under way: their refusals concern nobody. @type {number[]} */
  #orphans = [];

  /** @returns {readonly Play[]} */
  get plays() {
    return this.#plays;
  }

  /** @param {number} ply  the newest ply known from the server */
  nextPly(ply) {
    return Math.max(ply, this.#plays.at(-1)?.ply ?? 0) + 1;
  }

  /** @param {Play} play */
  add(play) {
    this.#plays.push(play);
  }

  /**
   * A ply arrived. When its number was asked for with another move, another tab took it: then ours and all later ones
   * are given up, because they were meant for another table.
   *
   * @param {number} ply
   * @param {string} move  as logged; a slip carries a question mark
   * @returns {boolean} true when plays were given up
   */
  accepted(ply, move) {
    const i = this.#plays.findIndex((play) => play.ply === ply);
    if (i < 0) return false;
    if (this.#plays[i].move === move || `${this.#plays[i].move}?` === move) {
      this.#plays.splice(i, 1);
      return false;
    }
    this.#giveUp(i);
    return true;
  }

  /**
   * A play was refused: it and all later ones are given up.
   *
   * @param {number | null} ply
   * @returns {"ours" | "orphan" | "unknown"}
   */
  refused(ply) {
    const orphan = this.#orphans.indexOf(ply ?? -1);
    if (orphan >= 0) {
      this.#orphans.splice(orphan, 1);
      return "orphan";
    }
    const i = this.#plays.findIndex((play) => play.ply === ply);
    if (i < 0) return "unknown";
    this.#plays.splice(i, 1);
    this.#giveUp(i);
    return "ours";
  }

  /** The line broke: answers that were under way will not come any more. */
  lineBroke() {
    this.#orphans = [];
  }

  clear() {
    this.#plays = [];
    this.#orphans = [];
  }

  /** @param {number} from */
  #giveUp(from) {
    this.#orphans.push(...this.#plays.splice(from).map((play) => play.ply));
  }
}
