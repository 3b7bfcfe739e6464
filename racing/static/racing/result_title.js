/**
 * The sentence over a result.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 */
import {ghostsAttempt} from "./ghosts.js";
import {fill, gettext} from "./i18n.js";
import {compare} from "./order.js";

/**
 * @param {Race} race
 * @param {Entrant | null} me
 */
export function resultTitle(race, me) {
  if (race.kind === "practice") return me?.outcome === "won" ? gettext("All cards are home!") : gettext("Practice over");
  if (race.ended_at === null) return me?.outcome === "won" ? gettext("You are home!") : gettext("Your attempt is over");
  if (race.entrants.length === 1 && me && race.ghosts.length > 0) return againstGhosts(race, me);
  const first = race.entrants.filter((entrant) => entrant.place === 1);
  if (first.length > 1) return gettext("A tie!");
  if (first.length === 0) return gettext("The race is over");
  if (first[0].outcome !== "won") return fill(nobodyHome(race, first[0]), {name: first[0].name});
  if (first[0] === me) return gettext("You win!");
  return fill(gettext("%(name)s wins"), {name: first[0].name});
}

/**
 * @param {Race} race
 * @param {Entrant} first
 */
function nobodyHome(race, first) {
  // Clock brings everybody equally far, and so it may be elsewhere: the score or the time decided.
  const asFar = race.entrants.some((entrant) => entrant !== first && entrant.progress >= first.progress);
  return asFar ? gettext("Nobody got home. %(name)s comes first.") : gettext("Nobody got home. %(name)s got furthest.");
}

/**
 * @param {Race} race
 * @param {Entrant} me
 */
function againstGhosts(race, me) {
  const best = race.ghosts.toSorted((a, b) => compare(race, ghostsAttempt(a), ghostsAttempt(b)))[0];
  const order = compare(race, me, ghostsAttempt(best));
  const sentence = order < 0 ? gettext("You beat the ghost of %(name)s!") : order > 0 ? gettext("The ghost of %(name)s wins") : gettext("A tie with the ghost of %(name)s!");
  return fill(sentence, {name: best.name});
}
