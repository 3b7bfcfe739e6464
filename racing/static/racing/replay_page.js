/**
 * The page of a replay: wires the player to its table and its controls.
 *
 * @typedef {import("./types.js").ReplayData} ReplayData
 */
import {find, pageData, setText} from "./dom.js";
import {clockText, fill, gettext, number} from "./i18n.js";
import {Peek} from "./peek.js";
import {Replay, SPEEDS} from "./replay.js";
import {speaker} from "./speak.js";
import {Table} from "./table.js";

/** @type {ReplayData} */
const data = pageData("replay-data");
const root = find(document, "[data-replay-root]");
const words = speaker(data.ruleset, data.ruleset.cards_total / 13);
const table = new Table(find(root, "[data-table]"), data.ruleset, words.describe);
const peek = new Peek(table);
const scrub = /** @type {HTMLInputElement} */ (find(root, "[data-replay=scrub]"));
const speed = /** @type {HTMLSelectElement} */ (find(root, "[data-replay=speed]"));
const replay = new Replay(
  data,
  {setTimeout: (run, ms) => setTimeout(run, ms), clearTimeout: (timer) => clearTimeout(timer)},
  draw,
);

/** @param {"travel" | "place"} how */
function draw(how) {
  const {at, state, ply} = replay;
  table.ply = at;
  root.dataset.ply = String(at);
  table.draw(replay.view, how);
  scrub.value = String(at);
  scrub.setAttribute("aria-valuetext", fill(gettext("Move %(ply)s of %(all)s"), {ply: number(at), all: number(replay.length)}));
  speed.value = String(replay.speed);
  setText(find(root, "[data-said=ply]"), `${number(at)} / ${number(replay.length)}`);
  setText(find(root, "[data-said=time]"), clockText(ply?.at_ms ?? 0, true));
  setText(find(root, "[data-said=home]"), number(state.progress));
  setText(find(root, "[data-said=score]"), number(data.ruleset.family === "clock" ? state.slips : state.score));
  setText(find(root, "[data-said=move]"), said());
  root.dataset.playing = String(replay.playing);
  find(root, "[data-replay=play]").hidden = replay.playing;
  find(root, "[data-replay=pause]").hidden = !replay.playing;
}

/** The ply in words: what moved, or that it was a slip. */
function said() {
  const {ply} = replay;
  if (!ply) return gettext("The deal");
  const what = ply.slip ? gettext("A wrong hour.") : words.tell(ply.move, ply.effects, replay.view);
  return `${ply.move}  ${what}`;
}

/** @type {Record<string, () => void>} */
const actions = {
  play: () => replay.play(),
  pause: () => replay.pause(),
  back: () => replay.step(-1),
  forward: () => replay.step(1),
  first: () => replay.seek(0),
  last: () => replay.seek(replay.length),
};
/** @type {Record<string, () => void>} */
const keys = {
  " ": () => replay.toggle(),
  k: () => replay.toggle(),
  ArrowLeft: actions.back,
  ArrowRight: actions.forward,
  Home: actions.first,
  End: actions.last,
  "+": () => replay.shift(1),
  ArrowUp: () => replay.shift(1),
  "-": () => replay.shift(-1),
  ArrowDown: () => replay.shift(-1),
};

for (const [name, run] of Object.entries(actions)) {
  find(root, `[data-replay=${name}]`).addEventListener("click", () => {
    run();
    // The pressed button has just been exchanged for the other one: keep the focus where the hand is.
    if (name === "play" || name === "pause") find(root, `[data-replay=${replay.playing ? "pause" : "play"}]`).focus();
  });
}
for (const value of SPEEDS) speed.append(new Option(`${number(value)}×`, String(value)));
speed.addEventListener("change", () => replay.setSpeed(Number(speed.value)));
scrub.max = String(replay.length);
scrub.addEventListener("input", () => {
  replay.pause();
  replay.seek(Number(scrub.value));
});
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("select, input, summary, a");
  const onButton = event.target instanceof HTMLButtonElement && event.key === " ";
  if (event.ctrlKey || event.metaKey || event.altKey || typing || onButton || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
table.root.addEventListener("pointerover", (event) => {
  const pile = event.target instanceof Element ? event.target.closest("[data-pile]") : null;
  peek.show(pile instanceof HTMLElement ? (pile.dataset.pile ?? null) : null);
});
table.root.addEventListener("pointerleave", () => peek.show(null));

// A link may lead to a ply: the moment that a verdict names.
const linked = /^#ply=(\d+)$/.exec(location.hash);
if (linked) replay.seek(Number(linked[1]));
draw("place");
