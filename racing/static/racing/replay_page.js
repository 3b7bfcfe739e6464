/**
 * The page of a replay: wires the player to its table, its controls and its list of moves.
 *
 * @typedef {import("./types.js").ReplayData} ReplayData
 */
import {copyText} from "./copy.js";
import {Controls} from "./controls.js";
import {find, pageData} from "./dom.js";
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

/** The address of this page at this move; a language in it stays in it. */
function linkHere() {
  const here = new URL(location.href);
  here.hash = "";
  here.searchParams.set("ply", String(replay.at));
  return here.href;
}

// A link may lead to a ply: a shared one, or the moment that a verdict names.
const linked = new URL(location.href).searchParams.get("ply") ?? /^#ply=(\d+)$/.exec(location.hash)?.[1];
if (linked && /^\d+$/.test(linked)) replay.seek(Number(linked));
draw("place");
