/** The button that opens a race against a stored attempt: a plain form, with the token of another one on the page. */
import {make} from "./dom.js";
import {gettext} from "./i18n.js";

/**
 * @param {string} action  where the race is opened
 * @param {string} label  whose ghost, for those who cannot see the row it stands in
 * @returns {Node[]}  nothing, on a page without a token
 */
export function ghostButton(action, label) {
  const token = document.querySelector("input[name=csrfmiddlewaretoken]");
  if (!token) return [];
  const button = make("button", {class: "link", type: "submit", "data-action": "ghost", "aria-label": label}, gettext("Race the ghost"));
  return [make("form", {class: "inline", method: "post", action}, token.cloneNode(), button)];
}
