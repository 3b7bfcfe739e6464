/**
 * The line to the server. No DOM: WebSocket, timers and chance are handed in, so that node can test all of it.
 *
 * What it promises its listener: plies come in order and once; a gap or an older version leads to a resync, not to a
 * wrong table; a play is sent again with its number until it is answered, over any number of lost connections.
 *
 *   waiting --open--> connecting --welcome--> online --close, silence--> waiting (longer each time) ...
 *
 * @typedef {import("./types.js").TableMessage} TableMessage
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Refused} Refused
 * @typedef {"waiting" | "connecting" | "online" | "closed"} LineStatus
 * @typedef {object} Listener
 * @property {(status: LineStatus) => void} status
 * @property {(message: import("./types.js").Welcome) => void} welcome
 * @property {(message: TableMessage) => void} table
 * @property {(message: import("./types.js").PlyMessage) => void} ply  the next ply, in order
 * @property {(message: import("./types.js").HintMessage | import("./types.js").VerdictMessage) => void} search  its news
 * @property {(message: import("./types.js").Reaction) => void} reaction  somebody's sign
 * @property {(message: Race) => void} race  newer than the last one
 * @property {(message: Refused) => void} refused
 * @property {() => void} dropped  unanswered plays were given up: draw what is confirmed
 * @property {(now: number) => void} clock  the server's clock, epoch ms
 *
 * @typedef {import("./types.js").Surroundings} Surroundings
 */
import {withProgress, withRace} from "./news.js";
import {Outbox} from "./outbox.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
/** A line that answers nothing for this long after a ping is dead, whatever the browser says. */
const SILENCE_MS = 8000;
/** Close codes by which the server says that coming again is no use. */
const FOR_GOOD = [4400, 4499];

export class Socket {
  /** @type {LineStatus} */
  status = "waiting";
  ply = 0;
  version = 0;
  hasTable = false;
  /** @type {Race | null} */
  #race = null;
  #outbox = new Outbox();
  /** @type {Map<string, object>} */
  #unsaid = new Map();
  #around;
  #listener;
  /** @type {import("./types.js").Line | null} */
  #line = null;
  #tries = 0;
  #heartbeatMs = 15000;
  #resyncing = false;
  #mayResend = false;
  /** @type {any} */
  #timer = null;
  /** @type {any} */
  #silence = null;

  /**
   * @param {Surroundings} around
   * @param {Listener} listener
   */
  constructor(around, listener) {
    this.#around = around;
    this.#listener = listener;
  }

  /** @returns {readonly {ply: number, move: string}[]} */
  get unanswered() {
    return this.#outbox.plays;
  }

