/**
 * Everybody's progress: a bar with the cards home, moves, redeals. Progress only: the tables of the others stay hidden.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").Ruleset} Ruleset
 */
import {isCalm, make, setText} from "./dom.js";
import {fill, gettext, ngettext, number} from "./i18n.js";

export class Rivals {
  /** @type {Map<number, HTMLElement>} */
  #lines = new Map();

  /**
   * @param {HTMLElement} root
   * @param {Ruleset} ruleset
   */
  constructor(root, ruleset) {
    this.root = root;
    this.ruleset = ruleset;
  }

  /**
   * @param {Race} race
   * @param {number | null} you
   */
  draw(race, you) {
    const entrants = standing(race, you);
    this.root.dataset.count = String(entrants.length);
    const before = new Map([...this.#lines].map(([id, line]) => [id, line.getBoundingClientRect()]));
    for (const [id, line] of this.#lines) {
      if (entrants.some((entrant) => entrant.id === id)) continue;
      line.remove();
      this.#lines.delete(id);
    }
    entrants.forEach((entrant, i) => {
      const line = this.#lines.get(entrant.id) ?? this.#newLine(entrant.id);
      if (this.root.children[i] !== line) this.root.insertBefore(line, this.root.children[i] ?? null);
      this.#fill(line, entrant, race, entrant.id === you);
    });
    if (!isCalm()) for (const [id, line] of this.#lines) slide(line, before.get(id));
  }

  /** @param {number} id */
  #newLine(id) {
    const line = make(
      "li",
      {class: "rival", "data-rival": String(id)},
      make("span", {class: "rival-name"}),
      make("span", {class: "rival-home"}),
      make("span", {class: "rival-bar", "aria-hidden": "true"}, make("span", {class: "rival-fill"})),
      make("span", {class: "rival-facts"}),
    );
    this.#lines.set(id, line);
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {Entrant} entrant
   * @param {Race} race
   * @param {boolean} isYou
   */
  #fill(line, entrant, race, isYou) {
    const [name, home, bar, facts] = line.children;
    const total = this.ruleset.cards_total;
    line.dataset.progress = String(entrant.progress);
    line.dataset.plies = String(entrant.plies);
    line.dataset.redeals = String(entrant.redeals);
    line.classList.toggle("you", isYou);
    line.classList.toggle("away", entrant.away && entrant.outcome === null && race.status !== "finished");
    line.classList.toggle("done", entrant.outcome !== null);
    line.classList.toggle("won", entrant.outcome === "won");
    setText(name, isYou ? fill(gettext("%(name)s (you)"), {name: entrant.name}) : entrant.name);
    setText(home, race.status === "open" ? "" : `${number(entrant.progress)}/${number(total)}`);
    const fillBar = /** @type {HTMLElement} */ (bar.firstElementChild);
    fillBar.style.scale = `${Math.min(1, entrant.progress / total)} 1`;
    setText(facts, this.#facts(entrant, race));
  }

  /**
   * @param {Entrant} entrant
   * @param {Race} race
   */
  #facts(entrant, race) {
    if (race.status === "open" || race.status === "countdown") {
      if (entrant.ready || race.status === "countdown") return gettext("ready");
      return entrant.away ? gettext("away") : gettext("not ready yet");
    }
    const words = [outcomeWord(entrant)];
    if (entrant.outcome === null && entrant.away) words.push(gettext("away"));
    words.push(fill(ngettext("%(count)s move", "%(count)s moves", entrant.plies), {count: number(entrant.plies)}));
    if (this.ruleset.family === "cruel") {
      const {redeals} = entrant;
      words.push(fill(ngettext("%(count)s redeal", "%(count)s redeals", redeals), {count: number(redeals)}));
    }
    if (this.ruleset.family === "clock") {
      words.push(fill(ngettext("%(count)s slip", "%(count)s slips", entrant.slips), {count: number(entrant.slips)}));
    }
    return words.filter(Boolean).join(" · ");
  }
}

/** @param {Entrant} entrant */
export function outcomeWord(entrant) {
  switch (entrant.outcome) {
    case "won": return gettext("home");
    case "lost": return gettext("blocked");
    case "resigned": return gettext("resigned");
    case "timeout": return gettext("out of time");
    default: return "";
  }
}

/**
 * The order in which the lines stand: as seated before the start, then the one furthest home first. Ties keep their order,
 * so that lines do not swap at every move.
 *
 * @param {Race} race
 * @param {number | null} you
 * @returns {Entrant[]}
 */
function standing(race, you) {
  if (race.status === "open" || race.status === "countdown") return race.entrants;
  if (race.status === "finished") {
    return race.entrants.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity));
  }
  return race.entrants.toSorted((a, b) =>
    Number(b.outcome === "won") - Number(a.outcome === "won") || b.progress - a.progress ||
    Number(b.id === you) - Number(a.id === you),
  );
}

/**
 * @param {HTMLElement} line
 * @param {DOMRect | undefined} before
 */
function slide(line, before) {
  if (!before) return;
  const now = line.getBoundingClientRect();
  const dx = before.left - now.left;
  const dy = before.top - now.top;
  if (dx || dy) line.animate([{translate: `${dx}px ${dy}px`}, {translate: "0 0"}], {duration: 220, easing: "ease-out"});
}
