/**
 * The term of a challenge or a day's deal, in words.
 *
 * @typedef {import("./types.js").Race} Race
 */
import {fill, gettext, ngettext, number} from "./i18n.js";
import {roughly} from "./stage.js";

/**
 * Until when it is open, and how long that is.
 *
 * @param {Race} race
 * @param {number} now  epoch ms by the server
 */
export function termText(race, now) {
  if (race.closes_at === null) return "";
  if (race.closes_at <= now || race.ended_at !== null) return gettext("The time is over.");
  const language = globalThis.document?.documentElement.lang || "en";
  const when = new Date(race.closes_at).toLocaleString(language, {weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit"});
  return `${fill(gettext("Open until %(when)s"), {when})} · ${leftText(race.closes_at - now)}`;
}

/** @param {number} ms */
export function leftText(ms) {
  const {unit, count} = roughly(ms);
  switch (unit) {
    case "day": return fill(ngettext("%(count)s day left", "%(count)s days left", count), {count: number(count)});
    case "hour": return fill(ngettext("%(count)s hour left", "%(count)s hours left", count), {count: number(count)});
    default: return fill(ngettext("%(count)s minute left", "%(count)s minutes left", count), {count: number(count)});
  }
}
