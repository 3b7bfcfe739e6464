/**
 * The page of a replay: wires the player to its table, its controls and its list of moves.
 *
 * @typedef {import("./types.js").ReplayData} ReplayData
 */
import {copyText} from "./copy.js";
import {Controls} from "./controls.js";
import {find, pageData} from "./dom.js";
import {clockText, fill, gettext, ngettext, number} from "./i18n.js";
import {MoveList} from "./move_list.js";
import {Replay} from "./replay.js";
import {ReplayView} from "./replay_view.js";

/** @type {ReplayData} */
const data = pageData("replay-data");
const root = find(document, "[data-replay-root]");
const view = new ReplayView(root, data);
const replay = new Replay(
  data,
  {setTimeout: (run, ms) => setTimeout(run, ms), clearTimeout: (timer) => clearTimeout(timer)},
  draw,
);
const controls = new Controls(
  root,
  replay,
  {
    "redeal-back": () => replay.toRedeal(-1),
    "redeal-forward": () => replay.toRedeal(1),
    share: () => copyText(linkHere(), find(root, "[data-replay=share]")),
    print: () => print(),
  },
  {PageUp: "redeal-back", PageDown: "redeal-forward"},
);
// Where there is room the list stands beside the table; else it is opened by who wants it.
find(root, "[data-moves-panel]").toggleAttribute("open", matchMedia("(min-width: 900px)").matches);
const moves = new MoveList(find(root, "[data-moves]"), replay, (ply) => replay.step(ply - replay.at));

/** @param {"travel" | "place"} how */
function draw(how) {
  root.dataset.ply = String(replay.at);
  view.show(replay.at, how);
  controls.draw();
  moves.draw(replay.at);
}

/** What the attempt came to, for paper. */
function summary() {
  const state = data.plies.at(-1)?.state ?? data.state;
  const clock = data.ruleset.family === "clock";
  const score = `${clock ? gettext("Slips") : gettext("Score")}: ${number(clock ? state.slips : state.score)}`;
  const home = `${clock ? gettext("Laid") : gettext("Home")}: ${number(state.progress)}/${number(data.ruleset.cards_total)}`;
  const moves = fill(ngettext("%(count)s move", "%(count)s moves", replay.length), {count: number(replay.length)});
  return [moves, home, score, clockText(data.plies.at(-1)?.at_ms ?? 0, true)].join(" · ");
}

/** The address of this page at this move; a language in it stays in it. */
function linkHere() {
  const here = new URL(location.href);
  here.hash = "";
  here.searchParams.set("ply", String(replay.at));
  return here.href;
}

// Paper gets the deal and every move, whatever is shown now.
const panel = find(root, "[data-moves-panel]");
let shown = {at: 0, open: true};
addEventListener("beforeprint", () => {
  replay.pause();
  shown = {at: replay.at, open: panel.hasAttribute("open")};
  panel.toggleAttribute("open", true);
  root.classList.add("printing");
  view.table.relay();
  replay.seek(0);
});
addEventListener("afterprint", () => {
  panel.toggleAttribute("open", shown.open);
  root.classList.remove("printing");
  view.table.relay();
  replay.seek(shown.at);
});

// A link may lead to a ply: a shared one, or the moment that a verdict names.
const linked = new URL(location.href).searchParams.get("ply") ?? /^#ply=(\d+)$/.exec(location.hash)?.[1];
if (controls.found) replay.seek(controls.found);
else if (linked && /^\d+$/.test(linked)) replay.seek(Number(linked));
draw("place");
find(root, "[data-printed]").textContent = summary();
