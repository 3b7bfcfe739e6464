/**
 * SHA-256 for places where the browser keeps its own to itself: on plain http, as between friends in one network, there
 * is no crypto.subtle. Where there is one, it is used.
 */

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first eight. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array>}  32 bytes
 */
export async function sha256(bytes) {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return ownSha256(bytes);
}

/**
 * The same without the browser's help.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function ownSha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = [...START];
  for (let at = 0; at < padded.length; at += 64) addBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/**
 * @param {Uint8Array} bytes
 */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {number[]} state  eight words, which become the next ones
 * @param {DataView} view
 * @param {number} at  where the block begins
 */
function addBlock(state, view, at) {
  const words = Array.from({length: 16}, (_, i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [a, b] = [words[i - 15], words[i - 2]];
    const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words.push((words[i - 16] + first + words[i - 7] + second) >>> 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const up = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + up + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) >>> 0;
    const down = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (down + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) >>> 0));
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes;
}
