/**
 * Who is ahead of whom, as the race's goal ranks them: for standings that the server has not settled yet, and for ghosts.
 * The places of a finished race come from the server.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 *
 * @typedef {object} Attempt
 * @property {Entrant["outcome"]} outcome
 * @property {number} progress
 * @property {number} score
 * @property {number} slips
 * @property {number | null} time_ms
 */

/**
 * @param {Race} race
 * @param {Attempt} one
 * @param {Attempt} other
 * @returns {number}  below 0: the one is ahead; 0: they are equal
 */
export function compare(race, one, other) {
  const mine = keys(race, one);
  const its = keys(race, other);
  const at = mine.findIndex((value, i) => value !== its[i]);
  return at < 0 ? 0 : mine[at] - its[at];
}

/**
 * Places 1, 2, 2, 4 … for those whose attempts are over; null for the others.
 *
 * @template {Attempt} A
 * @param {Race} race
 * @param {readonly A[]} attempts
 * @returns {(number | null)[]}
 */
export function places(race, attempts) {
  const over = attempts.filter(({outcome}) => outcome !== null);
  return attempts.map((one) => (one.outcome === null ? null : 1 + over.filter((other) => compare(race, other, one) < 0).length));
}

/** Of a day's deal at least so many of the best are told; see BEST in racing/days.py. */
const TOLD_OF_A_DAY = 20;

/**
 * The places of a race's entrants as far as they are known: the server's when it is over, until then by who is done.
 *
 * @param {Race} race
 * @returns {(number | null)[]}
 */
export function standing(race) {
  if (race.ended_at !== null) return race.entrants.map(({place}) => place);
  const isWhole = race.entrants.length >= race.entrants_total;
  // Whoever is among the best of those that are told is so among all: the better ones are all told.
  return places(race, race.entrants).map((place) => (place !== null && (isWhole || place <= TOLD_OF_A_DAY) ? place : null));
}

/**
 * @param {Race} race
 * @param {Attempt} attempt
 */
function keys(race, {outcome, progress, score, slips, time_ms}) {
  const won = outcome === "won";
  const time = time_ms ?? Infinity;
  const cost = race.ruleset === "clock" ? slips : score;
  if (won && race.goal === "first_home") return [0, 0, time, race.ruleset === "clock" ? slips : 0];
  return [outcome === null ? 2 : won ? 0 : 1, won ? 0 : -progress, cost, time];
}
