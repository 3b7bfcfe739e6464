/**
 * What a result says in one line of text, to be sent to somebody. Plain words: it is read aloud by some, and shown by
 * programs that know no pictures.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 */
import {copied} from "./copy.js";
import {clockText, fill, gettext, ngettext, number} from "./i18n.js";
import {taken} from "./timer.js";

/**
 * @param {Race} race
 * @param {Entrant} me
 * @param {{place: number | null, of: number, total: number, day?: string, streak?: number, url: string}} more
 *   total: cards; day: of a day's deal, as people write it; streak: days in a row
 */
export function shareText(race, me, {place, of, total, day, streak, url}) {
  const what = day ? fill(gettext("%(game)s, deal of %(day)s"), {game: race.ruleset_name, day}) : race.ruleset_name;
  const facts = [`Patience Racing, ${what}: ${reached(race, me, total)}`];
  const time = taken(race, me);
  if (time !== null) facts.push(clockText(time, true));
  if (place !== null && of > 1) facts.push(fill(gettext("place %(place)s of %(of)s"), {place: number(place), of: number(of)}));
  if (streak && streak > 1) facts.push(fill(ngettext("%(count)s day in a row", "%(count)s days in a row", streak), {count: number(streak)}));
  return `${facts.join(", ")}. ${url}`;
}

/**
 * @param {Race} race
 * @param {Entrant} me
 * @param {number} total
 */
function reached(race, me, total) {
  if (me.outcome !== "won") return fill(gettext("%(count)s of %(total)s cards home"), {count: number(me.progress), total: number(total)});
  if (race.ruleset === "clock") {
    return fill(ngettext("home with %(count)s slip", "home with %(count)s slips", me.slips), {count: number(me.slips)});
  }
  return fill(gettext("home, score %(score)s"), {score: number(me.score)});
}

/**
 * Hand a text to whatever the device shares with, or to the clipboard.
 *
 * @param {string} text
 * @returns {Promise<"shared" | "copied" | "failed">}
 */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    // Whoever closes the sheet without sharing has done nothing wrong.
    return navigator.share({text}).then(() => "shared", () => "failed");
  }
  return (await copied(text)) ? "copied" : "failed";
}
