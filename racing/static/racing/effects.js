/**
 * The three effects, applied to a view: new view = old view + effects. Pure, and the twin of the engine's apply_effects.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Effect} Effect
 */

/**
 * Return the view after the effects, in order. The old view stays as it was; piles that did not change are shared.
 *
 * @param {View} view
 * @param {readonly Effect[]} effects
 * @returns {View}
 * @throws {RangeError} when an effect does not fit this view: the caller is out of step and has to ask for a whole table
 */
export function applyEffects(view, effects) {
  const after = {...view};
  for (const effect of effects) {
    if (effect[0] === "shift") {
      const [, source, target, count] = effect;
      const from = pileOf(after, source, count);
      const onto = pileOf(after, target, 0);
      const cut = from.length - count;
      after[source] = from.slice(0, cut);
      after[target] = (source === target ? after[source] : onto).concat(from.slice(cut));
    } else if (effect[0] === "turn") {
      const [, name, card] = effect;
      const pile = pileOf(after, name, 1);
      after[name] = [...pile.slice(0, -1), card];
    } else if (effect[0] === "lay") {
      for (const [name, cards] of Object.entries(effect[1])) {
        pileOf(after, name, 0);
        after[name] = [...cards];
      }
    } else {
      throw new RangeError(`unknown effect ${JSON.stringify(effect)}`);
    }
  }
  return after;
}

/**
 * @param {View} view
 * @param {string} name
 * @param {number} least
 */
function pileOf(view, name, least) {
  const pile = view[name];
  if (!pile || pile.length < least) throw new RangeError(`pile ${name} does not hold ${least} cards`);
  return pile;
}
