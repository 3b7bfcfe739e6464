/**
 * A small line chart as inline SVG, with the same numbers as a table for those who cannot see it. Draws any series of
 * points; knows nothing of races. Colours come from chart.css, by the number of the series, and dashes tell them apart too.
 *
 * Hooks: .chart is the figure, [data-series="0"] a line, .chart-now the mark of `at`.
 *
 * @typedef {object} Series
 * @property {string} name
 * @property {readonly (readonly [number, number])[]} points  x and y, x never falling
 *
 * @typedef {object} ChartText
 * @property {string} title
 * @property {string} x  what runs across
 * @property {string} y  what runs up
 * @property {(x: number) => string} format  an x as people read it
 * @property {number} [top]  the largest y; else the largest of the points
 */
import {make} from "./dom.js";
import {gettext, number} from "./i18n.js";

const WIDTH = 600;
const HEIGHT = 220;
const EDGE = {left: 34, right: 10, top: 10, bottom: 24};
/** A table that is read aloud wants a few rows, not every move. */
const ROWS = 10;

/**
 * @param {readonly Series[]} series
 * @param {ChartText} text
 * @returns {{figure: HTMLElement, at: (x: number | null) => void}}  at: mark an x, or none
 */
export function chart(series, text) {
  const scale = scaleOf(series, text.top);
  const svg = draw("svg", {class: "chart-lines", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": text.title});
  for (const y of ticks(scale.top, 4)) {
    svg.append(draw("path", {class: "chart-grid", d: `M${EDGE.left} ${scale.y(y)}H${WIDTH - EDGE.right}`}));
    svg.append(label(EDGE.left - 6, scale.y(y) + 4, "end", number(y)));
  }
  for (const x of unlike(ticks(scale.right, 5), text.format)) svg.append(label(scale.x(x), HEIGHT - 6, x === 0 ? "start" : "middle", text.format(x)));
  series.forEach(({points}, i) => {
    svg.append(draw("path", {class: `chart-line series-${i % 6}`, "data-series": String(i), d: stairs(points, scale)}));
  });
  const now = draw("path", {class: "chart-now", d: "", visibility: "hidden"});
  svg.append(now);
  const figure = make("figure", {class: "chart"}, make("figcaption", {}, text.title), svg, legend(series), table(series, text, scale.right));
  return {
    figure,
    at(x) {
      now.setAttribute("visibility", x === null ? "hidden" : "visible");
      if (x !== null) now.setAttribute("d", `M${scale.x(Math.min(x, scale.right))} ${EDGE.top}V${HEIGHT - EDGE.bottom}`);
    },
  };
}

/**
 * Round numbers from 0 to about the largest, not many.
 *
 * @param {number} largest
 * @param {number} most  steps
 * @returns {number[]}
 */
export function ticks(largest, most) {
  if (!(largest > 0)) return [0];
  const rough = largest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10));
  return Array.from({length: Math.floor(largest / step) + 1}, (_, i) => i * step);
}

/**
 * Of values those that read otherwise than the one before: a chart of a second has no use for 0:00 twice.
 *
 * @param {readonly number[]} values
 * @param {(value: number) => string} format
 */
export function unlike(values, format) {
  return values.filter((value, i) => i === 0 || format(value) !== format(values[i - 1]));
}

/**
 * The value of a series at an x: that of the last point not behind it.
 *
 * @param {Series["points"]} points
 * @param {number} x
 * @returns {number | null} null before the first point
 */
export function valueAt(points, x) {
  return points.findLast(([at]) => at <= x)?.[1] ?? null;
}

/**
 * @param {readonly Series[]} series
 * @param {number | undefined} top
 */
function scaleOf(series, top) {
  const points = series.flatMap((one) => one.points);
  const right = Math.max(1, ...points.map(([x]) => x));
  const highest = top ?? Math.max(1, ...points.map(([, y]) => y));
  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  return {
    right,
    top: highest,
    x: (/** @type {number} */ x) => round(EDGE.left + (x / right) * (WIDTH - EDGE.left - EDGE.right)),
    y: (/** @type {number} */ y) => round(HEIGHT - EDGE.bottom - (y / highest) * (HEIGHT - EDGE.top - EDGE.bottom)),
  };
}

/**
 * A line of steps: a card lies home from the moment it came, not a little before.
 *
 * @param {Series["points"]} points
 * @param {ReturnType<typeof scaleOf>} scale
 */
function stairs(points, scale) {
  return points.map(([x, y], i) => (i === 0 ? `M${scale.x(x)} ${scale.y(y)}` : `H${scale.x(x)}V${scale.y(y)}`)).join("");
}

/** @param {readonly Series[]} series */
function legend(series) {
  const items = series.map(({name}, i) => {
    const swatch = draw("svg", {viewBox: "0 0 26 6", "aria-hidden": "true"});
    swatch.append(draw("path", {class: `chart-line series-${i % 6}`, d: "M0 3H26"}));
    return make("li", {}, swatch, name);
  });
  return make("ul", {class: "chart-legend"}, ...items);
}

/**
 * @param {readonly Series[]} series
 * @param {ChartText} text
 * @param {number} right
 */
function table(series, text, right) {
  const moments = Array.from({length: ROWS + 1}, (_, i) => Math.round((right * i) / ROWS));
  const head = make("tr", {}, make("th", {scope: "col"}, text.x), ...series.map(({name}) => make("th", {scope: "col"}, name)));
  const rows = [...new Set(moments)].map((x) =>
    make("tr", {}, make("th", {scope: "row"}, text.format(x)), ...series.map(({points}) => make("td", {}, said(valueAt(points, x))))),
  );
  const body = make("table", {}, make("caption", {}, text.y), make("thead", {}, head), make("tbody", {}, ...rows));
  return make("details", {class: "chart-table"}, make("summary", {}, gettext("As a table")), make("div", {}, body));
}

/** @param {number | null} value */
function said(value) {
  return value === null ? "–" : number(value);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} anchor
 * @param {string} words
 */
function label(x, y, anchor, words) {
  const made = draw("text", {class: "chart-text", x: String(x), y: String(y), "text-anchor": anchor, "aria-hidden": "true"});
  made.append(words);
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function draw(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
