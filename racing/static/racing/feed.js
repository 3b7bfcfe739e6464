/**
 * The line that tells the front page of open races and invitations. It only listens: every message is the whole list, so
 * nothing is lost when the line breaks and comes back.
 *
 * @typedef {import("./types.js").Surroundings} Surroundings
 * @typedef {import("./types.js").LobbyNews} LobbyNews
 */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const BEAT_MS = 20_000;
/** Close codes by which the server says that coming again is no use. */
const FOR_GOOD = [4400, 4499];

export class Feed {
  #around;
  #listener;
  #closed;
  /** @type {import("./types.js").Line | null} */
  #line = null;
  #tries = 0;
  #answered = true;
  /** @type {any} */
  #timer = null;

  /**
   * @param {Surroundings} around
   * @param {(news: LobbyNews) => void} listener
   * @param {(code: number) => void} [closed]  for good
   */
  constructor(around, listener, closed) {
    this.#around = around;
    this.#listener = listener;
    this.#closed = closed;
  }

  open() {
    if (this.#line) return;
    this.#around.clearTimeout(this.#timer);
    const line = this.#around.connect();
    this.#line = line;
    line.onopen = () => line === this.#line && this.#beat();
    line.onmessage = (event) => line === this.#line && this.#receive(String(event.data));
    line.onclose = (event) => line === this.#line && this.#broke(event.code);
  }

  /** @param {string} text */
  #receive(text) {
    this.#answered = true;
    const message = JSON.parse(text);
    if (message.type !== "lobby") return;
    this.#tries = 0;
    this.#listener(message);
  }

  #beat() {
    this.#answered = true;
    const beat = () => {
      // What answered nothing since the last beat is dead, whatever the browser says.
      if (!this.#answered) return this.#broke();
      this.#answered = false;
      this.#line?.send(JSON.stringify({do: "ping"}));
      this.#timer = this.#around.setTimeout(beat, BEAT_MS);
    };
    this.#timer = this.#around.setTimeout(beat, BEAT_MS);
  }

  /** @param {number} [code] */
  #broke(code = 1006) {
    const line = this.#line;
    this.#line = null;
    this.#around.clearTimeout(this.#timer);
    line?.close();
    if (code >= FOR_GOOD[0] && code <= FOR_GOOD[1]) return this.#closed?.(code);
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++);
    // Spread, so that a restarted server is not met by everybody in the same instant.
    this.#timer = this.#around.setTimeout(() => this.open(), wait * (0.7 + 0.6 * this.#around.random()));
  }
}
