/**
 * Words for people, by the catalogue that a joined file brings along (racing/sentences.py), or else Django's own
 * (/jsi18n/). Without one, as in node, the English of the source is used.
 *
 * @typedef {object} Catalogue
 * @property {Record<string, string | string[]>} [catalog]  an English sentence to its translation, or to its plural forms
 * @property {(count: number) => number | boolean} [pluralidx]  which of the forms a number takes
 */

/** @returns {Catalogue} */
function words() {
  return /** @type {any} */ (globalThis).django ?? {};
}

/**
 * @param {string} text
 * @returns {string}
 */
export function gettext(text) {
  const found = words().catalog?.[text];
  return found === undefined ? text : [found].flat()[0];
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @returns {string}
 */
export function ngettext(one, many, count) {
  const {catalog, pluralidx} = words();
  const found = catalog?.[one];
  return found && pluralidx ? [found].flat()[Number(pluralidx(count))] : count === 1 ? one : many;
}

/**
 * Fill %(name)s in a sentence.
 *
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * A sentence begins with a capital, also when it begins with a card's name.
 *
 * @param {string} sentence
 */
export function capital(sentence) {
  return sentence.charAt(0).toLocaleUpperCase(language()) + sentence.slice(1);
}

/**
 * A pile's name inside a sentence; German writes its nouns large everywhere.
 *
 * @param {string} name
 */
export function inside(name) {
  return language() === "de" ? name : name.charAt(0).toLocaleLowerCase(language()) + name.slice(1);
}

/** The page's language, for numbers. */
function language() {
  return globalThis.document?.documentElement.lang || "en";
}

/**
 * What stands between thousands, and before tenths. Intl knows it too, but the first time it is asked takes a phone a tenth
 * of a second, and a room's first picture has numbers.
 *
 * @type {Record<string, readonly [string, string]>}
 */
const MARKS = {en: [",", "."], de: [".", ","], "pt-br": [".", ","], ru: ["\u00a0", ","]};

function marks() {
  return MARKS[language()] ?? MARKS.en;
}

/** @param {number} value  shown to thousandths */
export function number(value) {
  const [between, before] = marks();
  const [whole, part] = String(Math.round(value * 1000) / 1000).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, between) + (part ? before + part : "");
}

/**
 * A time as 4:07 or 1:02:33; with tenths while it matters who was faster.
 *
 * @param {number} ms
 * @param {boolean} [tenths]
 */
export function clockText(ms, tenths = false) {
  // Rounded down, as every clock does; a tenth is cut, never rounded up to a second that was not reached.
  const total = Math.max(0, Math.floor(ms / 100));
  const seconds = Math.floor(total / 10) % 60;
  const minutes = Math.floor(total / 600) % 60;
  const hours = Math.floor(total / 36000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const whole = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return tenths ? whole + marks()[1] + (total % 10) : whole;
}

/** @returns {Record<string, string>} */
function rankNames() {
  return {
    A: gettext("ace"), 2: gettext("two"), 3: gettext("three"), 4: gettext("four"), 5: gettext("five"),
    6: gettext("six"), 7: gettext("seven"), 8: gettext("eight"), 9: gettext("nine"), T: gettext("ten"),
    J: gettext("jack"), Q: gettext("queen"), K: gettext("king"),
  };
}

/** @returns {Record<string, string>} */
function suitNames() {
  return {S: gettext("spades"), H: gettext("hearts"), D: gettext("diamonds"), C: gettext("clubs")};
}

/** @param {string} card */
export function cardName(card) {
  if (card === "##") return gettext("a face-down card");
  // Translators: a card's name, as in "seven of hearts".
  return fill(gettext("%(rank)s of %(suit)s"), {rank: rankNames()[card[0]], suit: suitNames()[card[1]]});
}

/** @param {string} suit */
export function suitName(suit) {
  return suitNames()[suit];
}

/**
 * @param {string} name
 * @param {"cruel" | "clock" | "alternations"} family
 * @param {number} foundations  how many there are
 */
export function pileName(name, family, foundations) {
  if (name === "s") return gettext("Stock");
  if (name === "w") return gettext("Waste");
  if (name === "o") return gettext("Open card");
  if (name.startsWith("f")) {
    const suit = "SHDC"[Math.floor(((Number(name.slice(1)) - 1) * 4) / foundations)];
    return fill(gettext("Foundation of %(suit)s"), {suit: suitName(suit)});
  }
  if (family !== "clock") return fill(gettext("Pile %(number)s"), {number: name});
  const hour = name.replace("u", "");
  if (name.startsWith("u")) return fill(gettext("Laid at %(hour)s"), {hour: hourName(hour)});
  return hour === "13" ? gettext("The middle") : fill(gettext("%(hour)s o’clock"), {hour});
}

/** @param {string} hour  inside a sentence */
export function hourName(hour) {
  return hour === "13" ? gettext("the middle") : fill(gettext("%(hour)s o’clock"), {hour});
}
