/**
 * What a racer has to know about the own table, over it.
 *
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").State} State
 */
import {gettext} from "./i18n.js";

/**
 * @param {Entrant | null} own
 * @param {State | null} state
 * @returns {string} empty when there is nothing
 */
export function bannerText(own, state) {
  if (!own) return gettext("You are watching. Everybody’s cards stay hidden until the race is over.");
  if (own.outcome === "won" || state?.won) return gettext("All your cards are home! The others are still playing.");
  if (own.outcome !== null) return gettext("Your attempt is over. The others are still playing.");
  if (state?.blocked && !state.over) return gettext("Nothing can move any more. Take back, or give up.");
  return "";
}
