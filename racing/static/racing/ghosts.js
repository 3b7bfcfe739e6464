/**
 * Ghosts: stored attempts that are raced against. A ghost is a line of points, and at a time it stands where its last
 * point before that time is: it plays at its own pace, whatever the others do.
 *
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").Ghost} Ghost
 * @typedef {import("./types.js").LinePoint} LinePoint
 */

/** Browsers turn a timer that is set for longer than this into one that is over at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The index of the last point that is not after a time; -1 before the first.
 *
 * @param {readonly LinePoint[]} line
 * @param {number} ms  from the start
 */
export function lastAt(line, ms) {
  let low = -1;
  let high = line.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (line[middle][0] <= ms) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Where a ghost is at a time, in the shape of an entrant's line.
 *
 * @param {Ghost} ghost
 * @param {number} ms  from the start
 * @returns {{progress: number, plies: number, redeals: number, score: number, outcome: Entrant["outcome"]}}
 */
export function ghostAt(ghost, ms) {
  const [, progress, plies, redeals, score] = ghost.line[Math.max(0, lastAt(ghost.line, ms))] ?? [0, 0, 0, 0, 0];
  return {progress, plies, redeals, score, outcome: ms >= ghost.time_ms ? ghost.outcome : null};
}

/**
 * How long until any ghost moves next.
 *
 * @param {readonly Ghost[]} ghosts
 * @param {number} ms  from the start
 * @returns {number | null}  null when all have come to their end
 */
export function nextMove(ghosts, ms) {
  const times = ghosts.flatMap((ghost) => [ghost.line[lastAt(ghost.line, ms) + 1]?.[0], ghost.time_ms]);
  const ahead = times.filter((time) => time !== undefined && time > ms);
  return ahead.length ? Math.min(LONGEST_MS, Math.min(...ahead) - ms) : null;
}

/**
 * A ghost at its end, to be ranked among the entrants.
 *
 * @param {Ghost} ghost
 * @returns {import("./order.js").Attempt}
 */
export function ghostsAttempt({outcome, score, time_ms, line}) {
  return {outcome: outcome ?? "lost", progress: line.at(-1)?.[1] ?? 0, score, slips: score, time_ms};
}
