/** Card backs: a ground, a figure repeated over it, a frame. Each is one path, on a card of 100 by 140. */
import {setting} from "./settings.js";

/**
 * The figure at every point of a lattice, every other row set off by half a step when asked.
 *
 * @param {number} stepX
 * @param {number} stepY
 * @param {boolean} staggered
 * @param {(x: number, y: number) => string} figure
 */
function lattice(stepX, stepY, staggered, figure) {
  const parts = [];
  for (let row = 0, y = 12; y <= 128.5; row++, y += stepY) {
    for (let x = 12 + (staggered && row % 2 ? stepX / 2 : 0); x <= 88.5; x += stepX) parts.push(figure(x, y));
  }
  return parts.join("");
}

/** @param {number} value */
const at = (value) => value.toFixed(1);

/** A star of four points. */
const STAR = "l1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.5z";

/** @type {Record<string, () => string>} */
const FIGURES = {
  diamonds: () => lattice(12.66, 11.6, false, (x, y) => `M${at(x)} ${at(y - 4)}l3.4 4-3.4 4-3.4-4z`),
  // Scales that lie over each other: two arcs, the inner one smaller.
  waves: () =>
    lattice(12.66, 7.25, true, (x, y) =>
      `M${at(x - 5.6)} ${at(y + 3)}a5.6 5.6 0 0 1 11.2 0h-1.7a3.9 3.9 0 0 0-7.8 0zM${at(x - 2)} ${at(y + 3)}a2 2 0 0 1 4 0z`,
    ),
  stars: () => lattice(19, 14.5, true, (x, y) => `M${at(x)} ${at(y - 5.5)}${STAR}`),
};

/**
 * The inner SVG of a back.
 *
 * @param {string} [name]  the chosen one, when left out
 */
export function backArt(name = setting("back")) {
  const frame = '<rect class="back-frame" x="5" y="5" width="90" height="130" rx="6"/>';
  return `<rect class="back-ground" x="5" y="5" width="90" height="130" rx="6"/><path class="back-figure" d="${FIGURES[name]()}"/>${frame}`;
}
