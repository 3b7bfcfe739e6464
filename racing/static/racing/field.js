/**
 * The field of a race: entrants and ghosts as one list, in the order in which they stand. No page: node tests it.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 *
 * @typedef {object} Runner
 * @property {string} key  unlike any other's
 * @property {number} id  of the entrant, or of the ghost
 * @property {boolean} isGhost
 * @property {boolean} isYou
 * @property {string} name
 * @property {string} rating  as it is shown; empty without one
 * @property {number | null} place  while they race: 1 for the one ahead of all; equals share one
 * @property {number} progress
 * @property {number} plies
 * @property {number} redeals
 * @property {number} slips
 * @property {Entrant["outcome"]} outcome
 * @property {boolean} ready
 * @property {boolean} away
 * @property {boolean} hidden
 * @property {boolean} hasBegun
 * @property {boolean} isFinished
 * @property {readonly import("./types.js").LinePoint[] | null} line  of a ghost: all of it
 */
import {ghostAt} from "./ghosts.js";
import {gettext} from "./i18n.js";

/**
 * Everybody, in order: as seated before the start, then the one furthest home first. Ties keep their order, so that lines
 * do not swap at every move.
 *
 * @param {Race} race
 * @param {number | null} you
 * @param {number} passed  ms from the start
 * @returns {Runner[]}
 */
export function runners(race, you, passed) {
  const field = [...race.entrants.map((entrant) => entrantRunner(entrant, you)), ...ghostRunners(race, passed)];
  if (race.status === "open" || race.status === "countdown") return field;
  if (race.status === "finished") {
    const places = new Map(race.entrants.map(({id, place}) => [`e${id}`, place]));
    for (const runner of field) runner.place = places.get(runner.key) ?? null;
    return field.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity));
  }
  const sorted = field.toSorted((a, b) => lead(b) - lead(a) || Number(b.isYou) - Number(a.isYou));
  if (sorted.length < 2 || sorted.some(({hidden}) => hidden)) return sorted;
  for (const runner of sorted) runner.place = 1 + sorted.filter((other) => lead(other) > lead(runner)).length;
  return sorted;
}

/**
 * Who is ahead of all others, alone.
 *
 * @param {readonly Runner[]} field  in order
 */
export function leader(field) {
  return field.length > 1 && field[0].place === 1 && field[1].place !== 1 ? field[0] : null;
}

/** @param {Runner} runner */
function lead(runner) {
  return (runner.outcome === "won" ? 1000 : 0) + runner.progress;
}

/**
 * @param {Entrant} entrant
 * @param {number | null} you
 * @returns {Runner}
 */
function entrantRunner(entrant, you) {
  const {id, name, progress, plies, redeals, slips, outcome, ready, away, hidden} = entrant;
  return {
    id, name, progress, plies, redeals, slips, outcome, ready, away, hidden,
    key: `e${id}`,
    isGhost: false,
    isYou: id === you,
    rating: ratingText(entrant),
    place: null,
    hasBegun: entrant.begun_at !== null,
    isFinished: entrant.finished_at !== null,
    line: null,
  };
}

/**
 * @param {Race} race
 * @param {number} passed
 * @returns {Runner[]}
 */
function ghostRunners(race, passed) {
  return race.ghosts.map((ghost) => ({
    ...ghostAt(ghost, passed),
    key: `g${ghost.id}`,
    id: ghost.id,
    isGhost: true,
    isYou: false,
    name: ghost.name,
    rating: "",
    place: null,
    slips: race.ruleset === "clock" ? ghostAt(ghost, passed).score : 0,
    ready: true,
    away: false,
    hidden: false,
    hasBegun: true,
    isFinished: passed >= ghost.time_ms,
    line: ghost.line,
  }));
}

/**
 * A rating as it stands beside a name and everywhere else, a number that nobody counts with; a question mark while it is
 * provisional.
 *
 * @param {Entrant} entrant
 */
export function ratingText({rating}) {
  return rating ? String(rating.shown) + (rating.provisional ? "?" : "") : "";
}

/** @param {{outcome: Entrant["outcome"]}} entrant */
export function outcomeWord({outcome}) {
  switch (outcome) {
    case "won": return gettext("home");
    case "lost": return gettext("blocked");
    case "resigned": return gettext("resigned");
    case "timeout": return gettext("out of time");
    default: return "";
  }
}
