/**
 * Which card on the screen becomes which card of a new view, so that each travels the way it really went. Pure.
 *
 * @typedef {import("./types.js").View} View
 */

/**
 * @template T
 * @param {Record<string, T[]>} held  the cards on the screen, pile by pile, bottom first
 * @param {(card: T) => string} textOf
 * @param {View} view
 * @returns {{placed: Record<string, (T | null)[]>, left: T[]}}  null: a new card is needed; left: cards that go away
 */
export function reconcile(held, textOf, view) {
  /** @type {Record<string, (T | null)[]>} */
  const placed = {};
  /** @type {{pile: string, index: number, text: string}[]} */
  let open = [];
  const free = new Set(Object.values(held).flat());
  /**
   * @param {{pile: string, index: number}} place
   * @param {T} card
   */
  const put = ({pile, index}, card) => {
    placed[pile][index] = card;
    free.delete(card);
  };

  // What did not move.
  for (const [pile, cards] of Object.entries(view)) {
    placed[pile] = cards.map(() => null);
    cards.forEach((text, index) => {
      const here = held[pile]?.[index];
      if (here !== undefined && textOf(here) === text) put({pile, index}, here);
      else open.push({pile, index, text});
    });
  }
  // What moved and can be known again by its face. Of two alike the one that lay higher went.
  open = open.filter((place) => {
    if (place.text === "##") return true;
    const same = [...free].findLast((card) => textOf(card) === place.text);
    if (same === undefined) return true;
    put(place, same);
    return false;
  });
  // What was turned where it lies.
  open = open.filter((place) => {
    const here = held[place.pile]?.[place.index];
    if (here === undefined || !free.has(here)) return true;
    put(place, here);
    return false;
  });
  // What was turned on its way, like a card from the stock: the topmost of what is left.
  open = open.filter((place) => {
    const any = [...free].at(-1);
    if (any === undefined) return true;
    put(place, any);
    return false;
  });
  return {placed, left: [...free]};
}
