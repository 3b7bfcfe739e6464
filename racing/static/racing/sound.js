/**
 * The sounds of a race: a tick for each of the last seconds before the start, and a chord when the cards are dealt. Made of
 * two oscillators, no file. Loaded only when a race is about to start.
 *
 * Browsers let a page sound only after somebody touched it; until then it stays silent, and nothing is queued.
 */
import {setting} from "./settings.js";

/** Hertz and the beginning (seconds from the chord's own) of each of its tones. */
const CHORD = [[523.25, 0], [659.25, 0.07], [783.99, 0.14]];
const TICK_HZ = 392;
const LOUDNESS = 0.16;

/** @type {AudioContext | null} */
let context = null;

function wake() {
  if (!("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
}

/** Be ready to sound: at once if the page was touched, otherwise from the first touch on. */
export function arm() {
  if (navigator.userActivation?.hasBeenActive) wake();
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, {once: true, capture: true});
}

/** Another second of the countdown has begun. */
export function tick() {
  tone(TICK_HZ, 0, 0.08, LOUDNESS / 2);
}

/** The race has started. */
export function started() {
  for (const [hertz, at] of CHORD) tone(hertz, at, 0.7, LOUDNESS);
}

/**
 * @param {number} hertz
 * @param {number} at  seconds from now
 * @param {number} length  seconds until it has faded away
 * @param {number} loudness
 */
function tone(hertz, at, length, loudness) {
  if (setting("sound") === "off" || context?.state !== "running") return;
  const from = context.currentTime + at;
  const gain = new GainNode(context, {gain: 0});
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  gain.connect(context.destination);
  const oscillator = new OscillatorNode(context, {type: "triangle", frequency: hertz});
  oscillator.connect(gain);
  oscillator.start(from);
  oscillator.stop(from + length);
}
