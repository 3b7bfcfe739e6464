/** The page about fairness: the checker of a seed, a commitment and a deal. It asks the server nothing. */
import {find, make, setText} from "./dom.js";
import {cardName, fill, gettext} from "./i18n.js";
import {hex} from "./sha256.js";
import {commitmentOf, commitmentText, dealOf, readSeed, seedOfNumber} from "./shuffle.js";

const SIGNS = {S: "♠", H: "♥", D: "♦", C: "♣"};
const form = /** @type {HTMLFormElement} */ (find(document, "[data-checker]"));
const checked = find(document, "[data-checked]");

/** @param {string} name */
function field(name) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (find(form, `[name=${name}]`));
}

/** @param {string} name */
function value(name) {
  return field(name).value.trim();
}

/** @param {string} text  a seed, or the number of a deal */
async function seedOf(text) {
  return /^[1-9]\d{0,18}$/.test(text) ? seedOfNumber(text) : readSeed(text);
}

async function check() {
  const seed = await seedOf(value("seed"));
  checked.hidden = false;
  for (const part of ["digest", "deal"]) find(checked, `[data-check-${part}]`).hidden = true;
  if (!seed) return say(gettext("A seed has 64 digits and letters a to f."), false);
  const [code, ruleset, shown] = [value("code"), value("ruleset"), value("commitment").toLowerCase()];
  find(checked, "[data-check-digest]").hidden = code === "";
  if (code) {
    const digest = await commitmentOf(code, ruleset, seed);
    setText(find(checked, "[data-check-text]"), commitmentText(code, ruleset, seed));
    setText(find(checked, "[data-check-result]"), digest);
    if (shown === "") say(gettext("This is the fingerprint of that race."), null);
    else if (shown === digest) say(gettext("It holds: the seed gives the fingerprint that was shown before the race."), true);
    else say(gettext("It does not hold: this seed gives another fingerprint."), false);
  } else say(fill(gettext("Seed %(seed)s"), {seed: hex(seed)}), null);
  await drawDeal(ruleset, seed);
}

/**
 * @param {string} sentence
 * @param {boolean | null} holds
 */
function say(sentence, holds) {
  const says = find(checked, "[data-check-says]");
  says.classList.toggle("holds", holds === true);
  says.classList.toggle("fails", holds === false);
  setText(says, sentence);
}

/**
 * @param {string} ruleset
 * @param {Uint8Array} seed
 */
async function drawDeal(ruleset, seed) {
  const {piles, down, stock, open} = await dealOf(ruleset, seed);
  find(checked, "[data-check-deal]").hidden = false;
  find(checked, "[data-dealt]").replaceChildren(
    ...piles.map((pile, i) => make("li", {}, ...pile.map((card, j) => chip(card, down[i][j])))),
  );
  const rest = find(checked, "[data-dealt-stock]");
  rest.hidden = stock.length === 0 && open === null;
  const title = make("strong", {}, open === null ? gettext("Stock, the next card first:") : gettext("Open card:"));
  rest.replaceChildren(title, " ", ...(open === null ? stock : [open]).flatMap((card) => [chip(card, open === null), " "]));
}

/**
 * @param {string} card
 * @param {boolean} isDown
 */
function chip(card, isDown) {
  const red = card[1] === "H" || card[1] === "D";
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (card[1])];
  const text = (card[0] === "T" ? "10" : card[0]) + sign;
  return make("span", {class: `chip${red ? " red" : ""}${isDown ? " down" : ""}`, role: "img", "aria-label": cardName(card)}, text);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
const asked = new URLSearchParams(location.search);
for (const name of ["code", "ruleset", "seed", "commitment"]) {
  const given = asked.get(name);
  if (given) field(name).value = given;
}
if (asked.get("seed")) check();
