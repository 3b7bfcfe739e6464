/**
 * What is known of a race, put together from `race` (all of it) and `progress` (how far some are). Messages overtake each
 * other, and the result is the same in whichever order they come: changes are counted, and so are everybody's plies.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").ProgressLine} ProgressLine
 */

/**
 * @param {Race | null} known
 * @param {Race} message
 * @returns {Race | null} null: it was known, all of it
 */
export function withRace(known, message) {
  if (!known) return message;
  if (message.changes < known.changes) return null;
  // Where everybody begins alone, each message is all there is to know.
  if (!isLive(message)) return message.version < known.version ? null : message;
  const lines = new Map(known.entrants.map((line) => [line.id, line]));
  return counted(message, message.entrants.map((line) => {
    const last = lines.get(line.id);
    return last && last.plies > line.plies ? last : line;
  }));
}

/**
 * @param {Race | null} known
 * @param {ProgressLine[]} progress
 * @returns {Race | null} null: there is nothing new in it
 */
export function withProgress(known, progress) {
  if (!known || !isLive(known)) return null;
  let isNew = false;
  const entrants = known.entrants.map((line) => {
    const told = progress.find(([id, plies]) => id === line.id && plies > line.plies);
    if (!told) return line;
    isNew = true;
    const [, plies, cards, redeals, score, slips] = told;
    return {...line, plies, progress: cards, redeals, score, slips};
  });
  return isNew ? counted(known, entrants) : null;
}

/** @param {Race} race */
const isLive = (race) => race.kind === "race" || race.kind === "practice";

/**
 * @param {Race} race
 * @param {Entrant[]} entrants
 * @returns {Race}
 */
const counted = (race, entrants) =>
  ({...race, entrants, version: entrants.reduce((sum, {plies}) => sum + plies, race.changes)});
