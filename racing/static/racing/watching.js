/** How many watch a race, beside its goal. */
import {find, setText} from "./dom.js";
import {fill, ngettext, number} from "./i18n.js";

/**
 * @param {HTMLElement} place
 * @param {number} count
 */
export function drawWatching(place, count) {
  place.hidden = count === 0;
  const words = fill(ngettext("%(count)s is watching", "%(count)s are watching", count), {count: number(count)});
  place.title = words;
  setText(find(place, "[data-count]"), number(count));
  setText(find(place, ".visually-hidden"), words);
}
