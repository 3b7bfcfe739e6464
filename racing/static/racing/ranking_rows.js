/**
 * The rows of a result: entrants by place, ghosts among them.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").RoomData} RoomData
 */
import {make} from "./dom.js";
import {outcomeWord, ratingText} from "./field.js";
import {ghostButton} from "./ghost_button.js";
import {ghostsAttempt} from "./ghosts.js";
import {clockText, fill, gettext, number} from "./i18n.js";
import {compare, standing} from "./order.js";
import {beats} from "./par.js";
import {taken} from "./timer.js";

/**
 * @typedef {object} Row
 * @property {Entrant | null} entrant  null: a ghost
 * @property {string} id
 * @property {string} name
 * @property {number | null} place
 * @property {import("./order.js").Attempt} attempt
 * @property {number} redeals
 * @property {string | null} replay
 */

/**
 * @param {Race} race
 * @param {number | null} you
 * @param {RoomData} data
 * @returns {HTMLElement[]}
 */
export function rankingRows(race, you, data) {
  const known = standing(race);
  /** @type {Row[]} */
  const rows = race.entrants.map((entrant, i) => ({
    entrant,
    id: String(entrant.id),
    name: entrant.name,
    place: known[i],
    attempt: entrant,
    redeals: entrant.redeals,
    replay: entrant.replay,
  }));
  for (const ghost of race.ghosts) {
    rows.push({entrant: null, id: `g${ghost.id}`, name: ghost.name, place: null, attempt: ghostsAttempt(ghost), redeals: ghost.redeals, replay: ghost.url});
  }
  rows.sort((a, b) => compare(race, a.attempt, b.attempt) || (a.place ?? Infinity) - (b.place ?? Infinity));
  return rows.map((row) => drawRow(row, race, you, data));
}

/**
 * @param {Row} row
 * @param {Race} race
 * @param {number | null} you
 * @param {RoomData} data
 */
function drawRow(row, race, you, {ruleset}) {
  const {entrant, attempt} = row;
  const clock = ruleset.family === "clock";
  const told = entrant === null || !entrant.hidden;
  /**
   * @param {string} label
   * @param {Node | string | (Node | string)[]} content
   * @param {string} [kind]
   */
  const cell = (label, content, kind = "") => make("td", {"data-label": label, class: kind}, ...(Array.isArray(content) ? content : [content]));
  const time = entrant === null ? attempt.time_ms : taken(race, entrant);
  const under = entrant !== null && beats(entrant, race.par) ? " ★" : "";
  return make(
    "tr",
    {"data-result-row": row.id, class: entrant === null ? "ghost" : entrant.id === you ? "you" : ""},
    cell(gettext("Place"), row.place === null ? "–" : number(row.place), "place"),
    make("th", {scope: "row"}, ...nameWords(row)),
    cell(gettext("Result"), resultWord(row, race), `outcome ${attempt.outcome ?? ""}`),
    cell(clock ? gettext("Laid") : gettext("Home"), told ? `${number(attempt.progress)}/${number(ruleset.cards_total)}` : "–"),
    cell(clock ? gettext("Slips") : gettext("Score"), told ? number(clock ? attempt.slips : attempt.score) + under : "–", "score"),
    ...(ruleset.family === "cruel" ? [cell(gettext("Redeals"), told ? number(row.redeals) : "–")] : []),
    cell(gettext("Time"), time === null ? "–" : clockText(time, true), "time"),
    cell("", links(row, race), "replay"),
  );
}

/** @param {Row} row */
function nameWords({entrant, name}) {
  if (entrant === null) return [fill(gettext("Ghost of %(name)s"), {name})];
  /** @type {(Node | string)[]} */
  const words = [entrant.profile ? make("a", {href: entrant.profile}, name) : name];
  const rating = ratingText(entrant);
  if (rating) words.push(make("small", {class: "rating", title: gettext("Rating")}, rating));
  const change = entrant.rating?.change ?? null;
  if (change !== null) {
    const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
    words.push(make("small", {class: `change ${change > 0 ? "up" : change < 0 ? "down" : ""}`, "data-rating-change": String(change)}, sign + number(Math.abs(change))));
  }
  return words;
}

/**
 * @param {Row} row
 * @param {Race} race
 */
function resultWord({entrant, attempt}, race) {
  if (attempt.outcome !== null || entrant === null) return outcomeWord(attempt);
  if (race.ended_at !== null) return gettext("did not play");
  if (entrant.hidden) return entrant.finished_at === null ? gettext("not finished yet") : gettext("hidden");
  return entrant.begun_at === null ? gettext("not begun yet") : gettext("still playing");
}

/**
 * @param {Row} row
 * @param {Race} race
 * @returns {Node[]}
 */
function links({entrant, name, replay}, race) {
  if (!replay) return [];
  const link = make("a", {href: replay, "aria-label": fill(gettext("Replay of %(name)s"), {name})}, gettext("Replay"));
  if (!entrant || race.kind === "practice") return [link];
  return [link, ...ghostButton(replay.replace("/replay/", "/ghost/"), fill(gettext("Race the ghost of %(name)s"), {name}))];
}
