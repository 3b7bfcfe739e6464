/**
 * Everybody's progress: a bar with the cards home, a sparkline over time, moves, redeals; ghosts among them. Progress only:
 * the tables of the others stay hidden.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./field.js").Runner} Runner
 */
import {isCalm, make, setText} from "./dom.js";
import {outcomeWord, runners} from "./field.js";
import {fill, gettext, ngettext, number} from "./i18n.js";
import {HEIGHT, Trail, WIDTH, area} from "./spark.js";
import {isAlone} from "./stage.js";
import {beginning} from "./timer.js";

const SVG = "http://www.w3.org/2000/svg";
/** More than so many stand in one line each. */
const COMPACT_ABOVE = 8;

/**
 * @typedef {object} Drawn
 * @property {HTMLElement} line
 * @property {SVGPathElement} spark
 * @property {Trail} trail
 * @property {number} place  drawn last
 */

export class Rivals {
  /** @type {Map<string, Drawn>} */
  #drawn = new Map();
  #order = "";

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
   * @param {number} now  epoch ms by the server
   */
  draw(race, you, now) {
    const begins = beginning(race, race.entrants.find(({id}) => id === you) ?? null);
    const passed = begins === null ? 0 : Math.max(0, Math.min(now, race.ended_at ?? now) - begins);
    const all = runners(race, you, passed);
    this.root.dataset.count = String(all.length);
    this.root.toggleAttribute("data-compact", all.length > COMPACT_ABOVE);
    const order = all.map(({key}) => key).join(" ");
    // Measuring many lines costs more than drawing them: only when they change places.
    const before = order === this.#order || isCalm() ? null : this.#measured();
    this.#order = order;
    for (const [key, {line}] of this.#drawn) {
      if (all.some((runner) => runner.key === key)) continue;
      line.remove();
      this.#drawn.delete(key);
    }
    all.forEach((runner, i) => {
      const drawn = this.#drawn.get(runner.key) ?? this.#newLine(runner);
      if (this.root.children[i] !== drawn.line) this.root.insertBefore(drawn.line, this.root.children[i] ?? null);
      this.#fill(drawn, runner, race);
      this.#trace(drawn, runner, passed);
    });
    if (before) for (const [key, {line}] of this.#drawn) slide(line, before.get(key));
  }

  /**
   * The line of an entrant, to show something at it.
   *
   * @param {number} id
   */
  lineOf(id) {
    return this.#drawn.get(`e${id}`)?.line ?? null;
  }

  #measured() {
    return new Map([...this.#drawn].map(([key, {line}]) => [key, line.getBoundingClientRect()]));
  }

  /** @param {Runner} runner */
  #newLine(runner) {
    const svg = document.createElementNS(SVG, "svg");
    const attributes = {class: "rival-spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true"};
    for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
    const spark = document.createElementNS(SVG, "path");
    svg.append(spark);
    const line = make(
      "li",
      {class: "rival", [runner.isGhost ? "data-ghost" : "data-rival"]: String(runner.id)},
      make("span", {class: "rival-place"}),
      make("span", {class: "rival-name"}),
      make("span", {class: "rival-home"}),
      make("span", {class: "rival-bar", "aria-hidden": "true"}, make("span", {class: "rival-fill"})),
      make("span", {class: "rival-facts"}),
    );
    line.prepend(svg);
    const drawn = {line, spark, trail: new Trail(), place: 0};
    this.#drawn.set(runner.key, drawn);
    return drawn;
  }

  /**
   * @param {Drawn} drawn
   * @param {Runner} runner
   * @param {Race} race
   */
  #fill(drawn, runner, race) {
    const {line} = drawn;
    const [, place, name, home, bar, facts] = line.children;
    const total = this.ruleset.cards_total;
    for (const fact of /** @type {const} */ (["progress", "plies", "redeals"])) line.dataset[fact] = String(runner[fact]);
    line.classList.toggle("you", runner.isYou);
    line.classList.toggle("ghost", runner.isGhost);
    line.classList.toggle("ready", runner.ready);
    line.classList.toggle("away", runner.away && runner.outcome === null && race.status !== "finished");
    line.classList.toggle("done", runner.outcome !== null);
    line.classList.toggle("won", runner.outcome === "won");
    setText(place, runner.place === null ? "" : number(runner.place));
    if (runner.place !== null && drawn.place > runner.place && !isCalm()) rise(place);
    drawn.place = runner.place ?? 0;
    const shown = runner.isYou ? fill(gettext("%(name)s (you)"), {name: runner.name}) : runner.name;
    if (name.textContent !== shown + runner.rating) {
      name.replaceChildren(make("bdi", {}, shown), ...(runner.rating ? [make("small", {class: "rating", title: gettext("Rating")}, runner.rating)] : []));
    }
    const waits = race.status === "open" || runner.hidden;
    setText(home, waits ? "" : `${number(runner.progress)}/${number(total)}`);
    const fillBar = /** @type {HTMLElement} */ (bar.firstElementChild);
    fillBar.style.scale = `${waits ? 0 : Math.min(1, runner.progress / total)} 1`;
    const words = this.#facts(runner, race);
    setText(facts, words);
    line.title = this.root.hasAttribute("data-compact") ? words : "";
  }

  /**
   * @param {Drawn} drawn
   * @param {Runner} runner
   * @param {number} passed  ms from the start
   */
  #trace(drawn, runner, passed) {
    if (passed === 0 || runner.hidden) return;
    const reached = runner.progress / this.ruleset.cards_total;
    if (runner.line) drawn.trail.spots = runner.line.map(([ms, progress]) => [ms, progress / this.ruleset.cards_total]);
    else {
      drawn.trail.add(0, 0);
      drawn.trail.add(passed, reached);
    }
    if (!this.root.hasAttribute("data-compact")) drawn.spark.setAttribute("d", area(drawn.trail.spots, passed));
  }

  /**
   * @param {Runner} runner
   * @param {Race} race
   */
  #facts(runner, race) {
    if (runner.isGhost && race.status !== "running" && race.status !== "finished") return gettext("ghost");
    if (race.status === "open" || race.status === "countdown") {
      if (runner.ready || race.status === "countdown") return gettext("ready");
      return runner.away ? gettext("away") : gettext("not ready yet");
    }
    if (isAlone(race) && race.status === "running") {
      if (runner.hidden) return runner.isFinished ? gettext("has finished") : gettext("not finished yet");
      if (!runner.hasBegun) return gettext("not begun yet");
    }
    const words = [runner.isGhost ? gettext("ghost") : "", outcomeWord(runner)];
    if (runner.outcome === null && runner.away) words.push(gettext("away"));
    words.push(fill(ngettext("%(count)s move", "%(count)s moves", runner.plies), {count: number(runner.plies)}));
    if (this.ruleset.family === "cruel") {
      const {redeals} = runner;
      words.push(fill(ngettext("%(count)s redeal", "%(count)s redeals", redeals), {count: number(redeals)}));
    }
    if (this.ruleset.family === "clock") {
      words.push(fill(ngettext("%(count)s slip", "%(count)s slips", runner.slips), {count: number(runner.slips)}));
    }
    // Where it takes two lines, it is broken between facts.
    return words.filter(Boolean).map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ");
  }
}

/** @param {Element} place  somebody has come forward */
function rise(place) {
  place.animate([{scale: "1"}, {scale: "1.5", color: "var(--gold)"}, {scale: "1"}], {duration: 700, easing: "ease-out"});
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
  if (dx || dy) line.animate([{translate: `${dx}px ${dy}px`}, {translate: "0 0"}], {duration: 320, easing: "ease-out"});
}
