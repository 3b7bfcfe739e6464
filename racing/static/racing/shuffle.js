/**
 * From a seed to the cards on the table, worked out here and not asked of the server: what the page about fairness checks
 * a deal with. The steps are those of docs/rules.md; the vectors of an independent program test both.
 */
import {hex, sha256} from "./sha256.js";

const RANKS = "A23456789TJQK";
/** One pack as it begins: ace to king of spades, hearts, diamonds, clubs. */
const PACK = [..."SHDC"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const WORDS = 2 ** 32;
const SEED_BYTES = 32;
/** The two that deal pile by pile; the others of the family go round the piles. */
const WHOLE_PILES = ["cruel", "cruel-when-changed"];

/**
 * @typedef {object} Dealt  a table as it is dealt; of each pile the bottom card first
 * @property {string[][]} piles
 * @property {boolean[][]} down  which of them lie face down
 * @property {string[]} stock  the next card first
 * @property {string | null} open  the card that is turned first, in Clock
 */

/**
 * Read a seed as the pages show it.
 *
 * @param {string} text  64 hexadecimal digits
 * @returns {Uint8Array<ArrayBuffer> | null}  null when it is none
 */
export function readSeed(text) {
  const digits = text.replace(/\s/g, "").toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) return null;
  return Uint8Array.from({length: SEED_BYTES}, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** @param {string} number  of a deal, 1 to 2^63-1, in decimal */
export function seedOfNumber(number) {
  return sha256(new TextEncoder().encode(`patience-deal:${number}`));
}

/**
 * What a race shows before it starts.
 *
 * @param {string} code
 * @param {string} ruleset
 * @param {Uint8Array} seed
 * @returns {Promise<string>}  64 hexadecimal digits
 */
export async function commitmentOf(code, ruleset, seed) {
  return hex(await sha256(new TextEncoder().encode(commitmentText(code, ruleset, seed))));
}

/**
 * @param {string} code
 * @param {string} ruleset
 * @param {Uint8Array} seed
 */
export function commitmentText(code, ruleset, seed) {
  return `patience-race-v1|${code}|${ruleset}|${hex(seed)}`;
}

/**
 * The order of the pack.
 *
 * @param {Uint8Array} seed
 * @param {number} [decks]
 */
export async function packOf(seed, decks = 1) {
  const pack = Array.from({length: decks}, () => PACK).flat();
  const words = wordsOf(seed);
  for (let last = pack.length - 1; last > 0; last--) {
    const chosen = await below(last + 1, words);
    [pack[last], pack[chosen]] = [pack[chosen], pack[last]];
  }
  return pack;
}

/**
 * The table of a game as it is dealt.
 *
 * @param {string} ruleset
 * @param {Uint8Array} seed
 * @returns {Promise<Dealt>}
 */
export async function dealOf(ruleset, seed) {
  if (ruleset === "alternations") {
    const pack = await packOf(seed, 2);
    const piles = roundAndRound(pack.slice(0, 49), 7);
    return {piles, down: piles.map((pile) => pile.map((_, row) => row % 2 === 1)), stock: pack.slice(49), open: null};
  }
  const pack = await packOf(seed);
  if (ruleset === "clock") {
    const piles = roundAndRound(pack, 13);
    const open = piles[12].pop() ?? null;
    return {piles, down: piles.map((pile) => pile.map(() => true)), stock: [], open};
  }
  const cards = pack.filter((card) => !card.startsWith("A"));
  const piles = WHOLE_PILES.includes(ruleset)
    ? Array.from({length: 12}, (_, pile) => cards.slice(4 * pile, 4 * pile + 4))
    : roundAndRound(cards, 12);
  return {piles, down: piles.map((pile) => pile.map(() => false)), stock: [], open: null};
}

/**
 * @param {string[]} cards
 * @param {number} piles
 */
function roundAndRound(cards, piles) {
  return Array.from({length: piles}, (_, pile) => cards.filter((_card, i) => i % piles === pile));
}

/**
 * A draw below a bound; words from the uneven end are thrown away, or small numbers would come a little more often.
 *
 * @param {number} bound
 * @param {AsyncGenerator<number, never>} words
 */
async function below(bound, words) {
  for (;;) {
    const {value: word} = await words.next();
    if (word < WORDS - (WORDS % bound)) return word % bound;
  }
}

/**
 * @param {Uint8Array} seed
 * @returns {AsyncGenerator<number, never>}
 */
async function* wordsOf(seed) {
  for (let block = 0n; ; block++) {
    const input = new Uint8Array(seed.length + 8);
    input.set(seed);
    new DataView(input.buffer).setBigUint64(seed.length, block);
    const digest = await sha256(input);
    const view = new DataView(digest.buffer, digest.byteOffset);
    for (let at = 0; at < digest.length; at += 4) yield view.getUint32(at);
  }
}
