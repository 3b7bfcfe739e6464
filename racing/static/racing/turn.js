/**
 * The sign in the tab that somebody waits for you: another icon, and a mark before the title. For who looks elsewhere.
 *
 * @typedef {import("./types.js").Race} Race
 */

const MARK = "● ";
/** The title of a countdown: notice.js. */
const COUNTING = /^\d+ · /;

/**
 * Whether the race waits for this entrant: all others are ready, or it is about to start.
 *
 * @param {Race} race
 * @param {number | null} you
 */
export function isYourTurn(race, you) {
  if (race.kind !== "race" || you === null) return false;
  if (race.status === "countdown") return true;
  const others = race.entrants.filter(({id}) => id !== you);
  const own = race.entrants.find(({id}) => id === you);
  return race.status === "open" && own?.ready === false && others.length > 0 && others.every(({ready}) => ready);
}

/**
 * Show it, or take it away.
 *
 * @param {boolean} on
 */
export function showTurn(on) {
  const icon = document.querySelector("link[rel=icon]");
  if (!(icon instanceof HTMLLinkElement)) return;
  icon.dataset.usual ??= icon.href;
  const wanted = new URL((on && icon.dataset.turn) || icon.dataset.usual, location.href).href;
  if (icon.href !== wanted) icon.href = wanted;
  if (COUNTING.test(document.title)) return;
  const title = document.title.startsWith(MARK) ? document.title.slice(MARK.length) : document.title;
  if (document.title !== (on ? MARK + title : title)) document.title = on ? MARK + title : title;
}
