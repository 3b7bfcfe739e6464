/**
 * A room: wires the line, the table, and what is told about the race.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").RoomData} RoomData
 * @typedef {import("./types.js").State} State
 */
import {Announcer} from "./announce.js";
import {arriving} from "./arriving.js";
import {Attention} from "./attention.js";
import {bannerText} from "./banner.js";
import {Bar} from "./bar.js";
import {find, pageData, setText} from "./dom.js";
import {nextMove} from "./ghosts.js";
import {number} from "./i18n.js";
import {Lobby} from "./lobby.js";
import {Notice} from "./notice.js";
import {Rivals} from "./rivals.js";
import {Seat} from "./seat.js";
import {Socket} from "./socket.js";
import {setting} from "./settings.js";
import {canUndo, isAlone, stageOf} from "./stage.js";
import {Teller} from "./teller.js";
import {ServerClock, beginning, nextTick, reading} from "./timer.js";
import {isYourTurn, showTurn} from "./turn.js";
import {Resigning} from "./undo.js";
import {drawWatching} from "./watching.js";

/** The line may be away this long before the player is told: most breaks are shorter. */
const TELL_AFTER_MS = 1200;
/** No table so long after the start, or results still hidden after the own end: ask for it. */
const ASK_AFTER_MS = 700;
/** By this code the server says that the reader is somebody else by now. */
const CHANGED = 4401;
/** How often a term of hours and days is told anew. */
const TERM_MS = 20_000;

/** @type {RoomData} */
const data = pageData("room-data");
const room = find(document, "[data-status]");
let you = data.you;
/** @type {Race} */
let race = data.race;
let wantsRematch = false;
let wasUndoable = false;
let countedDown = race.status === "countdown";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ticking;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let telling;
/** @type {Promise<import("./result.js").Result> | null} */
let result = null;

const clock = new ServerClock(() => Date.now());
clock.hear(race.now);
const attention = new Attention();
const announcer = new Announcer();
const rivalList = find(room, "[data-rivals]");
const rivals = new Rivals(rivalList, data.ruleset);
const lobby = new Lobby(find(room, "[data-lobby]"), data, say);
const notice = new Notice();
const teller = new Teller((sentence) => announcer.say(sentence));
const resigning = new Resigning(room, say);
const bar = new Bar(room, data.ruleset, act);
const help = /** @type {HTMLDialogElement} */ (find(document, "[data-help]"));

const socket = new Socket(
  {
    connect: () => {
      const line = new WebSocket(new URL(data.ws, location.href.replace(/^http/, "ws")));
      line.addEventListener("close", ({code}) => code === CHANGED && location.reload());
      return line;
    },
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    random: Math.random,
  },
  {
    status: tellLine,
    welcome: (message) => {
      you = message.you;
    },
    clock: (now) => clock.hear(now),
    table: (message) => {
      const dealt = countedDown || stage() === "before";
      countedDown = false;
      seat.at(({play}) => (play.take(message, dealt), tick()));
      if (!seat.state) tick();
    },
    ply: (message) => seat.at(({play}) => play.played(message)),
    search: (message) => (message.type === "hint" ? seat.at(({hint}) => hint?.then((it) => it.take(message))) : shownResult().then(({solver}) => solver.verdict(message))),
    reaction: showReaction,
    race: drawRace,
    refused: (message) => {
      announcer.refuse(message.message);
      if (message.do === "play") seat.at(({play}) => play.settle());
      if (message.do === "hint") seat.at(({hint}) => hint?.then((it) => (it.searching = false)));
      if (message.do === "rematch") wantsRematch = false;
    },
    dropped: () => seat.at(({play}) => play.dropped()),
  },
);

const seat = new Seat(
  (tries) => import(find(room, "[data-table]").dataset.script + (tries ? `?again=${tries}` : "")),
  ({sitDown}) => sitDown(room, data, {
    say,
    send: (move) => socket.play(move),
    announcer,
    isActive: () => stage() === "running" && isPlaying(),
    changed: drawState,
    help: () => help.showModal(),
  }),
  (run, ms) => setTimeout(run, ms),
);

function me() {
  return race.entrants.find((entrant) => entrant.id === you) ?? null;
}

/** @returns {boolean} */
function isPlaying() {
  return socket.hasTable && me()?.outcome === null && !seat.state?.won;
}

/** @param {{do: string, [field: string]: unknown}} command */
function say(command) {
  socket.say(command);
}

/** @param {string} action */
function act(action) {
  if (action !== "spread") return seat.at(({play}) => play.act(action));
  spread(room.dataset.spread !== "on");
  localStorage.setItem("spread", String(room.dataset.spread));
}

/** @param {boolean} on  every pile fanned, because the player likes it so */
function spread(on) {
  room.dataset.spread = on ? "on" : "off";
  bar.spread = on;
  seat.at(({play}) => (play.table.fanned = on || data.ruleset.fanned));
}

function stage() {
  return stageOf(race, me(), clock.now());
}

/** @param {Race} news */
function drawRace(news) {
  const before = race;
  race = news;
  if (race.status === "countdown") countedDown = true;
  room.dataset.status = race.status;
  room.dataset.role = me() ? "racer" : "spectator";
  drawHints(me()?.hints ?? 0);
  drawWatching(find(room, "[data-watching]"), race.watching);
  tick();
  if (race.entrants.some(({outcome}) => outcome !== null)) shownResult();
  teller.tell(before, race, you, clock.now());
  showTurn(isYourTurn(race, you));
  drawBanner();
  if (wantsRematch && race.rematch) location.assign(new URL(`../${race.rematch}/`, location.href));
}

