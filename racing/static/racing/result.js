/**
 * After the race: the ranking, the proof that the deal was settled before it, replays, the board, a rematch.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").RoomData} RoomData
 */
import {find, make, setText} from "./dom.js";
import {clockText, fill, gettext, number} from "./i18n.js";
import {SolverSays, beats} from "./par.js";
import {outcomeWord} from "./rivals.js";

export class Result {
  /**
   * @param {HTMLElement} root
   * @param {RoomData} data
   * @param {(command: {do: string}) => void} say
   */
  constructor(root, data, say) {
    this.root = root;
    this.data = data;
    this.solver = new SolverSays(root, say);
  }

  /**
   * @param {Race} race
   * @param {number | null} you
   */
  draw(race, you) {
    const me = race.entrants.find((entrant) => entrant.id === you) ?? null;
    setText(find(this.root, "[data-result-title]"), title(race, me));
    const ranked = race.entrants.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity));
    find(this.root, "[data-result-rows]").replaceChildren(...ranked.map((entrant) => this.#row(entrant, entrant.id === you, beats(entrant, race.par))));
    const board = find(this.root, "[data-board]");
    board.hidden = race.board === null;
    if (race.board) board.setAttribute("href", race.board);
    const rematch = find(this.root, "[data-action=rematch]");
    rematch.hidden = me === null || race.kind === "practice";
    setText(rematch, race.rematch ? gettext("Join the rematch") : gettext("Rematch"));
    this.solver.draw(race, me);
    this.#prove(race);
  }

  /**
   * @param {Entrant} entrant
   * @param {boolean} isYou
   * @param {boolean} beatsPar
   */
  #row(entrant, isYou, beatsPar) {
    const clock = this.data.ruleset.family === "clock";
    const time = entrant.time_ms === null ? "–" : clockText(entrant.time_ms, true);
    const replay = entrant.replay
      ? make("a", {href: entrant.replay, "aria-label": fill(gettext("Replay of %(name)s"), {name: entrant.name})}, gettext("Replay"))
      : "";
    /**
     * @param {string} label
     * @param {Node | string} content
     * @param {string} [kind]
     */
    const cell = (label, content, kind = "") => make("td", {"data-label": label, class: kind}, content);
    return make(
      "tr",
      {"data-result-row": String(entrant.id), class: isYou ? "you" : ""},
      cell(gettext("Place"), entrant.place === null ? "–" : number(entrant.place), "place"),
      make("th", {scope: "row"}, entrant.name),
      cell(gettext("Result"), outcomeWord(entrant), `outcome ${entrant.outcome ?? ""}`),
      cell(clock ? gettext("Laid") : gettext("Home"), `${number(entrant.progress)}/${number(this.data.ruleset.cards_total)}`),
      cell(clock ? gettext("Slips") : gettext("Score"), number(clock ? entrant.slips : entrant.score) + (beatsPar ? " ★" : ""), "score"),
      ...(this.data.ruleset.family === "cruel" ? [cell(gettext("Redeals"), number(entrant.redeals))] : []),
      cell(gettext("Time"), time, "time"),
      cell("", replay, "replay"),
    );
  }

  /** @param {Race} race */
  #prove(race) {
    setText(find(this.root, "[data-seed]"), race.seed ?? "–");
    setText(find(this.root, "[data-commitment]"), race.commitment);
    const said = find(this.root, "[data-proof]");
    if (race.seed === null) return setText(said, "");
    const text = `patience-race-v1|${this.data.code}|${race.ruleset}|${race.seed}`;
    setText(find(this.root, "[data-proof-text]"), text);
    // Browsers keep the hash to themselves on plain http; the sentence beside it says how to check by hand.
    if (!globalThis.crypto?.subtle) return;
    crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then((bytes) => {
      const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const holds = hex === race.commitment;
      said.classList.toggle("holds", holds);
      setText(said, holds ? gettext("Checked here: the seed gives the commitment.") : gettext("The seed does not give the commitment."));
    });
  }
}

/**
 * @param {Race} race
 * @param {Entrant | null} me
 */
function title(race, me) {
  if (race.kind === "practice") return me?.outcome === "won" ? gettext("All cards are home!") : gettext("Practice over");
  const first = race.entrants.filter((entrant) => entrant.place === 1);
  if (first.length > 1) return gettext("A tie!");
  if (first.length === 0) return gettext("The race is over");
  if (first[0].outcome !== "won") return fill(gettext("Nobody got home. %(name)s got furthest."), {name: first[0].name});
  if (first[0] === me) return gettext("You win!");
  return fill(gettext("%(name)s wins"), {name: first[0].name});
}
