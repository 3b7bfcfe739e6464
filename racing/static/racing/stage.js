/**
 * What a room shows. A live race goes through its phases with everybody at once. In a challenge and in a day's deal the
 * race runs from the first moment, and everybody goes through it alone:
 *
 *   before --begin--> running --own end--> waiting --the term ends--> finished
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").RaceStatus | "before" | "waiting"} Stage
 */

/**
 * Whether everybody begins when it suits.
 *
 * @param {Race} race
 */
export function isAlone(race) {
  return race.kind === "challenge" || race.kind === "daily";
}

/**
 * @param {Race} race
 * @param {Entrant | null} me
 * @param {number} now  epoch ms by the server
 * @returns {Stage}
 */
export function stageOf(race, me, now) {
  if (!isAlone(race) || race.status !== "running") return race.status;
  if (!me || me.begun_at === null) return "before";
  return me.outcome === null || canUndo(me, now) ? "running" : "waiting";
}

/**
 * Whether giving up can still be taken back.
 *
 * @param {Entrant | null} me
 * @param {number} now
 */
export function canUndo(me, now) {
  return me !== null && me.undo_until !== null && now < me.undo_until;
}

/**
 * How long until the term ends, in the unit in which people say it.
 *
 * @param {number} ms
 * @returns {{unit: "day" | "hour" | "minute", count: number}}  rounded down, but a last minute is one
 */
export function roughly(ms) {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  if (minutes >= 48 * 60) return {unit: "day", count: Math.floor(minutes / (24 * 60))};
  if (minutes >= 120) return {unit: "hour", count: Math.floor(minutes / 60)};
  return {unit: "minute", count: minutes};
}
