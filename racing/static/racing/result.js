/**
 * After the race, or after the own part of it: the ranking, the chart, replays, ghosts, the proof, the next race. Loaded
 * when there is a result to show.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").RoomData} RoomData
 * @typedef {import("./race_chart.js").Lines} Lines
 *
 * @typedef {object} ResultCompany
 * @property {(command: {do: string}) => void} say
 * @property {() => Promise<Lines | null>} lines
 * @property {(sentence: string) => void} tell  to those who listen
 */
import {find, make, setText} from "./dom.js";
import {fill, gettext, ngettext, number} from "./i18n.js";
import {standing} from "./order.js";
import {SolverSays} from "./par.js";
import {drawRaceChart} from "./race_chart.js";
import {rankingRows} from "./ranking_rows.js";
import {prove} from "./proof.js";
import {resultTitle} from "./result_title.js";
import {share, shareText} from "./share.js";
import {termText} from "./term.js";

/**
 * @param {HTMLElement} root
 * @param {RoomData} data
 * @param {ResultCompany} company
 * @returns {Promise<Result>}  when it will look as it should, and not before
 */
export async function makeResult(root, data, company) {
  const styles = (root.dataset.styles ?? "").split(" ");
  await Promise.all(styles.filter((href) => !document.querySelector(`link[href="${href}"]`)).map(styled));
  return new Result(root, data, company);
}

export class Result {
  /** Which results the chart was drawn for. */
  #charted = "";
  #ranked = "";

  /**
   * @param {HTMLElement} root
   * @param {RoomData} data
   * @param {ResultCompany} company
   */
  constructor(root, data, {say, lines, tell}) {
    this.root = root;
    this.data = data;
    this.lines = lines;
    this.tell = tell;
    this.solver = new SolverSays(root, say);
    this.shared = "";
    this.days = 0;
    find(root, "[data-action=share-result]").addEventListener("click", ({currentTarget}) => this.#share(/** @type {Element} */ (currentTarget)));
  }

  /**
   * @param {Race} race
   * @param {number | null} you
   * @param {number} now  epoch ms by the server
   */
  draw(race, you, now) {
    const me = race.entrants.find((entrant) => entrant.id === you) ?? null;
    this.root.hidden = false;
    this.#title(resultTitle(race, me));
    const term = find(this.root, "[data-result-term]");
    setText(term, race.ended_at === null ? termText(race, now) : "");
    term.hidden = term.textContent === "";
    this.#streak(me);
    this.#draw(race, you, me);
    this.solver.draw(race, me);
  }

  /** @param {string} words */
  #title(words) {
    const title = find(this.root, "[data-result-title]");
    // Whoever opens the page of a race that is over reads it there.
    if (title.textContent !== words && this.data.race.ended_at === null) this.tell(words);
    setText(title, words);
  }

  /**
   * What changes only with the news, not with the time.
   *
   * @param {Race} race
   * @param {number | null} you
   * @param {Entrant | null} me
   */
  #draw(race, you, me) {
    const news = `${race.version} ${race.ended_at} ${race.par?.score} ${race.rematch} ${JSON.stringify(race.entrants)}`;
    if (news === this.#ranked) return;
    this.#ranked = news;
    find(this.root, "[data-result-rows]").replaceChildren(...rankingRows(race, you, this.data));
    const board = find(this.root, "[data-board]");
    board.hidden = race.board === null;
    if (race.board) board.setAttribute("href", race.board);
    const rematch = find(this.root, "[data-action=rematch]");
    rematch.hidden = me === null || race.kind !== "race" || race.ended_at === null;
    setText(rematch, race.rematch ? gettext("Join the rematch") : gettext("Rematch"));
    if (race.rematch && !rematch.hidden) this.#askToRematch(rematch);
    find(this.root, "[data-replays]").hidden = race.entrants.filter(({replay}) => replay !== null).length < 2;
    this.#offerAgain(race);
    const sharing = find(this.root, "[data-action=share-result]");
    sharing.hidden = me === null || me.outcome === null || race.kind === "practice";
    if (me) this.shared = this.#shareText(race, me);
    prove(this.root, race, this.data);
    this.#chart(race);
  }

  /**
   * Somebody else has asked: that is seen wherever the reader has scrolled to.
   *
   * @param {HTMLElement} rematch  the button that joins it
   */
  #askToRematch(rematch) {
    if (this.root.querySelector(".asked")) return;
    const button = make("button", {type: "button", class: "button small"}, gettext("Join the rematch"));
    button.addEventListener("click", () => rematch.click());
    this.root.append(make("p", {class: "toast asked"}, make("span", {}, gettext("A rematch is open.")), button));
  }

  /**
   * The form of the front page, filled in with the deal of this race.
   *
   * @param {Race} race
   */
  #offerAgain(race) {
    const again = this.root.querySelector("[data-again]");
    const played = race.entrants.find(({replay}) => replay !== null);
    if (!(again instanceof HTMLAnchorElement)) return;
    again.hidden = race.ended_at === null || !played;
    if (played) again.search = String(new URLSearchParams({replay: `${this.data.code}/${played.id}`, ruleset: race.ruleset}));
  }

  /**
   * Days in a row: those of when the page was made, and today's if it was won since.
   *
   * @param {Entrant | null} me
   */
  #streak(me) {
    const place = this.root.querySelector("[data-result-streak]");
    if (!(place instanceof HTMLElement) || !this.data.streak) return;
    const was = this.data.race.entrants.find(({id}) => id === me?.id)?.outcome === "won";
    this.days = this.data.streak[0] + (me?.outcome === "won" && !was ? 1 : 0);
    place.hidden = this.days === 0;
    const words = ngettext("Your streak: %(count)s day", "Your streak: %(count)s days", this.days);
    setText(find(place, "span"), fill(words, {count: number(this.days)}));
  }

  /** @param {Race} race */
  async #chart(race) {
    const over = race.entrants.filter(({outcome, plies}) => outcome !== null && plies > 0).map(({id}) => id);
    const wanted = `${over.join(" ")} ${race.ghosts.length}`;
    if (wanted === this.#charted || (over.length === 0 && race.ghosts.length === 0) || !this.data.urls.lines) return;
    this.#charted = wanted;
    const told = await this.lines().catch(() => null);
    if (told) drawRaceChart(find(this.root, "[data-chart]"), told, race, this.data.ruleset);
  }

  /**
   * @param {Race} race
   * @param {Entrant} me
   */
  #shareText(race, me) {
    const {day, ruleset, share_url: url} = this.data;
    const language = document.documentElement.lang;
    return shareText(race, me, {
      place: standing(race)[race.entrants.indexOf(me)],
      of: race.entrants_total,
      total: ruleset.cards_total,
      day: day && new Date(`${day}T12:00:00Z`).toLocaleDateString(language, {day: "numeric", month: "long", year: "numeric", timeZone: "UTC"}),
      streak: this.days,
      url,
    });
  }

  /** @param {Element} button */
  async #share(button) {
    const came = await share(this.shared);
    const field = /** @type {HTMLInputElement} */ (find(this.root, "[data-share-text]"));
    field.value = this.shared;
    field.hidden = came !== "failed";
    if (came === "failed") field.select();
    if (came !== "copied") return;
    const words = button.querySelector("span") ?? button;
    setText(words, gettext("Copied"));
    setTimeout(() => setText(words, gettext("Share the result")), 2000);
  }
}

/**
 * @param {string} href
 * @returns {Promise<void>}  done when the style sheet is there, or will not come
 */
function styled(href) {
  return new Promise((done) => {
    const link = make("link", {rel: "stylesheet", href});
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
