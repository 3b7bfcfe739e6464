/**
 * The player's seat at the own table, whose script comes when it is needed: a lobby takes presses sooner without it.
 *
 * What is to be done at the table before it is there is done when it comes, in its order. No DOM: the loading is handed in.
 *
 * @typedef {typeof import("./own_table.js")} Script
 * @typedef {import("./own_table.js").OwnTable} OwnTable
 */

/** After so long a script that did not come is asked for again. */
const AGAIN_MS = 1500;

export class Seat {
  /** @type {OwnTable | null} */
  #table = null;
  /** @type {((table: OwnTable) => void)[]} */
  #waiting = [];
  #isAsked = false;
  #load;
  #sitDown;
  #wait;

  /**
   * @param {(tries: number) => Promise<Script>} load  at each try from another address: browsers remember failures
   * @param {(script: Script) => OwnTable} sitDown
   * @param {(run: () => void, ms: number) => void} wait
   */
  constructor(load, sitDown, wait) {
    this.#load = load;
    this.#sitDown = sitDown;
    this.#wait = wait;
  }

  /** What is known of the table, null while there is none. */
  get state() {
    return this.#table?.play.hand.state ?? null;
  }

  /** @param {(table: OwnTable) => void} run  now, or when the table is there */
  at(run) {
    if (this.#table) run(this.#table);
    else this.#waiting.push(run);
  }

  /** Let the table come. */
  need() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#try(0);
  }

  /** @param {number} tries */
  #try(tries) {
    this.#load(tries).then(
      (script) => {
        const table = (this.#table = this.#sitDown(script));
        for (const run of this.#waiting.splice(0)) run(table);
      },
      () => this.#wait(() => this.#try(tries + 1), AGAIN_MS),
    );
  }
}
