/**
 * The chart of a race: cards home over time, or over moves, one line for everybody who played.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./types.js").LinePoint} LinePoint
 * @typedef {{lines: {id: number, name: string, line: LinePoint[]}[]}} Lines
 */
import {chart} from "./chart.js";
import {find} from "./dom.js";
import {clockText, fill, gettext, number} from "./i18n.js";

/** More lines than this cannot be told apart; the best come first. */
const MOST = 6;

/**
 * @param {HTMLElement} place
 * @param {Lines} told
 * @param {Race} race
 * @param {Ruleset} ruleset
 */
export function drawRaceChart(place, told, race, ruleset) {
  const all = [...told.lines, ...race.ghosts.map(({id, name, line}) => ({id, name: fill(gettext("Ghost of %(name)s"), {name}), line}))];
  const drawn = all.filter(({line}) => line.length > 1).slice(0, MOST);
  place.hidden = drawn.length === 0;
  if (place.hidden) return;
  const title = ruleset.family === "clock" ? gettext("Cards laid") : gettext("Cards home");
  const show = () => {
    const byTime = place.querySelector("input[value=ply]:checked") === null;
    const series = drawn.map(({name, line}) => ({
      name,
      points: line.map((point) => /** @type {const} */ ([byTime ? point[0] : point[2], point[1]])),
    }));
    const {figure} = chart(series, {
      title,
      x: byTime ? gettext("Time") : gettext("Moves"),
      y: title,
      format: byTime ? (ms) => clockText(ms) : number,
      top: ruleset.cards_total,
    });
    find(place, "[data-figure]").replaceChildren(figure);
  };
  place.onchange = show;
  show();
}
