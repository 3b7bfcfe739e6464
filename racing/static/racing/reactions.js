/**
 * Quick reactions: six signs instead of a chat. They float for a moment at the bar of whoever sends them. Loaded when the
 * first one is sent, received or looked for.
 */
import {find, isCalm, make} from "./dom.js";
import {fill, gettext} from "./i18n.js";

const FACE = '<circle cx="12" cy="12" r="9"/>';
const EYES = '<path d="M8.6 9.4v.9M15.4 9.4v.9"/>';
/** The inner markup of each sign, drawn in lines on 24 by 24. */
const SIGNS = {
  wave: '<path d="M8.4 12.6 6 8.9a1.4 1.4 0 0 1 2.4-1.5l2.5 3.9M10.9 11.3 7.6 6.1A1.4 1.4 0 0 1 10 4.6l3.4 5.4M13.4 10l-2.3-3.7a1.4 1.4 0 0 1 2.4-1.5l3 4.9c.2-1 .3-1.7.2-2.6-.1-1.5 1.7-1.9 2.2-.6 1.1 3 1 6.3-.2 8.6-2 3.8-6.8 4.7-10 .9l-3.8-4.6a1.4 1.4 0 0 1 2.2-1.8"/><path d="M3.2 15.5c.4 2 1.6 3.7 3.3 4.7M20 3.6c.8.6 1.4 1.3 1.8 2.2"/>',
  cheer: '<path d="M8 4h8v5a4 4 0 0 1-8 0zM8 5.6H4.8c0 3 1.2 4.6 3.5 4.8M16 5.6h3.2c0 3-1.2 4.6-3.5 4.8M12 13v4M8.5 20h7M12 17c-2 0-3 1.2-3 3h6c0-1.8-1-3-3-3z"/>',
  wow: `${FACE}${EYES}<circle cx="12" cy="15.3" r="2.1"/>`,
  think: `${FACE}<path d="M8.6 9.7v.9M15.4 9.2v.9M14 7.2l2.6-.6M8.8 15.8c1.7-1.2 3.9-1.5 6.2-.7"/>`,
  laugh: `${FACE}<path d="m7.4 10.3 1.3-1.4 1.3 1.4M14 10.3l1.3-1.4 1.3 1.4M7.3 13.4h9.4c-.5 2.7-2.3 4.2-4.7 4.2s-4.2-1.5-4.7-4.2z"/>`,
  sigh: `${FACE}<path d="M7.8 10.2c.6.4 1.3.4 1.9 0M14.3 10.2c.6.4 1.3.4 1.9 0M9.2 16.3c1.7-1.3 3.9-1.3 5.6 0"/>`,
};
const SHOWN_MS = 2600;

/** @typedef {keyof typeof SIGNS} Reaction */

/** @returns {Record<Reaction, string>}  what each sign says, as a person would */
function words() {
  return {
    wave: gettext("Hello!"),
    cheer: gettext("Well played!"),
    wow: gettext("Wow!"),
    think: gettext("Let me think …"),
    laugh: gettext("Ha ha!"),
    sigh: gettext("Oh no …"),
  };
}

/** @param {string} name */
function isReaction(name) {
  return name in SIGNS;
}

/** @param {Reaction} name */
function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = SIGNS[name];
  return svg;
}

/**
 * Fill the menu, once.
 *
 * @param {HTMLElement} menu
 * @param {(reaction: Reaction) => void} send
 */
export function fillMenu(menu, send) {
  const place = find(menu, "[data-reactions]");
  if (place.childElementCount > 0) return;
  const said = words();
  place.append(
    .../** @type {Reaction[]} */ (Object.keys(SIGNS)).map((name) => {
      const button = make("button", {type: "button", class: "reaction", "data-react": name, "aria-label": said[name], title: said[name]}, sign(name));
      button.addEventListener("click", () => {
        send(name);
        menu.removeAttribute("open");
      });
      return button;
    }),
  );
}

/**
 * Show a sign at the bar of whoever sent it.
 *
 * @param {HTMLElement | null} line  the bar; null when it is not shown
 * @param {string} name  who sent it
 * @param {string} reaction
 * @returns {string}  what a screen reader says
 */
export function show(line, name, reaction) {
  if (!isReaction(reaction)) return "";
  const known = /** @type {Reaction} */ (reaction);
  if (line) {
    line.querySelector(".reacting")?.remove();
    const bubble = make("span", {class: "reacting", "data-reacting": reaction, "aria-hidden": "true"}, sign(known));
    line.append(bubble);
    if (!isCalm()) bubble.animate([{translate: "0 8px", scale: ".6", opacity: 0}, {translate: "0", scale: "1", opacity: 1}], {duration: 200, easing: "ease-out"});
    setTimeout(() => bubble.remove(), SHOWN_MS);
  }
  return fill(gettext("%(name)s: %(words)s"), {name, words: words()[known]});
}
