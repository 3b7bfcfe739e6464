/**
 * Moves and piles in words, for those who listen to the table.
 *
 * @typedef {import("./types.js").Effect} Effect
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Ruleset} Ruleset
 */
import {capital, cardName, fill, gettext, hourName, inside, ngettext, number, pileName} from "./i18n.js";

/**
 * @param {Ruleset} ruleset
 * @param {number} foundations
 */
export function speaker(ruleset, foundations) {
  const name = (/** @type {string} */ pile) => pileName(pile, ruleset.family, foundations);

  /**
   * A pile with its cards, the top one first: that is the one that moves.
   *
   * @param {string} pile
   * @param {readonly string[]} cards
   */
  function describe(pile, cards) {
    if (cards.length === 0) return fill(gettext("%(pile)s: empty"), {pile: name(pile)});
    const hidden = cards.filter((card) => card === "##").length;
    if (hidden === cards.length || pile === "s") {
      return fill(ngettext("%(pile)s: %(count)s face-down card", "%(pile)s: %(count)s face-down cards", cards.length), {
        pile: name(pile),
        count: number(cards.length),
      });
    }
    // Of a foundation only the top matters, everything under it is known.
    const shown = pile.startsWith("f") ? cards.slice(-1) : cards.filter((card) => card !== "##");
    const words = shown.toReversed().map(cardName).join(", ");
    const sentence = fill(gettext("%(pile)s: %(cards)s"), {pile: name(pile), cards: words});
    if (hidden === 0) return sentence;
    const under = fill(ngettext("and %(count)s face-down card", "and %(count)s face-down cards", hidden), {
      count: number(hidden),
    });
    return `${sentence}, ${under}`;
  }

  /**
   * What happened, from its effects.
   *
   * @param {string} move
   * @param {readonly Effect[]} effects
   * @param {View} after
   */
  function tell(move, effects, after) {
    const words = [];
    if (move === "u") words.push(gettext("Taken back."));
    if (ruleset.family === "clock") return [...words, ...tellHour(move, effects, after)].join(" ");
    for (const effect of effects) {
      if (effect[0] === "lay") words.push(gettext("The piles are laid anew."));
      else if (effect[0] === "turn" && effect[2] !== "##") {
        words.push(capital(fill(gettext("%(card)s turned up."), {card: cardName(effect[2])})));
      } else if (effect[0] === "shift" && move !== "u") {
        const card = after[effect[2]]?.at(-effect[3]) ?? "##";
        if (card === "##") continue;
        words.push(capital(fill(gettext("%(card)s to %(pile)s."), {card: cardName(card), pile: inside(name(effect[2]))})));
      }
    }
    return words.join(" ");
  }

  /**
   * Where the open card went, and which is open now: that is what comes next.
   *
   * @param {string} move
   * @param {readonly Effect[]} effects
   * @param {View} after
   */
  function tellHour(move, effects, after) {
    const words = [];
    const laid = effects.find((effect) => effect[0] === "shift" && effect[1] === "o");
    const hour = laid && String(laid[2]);
    if (hour && move !== "u") {
      const card = cardName(after[hour]?.at(-1) ?? "##");
      words.push(capital(fill(gettext("%(card)s to %(pile)s."), {card, pile: hourName(hour.replace("u", ""))})));
    }
    if (after.o?.length) words.push(`${describe("o", after.o)}.`);
    return words;
  }

  /**
   * The open card was laid at a wrong hour.
   *
   * @param {string} card
   * @param {number} slips
   */
  function slipped(card, slips) {
    const sentence = gettext("%(card)s does not belong there. Slips: %(slips)s");
    return capital(fill(sentence, {card: cardName(card), slips: number(slips)}));
  }

  return {describe, tell, name, slipped};
}
