/**
 * Where a dropped card is meant to go. Pure.
 *
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 */

/** Who covers this much of a pile that takes nothing means that pile, and wants to know why not. */
const MEANT = 0.5;
/** How far beside a pile, in widths of a card, a drop still finds it. */
const NEAR = 0.6;

/**
 * @param {Box} card  the lowest of the dropped cards
 * @param {readonly (Box & {name: string})[]} piles  without the one it came from
 * @param {ReadonlySet<string>} legal  the piles that take it
 * @returns {string | null} a pile, legal or not; null when it was dropped beside all of them
 */
export function snap(card, piles, legal) {
  const measured = piles.map((pile) => ({name: pile.name, cover: cover(card, pile), gap: gap(card, pile)}));
  const most = measured.reduce((best, next) => (next.cover > best.cover ? next : best), {name: "", cover: 0, gap: 0});
  if (most.cover > 0 && legal.has(most.name)) return most.name;
  if (most.cover >= MEANT) return most.name;
  const takers = measured.filter(({name, gap}) => legal.has(name) && gap <= NEAR * card.w);
  takers.sort((a, b) => b.cover - a.cover || a.gap - b.gap);
  return takers[0]?.name ?? (most.cover > 0.15 ? most.name : null);
}

/**
 * The part of the card that lies on the pile, 0 to 1.
 *
 * @param {Box} card
 * @param {Box} pile
 */
function cover(card, pile) {
  const wide = Math.min(card.x + card.w, pile.x + pile.w) - Math.max(card.x, pile.x);
  const tall = Math.min(card.y + card.h, pile.y + pile.h) - Math.max(card.y, pile.y);
  return wide > 0 && tall > 0 ? (wide * tall) / (card.w * card.h) : 0;
}

/**
 * @param {Box} card
 * @param {Box} pile
 */
function gap(card, pile) {
  const aside = Math.max(0, pile.x - card.x - card.w, card.x - pile.x - pile.w);
  const above = Math.max(0, pile.y - card.y - card.h, card.y - pile.y - pile.h);
  return Math.hypot(aside, above);
}