/** Everything that depends on the time as well: the own part of the race, the bars of ghosts, terms. */
function drawStage() {
  const now = clock.now();
  const is = stage();
  if (room.dataset.stage !== is) {
    room.dataset.stage = is;
    drawBanner();
  }
  if (socket.hasTable || is === "countdown" || is === "running") seat.need();
  lobby.draw(race, me(), now);
  // One list, in the lobby before the race and beside the table during it.
  const place = find(room, is === "open" || is === "before" ? "[data-rivals-waiting]" : "[data-rivals-playing]");
  if (rivalList.parentElement !== place) place.append(rivalList);
  rivals.draw(race, you, now);
  bar.attend(is === "running" && isPlaying(), me()?.progress ?? 0);
  if (resigning.draw(me(), now)) wasUndoable = true;
  else if (wasUndoable) {
    wasUndoable = false;
    drawBanner();
  }
  if (is === "finished" || is === "waiting") shownResult().then((shown) => (shown.draw(race, you, clock.now()), attention.turn()));
  attention.turn();
}

/** The result and all that belongs to it is loaded when there is one, or will be soon. */
function shownResult() {
  const lines = () => fetch(data.urls.lines).then((answer) => (answer.ok ? answer.json() : null));
  result ??= arriving(() => import("./result.js")).then(({makeResult}) => makeResult(find(room, "[data-result]"), data, {say, lines, tell: (sentence) => announcer.say(sentence)}));
  return result;
}

/** @param {import("./types.js").Reaction} message */
async function showReaction({entrant, reaction}) {
  const name = race.entrants.find(({id}) => id === entrant)?.name;
  if (setting("reactions") === "off" || name === undefined) return;
  const {show} = await arriving(() => import("./reactions.js"));
  const row = room.querySelector(`[data-result-row="${entrant}"] th`);
  announcer.say(show(/** @type {HTMLElement | null} */ (row?.checkVisibility() ? row : rivals.lineOf(entrant)), name, reaction));
}

/** @param {number} used */
function drawHints(used) {
  const place = room.querySelector("[data-hints-used]");
  if (place) setText(place, used > 0 ? number(used) : "");
}

/**
 * @param {State} state
 * @param {readonly string[]} legal
 */
function drawState(state, legal) {
  bar.draw(state, legal);
  drawBanner();
}

/** What the player has to know about the own table, over it. */
function drawBanner() {
  const banner = find(room, "[data-banner]");
  const text = stage() === "running" && !canUndo(me(), clock.now()) ? bannerText(me(), seat.state) : "";
  banner.hidden = text === "";
  setText(banner, text);
}

function tick() {
  clearTimeout(ticking);
  const now = clock.now();
  const {text, seconds, urgent} = reading(race, me(), now);
  for (const element of room.querySelectorAll("[data-clock]")) {
    setText(element, text);
    element.classList.toggle("urgent", urgent);
  }
  drawStage();
  notice.draw(race, seconds, now);
  const is = stage();
  const counting = is === "countdown" || (is === "running" && !socket.hasTable && you !== null);
  const countdown = find(room, "[data-countdown]");
  countdown.hidden = !counting;
  setText(find(countdown, "[data-seconds]"), seconds === null ? "" : String(seconds));
  const begins = beginning(race, me());
  const isHidden = is === "waiting" && race.entrants.some(({hidden}) => hidden);
  if (isHidden || (counting && begins !== null && now > begins + ASK_AFTER_MS)) socket.resync();
  if (is === "countdown" || is === "running" || isHidden) ticking = setTimeout(tick, untilNext(now));
  else if (isAlone(race) && race.ended_at === null) ticking = setTimeout(tick, TERM_MS);
}

/** @param {number} now */
function untilNext(now) {
  const begins = beginning(race, me());
  const ghosts = begins === null ? null : nextMove(race.ghosts, now - begins);
  return Math.min(nextTick(race, me(), now), ghosts ?? Infinity);
}

/** @param {import("./socket.js").LineStatus} status */
function tellLine(status) {
  clearTimeout(telling);
  const line = find(document, "[data-line]");
  if (status === "online") line.hidden = true;
  else telling = setTimeout(() => ((line.hidden = false), announcer.say(line.innerText)), TELL_AFTER_MS);
  line.classList.toggle("for-good", status === "closed");
}

function wireButtons() {
  for (const opener of document.querySelectorAll("[data-action=help]")) {
    opener.addEventListener("click", () => help.showModal());
  }
  find(room, "[data-action=rematch]").addEventListener("click", () => {
    wantsRematch = true;
    say({do: "rematch"});
  });
  const menu = room.querySelector("[data-reacting-menu]");
  menu?.addEventListener("toggle", async () => {
    const {fillMenu} = await arriving(() => import("./reactions.js"));
    fillMenu(/** @type {HTMLElement} */ (menu), (reaction) => say({do: "react", reaction}));
  });
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && socket.wake());
addEventListener("online", () => socket.wake());
addEventListener("offline", () => socket.lost());
addEventListener("pageshow", (event) => event.persisted && socket.wake());
// Who waits for a race has its table before it starts.
addEventListener("load", () => stage() === "finished" || stage() === "cancelled" || seat.need());

wireButtons();
// Until here a press would have gone nowhere.
for (const button of room.querySelectorAll("[data-waits]")) button.removeAttribute("disabled");
spread(data.ruleset.family === "cruel" && localStorage.getItem("spread") === "on");
drawRace(race);
socket.open();