  open() {
    if (this.#line || this.status === "closed") return;
    this.#setTimer(null);
    this.#become("connecting");
    const line = this.#around.connect();
    this.#line = line;
    this.#setTimer(() => this.#broke(line), SILENCE_MS); // a line that never says welcome
    line.onmessage = (event) => line === this.#line && this.#receive(event.data);
    line.onclose = (event) => line === this.#line && this.#broke(line, event.code);
  }

  /** Stop for good. */
  close() {
    const line = this.#line;
    this.#line = null;
    this.#setTimer(null);
    this.#setSilence(false);
    this.#become("closed");
    line?.close(1000);
  }

  /**
   * Ask for a move. It keeps its number until it is answered.
   *
   * @param {string} move
   * @returns {number} the ply number it shall get
   */
  play(move) {
    const play = {ply: this.#outbox.nextPly(this.ply), move};
    this.#outbox.add(play);
    if (this.#mayResend) this.#send({do: "play", ...play});
    return play.ply;
  }

  /**
   * Send a command that is no play. Off line it waits for the next line; of each kind only the last word counts.
   *
   * @param {{do: string, [field: string]: unknown}} command
   */
  say(command) {
    if (this.status === "online") this.#send(command);
    else this.#unsaid.set(command.do, command);
  }

  resync() {
    if (this.#resyncing || this.status !== "online") return;
    this.#resyncing = true;
    this.#send({do: "resync"});
  }

  /** The page came to the front, or the network is back: do not wait for the next tick. */
  wake() {
    if (this.status === "online") this.#ping();
    else if (this.status === "waiting") {
      this.#tries = 0;
      this.open();
    }
  }

  /** The browser says the network is gone. */
  lost() {
    if (this.#line) this.#broke(this.#line);
  }

  /** @param {unknown} text */
  #receive(text) {
    this.#setSilence(false);
    /** @type {import("./types.js").ServerMessage} */
    let message;
    try {
      message = JSON.parse(String(text));
    } catch {
      return;
    }
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.#heartbeatMs = message.heartbeat * 1000;
        this.#become("online");
        this.#beat();
        this.#listener.clock(message.now);
        this.#listener.welcome(message);
        for (const command of this.#unsaid.values()) this.#send(command);
        this.#unsaid.clear();
        break;
      case "table":
        this.#receiveTable(message);
        break;
      case "ply":
        this.#receivePly(message);
        break;
      case "race":
        this.#listener.clock(message.now);
        this.#known(withRace(this.#race, message));
        break;
      case "progress":
        this.#known(withProgress(this.#race, message.entrants));
        break;
      case "refused":
        this.#receiveRefused(message);
        break;
      case "pong":
        this.#listener.clock(message.now);
        if (message.version > this.version || (message.ply !== null && message.ply > this.ply)) this.resync();
        break;
      case "reaction":
        this.#listener.reaction(message);
        break;
      default:
        this.#listener.search(message);
    }
  }

  /** @param {Race | null} race */
  #known(race) {
    if (race) this.#listener.race(this.#race = race);
    this.version = this.#race?.version ?? 0;
  }

  /** @param {TableMessage} message */
  #receiveTable(message) {
    this.#resyncing = false;
    this.hasTable = true;
    this.ply = message.ply;
    this.#listener.clock(message.now);
    this.#listener.table(message);
    if (this.#mayResend) return;
    this.#mayResend = true;
    for (const play of this.#outbox.plays) this.#send({do: "play", ...play});
  }

  /** @param {import("./types.js").PlyMessage} message */
  #receivePly(message) {
    if (message.ply > this.ply + 1 || !this.hasTable) return this.resync();
    const dropped = this.#outbox.accepted(message.ply, message.move);
    if (message.ply === this.ply + 1) {
      this.ply = message.ply;
      this.#listener.ply(message);
    }
    if (dropped) this.#listener.dropped();
  }

  /** @param {Refused} message */
  #receiveRefused(message) {
    if (message.do === "resync") this.#resyncing = false;
    if (message.do !== "play") return this.#listener.refused(message);
    const whose = this.#outbox.refused(message.ply);
    if (whose === "orphan") return;
    this.#listener.refused(message);
    if (whose === "ours") this.#listener.dropped();
    // The number was wrong, not the move: our table is not the one the server has.
    if (message.code === "ply_taken" || message.code === "ply_ahead") this.resync();
  }

  #beat() {
    this.#setTimer(() => {
      this.#ping();
      this.#beat();
    }, this.#heartbeatMs);
  }

  #ping() {
    if (this.#send({do: "ping", version: this.version, ply: this.ply})) this.#setSilence(true);
  }

  /**
   * @param {import("./types.js").Line} line
   * @param {number} [code]
   */
  #broke(line, code = 1006) {
    if (line !== this.#line) return;
    this.#line = null;
    line.close();
    this.#setSilence(false);
    this.#resyncing = false;
    this.#mayResend = false;
    this.#outbox.lineBroke();
    if (code >= FOR_GOOD[0] && code <= FOR_GOOD[1]) {
      this.#setTimer(null);
      return this.#become("closed");
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++);
    // Spread, so that a restarted server is not met by everybody in the same instant.
    this.#setTimer(() => this.open(), wait * (0.7 + 0.6 * this.#around.random()));
    this.#become("waiting");
  }

  /**
   * @param {object} command
   * @returns {boolean}
   */
  #send(command) {
    if (!this.#line) return false;
    try {
      this.#line.send(JSON.stringify(command));
      return true;
    } catch {
      this.#broke(this.#line);
      return false;
    }
  }

  /** @param {LineStatus} status */
  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.#listener.status(status);
  }

  /**
   * @param {(() => void) | null} run
   * @param {number} [ms]
   */
  #setTimer(run, ms = 0) {
    if (this.#timer !== null) this.#around.clearTimeout(this.#timer);
    this.#timer = run && this.#around.setTimeout(run, ms);
  }

  /** @param {boolean} watch */
  #setSilence(watch) {
    if (this.#silence !== null) this.#around.clearTimeout(this.#silence);
    this.#silence = null;
    const line = this.#line;
    if (watch && line) this.#silence = this.#around.setTimeout(() => this.#broke(line), SILENCE_MS);
  }
}
