/**
 * The page with two attempts side by side, and the charts of the whole race.
 *
 * @typedef {import("./types.js").ReplayData} ReplayData
 * @typedef {{id: number, name: string, line: number[][]}} RaceLine  points of ms, progress, plies, redeals, score
 * @typedef {{left: ReplayData, right: ReplayData, by: "time" | "ply", ply: number | null, lines: RaceLine[]}} PageData
 */
import {chart} from "./chart.js";
import {Controls} from "./controls.js";
import {copyText} from "./copy.js";
import {find, pageData, setText} from "./dom.js";
import {Duet} from "./duet.js";
import {clockText, fill, gettext, number} from "./i18n.js";
import {ReplayView} from "./replay_view.js";

/** @type {PageData} */
const data = pageData("replays-data");
const root = find(document, "[data-replays-root]");
const left = new ReplayView(find(root, "[data-side=left]"), data.left);
const right = new ReplayView(find(root, "[data-side=right]"), data.right);
const duet = new Duet(
  data.left,
  data.right,
  data.by,
  {setTimeout: (run, ms) => setTimeout(run, ms), clearTimeout: (timer) => clearTimeout(timer)},
  draw,
);
const controls = new Controls(root, duet, {share: () => copyText(linkHere(), find(root, "[data-replay=share]"))});
const total = data.left.ruleset.cards_total;
const top = {y: gettext("Cards home"), top: total};
const overTime = chart(
  data.lines.map(({name, line}) => ({name, points: line.map(([ms, progress]) => /** @type {[number, number]} */ ([ms, progress]))})),
  {...top, title: gettext("Cards home over time"), x: gettext("Time"), format: (ms) => clockText(ms)},
);
const overMoves = chart(
  data.lines.map(({name, line}) => ({name, points: line.map(([, progress, plies]) => /** @type {[number, number]} */ ([plies, progress]))})),
  {...top, title: gettext("Cards home over moves"), x: gettext("Moves"), format: number},
);
find(root, "[data-charts]").replaceChildren(overTime.figure, overMoves.figure);

/** @param {"travel" | "place"} how */
function draw(how) {
  const {moment} = duet;
  root.dataset.ply = String(Math.max(moment.left, moment.right));
  left.show(moment.left, how);
  right.show(moment.right, how);
  setText(find(root, "[data-said=moment]"), duet.by === "time" ? clockText(moment.ms, true) : fill(gettext("Move %(ply)s of %(all)s"), {ply: number(duet.at), all: number(duet.length)}));
  controls.draw();
  overTime.at(moment.ms);
  overMoves.at(Math.max(moment.left, moment.right));
}

/** The address of this page at this moment. */
function linkHere() {
  const here = new URL(location.href);
  here.searchParams.set("left", String(data.left.entrant));
  here.searchParams.set("right", String(data.right.entrant));
  here.searchParams.set("by", duet.by);
  here.searchParams.set("ply", root.dataset.ply ?? "0");
  return here.href;
}

for (const choice of root.querySelectorAll("[name=by]")) {
  choice.addEventListener("change", (event) => {
    // The form around it would load the page anew; nothing but the step has changed.
    event.stopPropagation();
    if (choice instanceof HTMLInputElement && choice.checked) duet.stepBy(choice.value === "ply" ? "ply" : "time");
  });
}
if (controls.found) duet.seek(controls.found);
else if (data.ply !== null) duet.seek(duet.momentOf(data.ply));
draw("place");
