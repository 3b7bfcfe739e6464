/**
 * A room: wires the line, the table, and what is told about the race.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").RoomData} RoomData
 * @typedef {import("./types.js").State} State
 */
import {Announcer} from "./announce.js";
import {Bar} from "./bar.js";
import {find, pageData, setText} from "./dom.js";
import {Hint} from "./hint.js";
import {fill, gettext, number} from "./i18n.js";
import {Lobby} from "./lobby.js";
import {Play} from "./play.js";
import {Result} from "./result.js";
import {Rivals} from "./rivals.js";
import {Socket} from "./socket.js";
import {ServerClock, nextTick, reading} from "./timer.js";

/** The line may be away this long before the player is told: most breaks are shorter. */
const TELL_AFTER_MS = 1200;
/** No table so long after the start: ask for it. */
const ASK_AFTER_MS = 700;

/** @type {RoomData} */
const data = pageData("room-data");
const room = find(document, "[data-status]");
let you = data.you;
/** @type {Race} */
let race = data.race;
let wantsRematch = false;
let countedDown = race.status === "countdown";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ticking;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let telling;

const clock = new ServerClock(() => Date.now());
clock.hear(race.now);
const announcer = new Announcer();
const rivalList = find(room, "[data-rivals]");
const rivals = new Rivals(rivalList, data.ruleset);
const lobby = new Lobby(find(room, "[data-lobby]"), data, say);
const result = new Result(find(room, "[data-result]"), data, say);
const bar = new Bar(room, data.ruleset, act);
const help = /** @type {HTMLDialogElement} */ (find(document, "[data-help]"));
const resigning = /** @type {HTMLDialogElement} */ (find(document, "[data-resigning]"));

const socket = new Socket(
  {
    connect: () => new WebSocket(new URL(data.ws, location.href.replace(/^http/, "ws"))),
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
      play.take(message, countedDown);
      countedDown = false;
      tick();
    },
    ply: (message) => play.played(message),
    search: (message) => (message.type === "hint" ? hint.take(message) : result.solver.verdict(message)),
    race: drawRace,
    refused: (message) => {
      announcer.refuse(message.message);
      if (message.do === "play") play.table.settle();
      if (message.do === "hint") hint.searching = false;
      if (message.do === "rematch") wantsRematch = false;
    },
    dropped: () => play.dropped(),
  },
);

/** @type {Play} */
const play = new Play(find(room, "[data-table]"), data.ruleset, {
  send: (move) => socket.play(move),
  announcer,
  isActive: () => race.status === "running" && isPlaying(),
  changed: drawState,
  help: () => help.showModal(),
  hint: () => data.kind === "practice" && hint.ask(),
});
const hint = new Hint(room, play.table, {say, tell: (sentence) => announcer.refuse(sentence), name: play.words.name});

function me() {
  return race.entrants.find((entrant) => entrant.id === you) ?? null;
}

/** @returns {boolean} */
function isPlaying() {
  return socket.hasTable && me()?.outcome === null && !play.hand.state?.won;
}

/** @param {{do: string, [field: string]: unknown}} command */
function say(command) {
  socket.say(command);
}

/** @param {string} action */
function act(action) {
  if (action !== "spread") return play.act(action);
  const on = room.dataset.spread !== "on";
  localStorage.setItem("spread", on ? "on" : "off");
  spread(on);
}

/** @param {boolean} on  every pile fanned, because the player likes it so */
function spread(on) {
  room.dataset.spread = on ? "on" : "off";
  bar.spread = on;
  play.table.fanned = on || data.ruleset.fanned;
}

/** @param {Race} news */
function drawRace(news) {
  const before = race;
  race = news;
  if (race.status === "countdown") countedDown = true;
  room.dataset.status = race.status;
  room.dataset.role = me() ? "racer" : "spectator";
  lobby.draw(race, you);
  // One list, in the lobby before the race and beside the table during it.
  const place = find(room, race.status === "open" ? "[data-rivals-waiting]" : "[data-rivals-playing]");
  if (rivalList.parentElement !== place) place.append(rivalList);
  rivals.draw(race, you);
  drawHints(me()?.hints ?? 0);
  if (race.status === "finished") result.draw(race, you);
  tellChanges(before);
  drawBanner();
  if (wantsRematch && race.rematch) location.assign(new URL(`../${race.rematch}/`, location.href));
  tick();
}

/** @param {number} used */
function drawHints(used) {
  const place = room.querySelector("[data-hints-used]");
  if (place) setText(place, used > 0 ? number(used) : "");
}

/** @param {Race} before */
function tellChanges(before) {
  for (const entrant of race.entrants) {
    const old = before.entrants.find(({id}) => id === entrant.id);
    if (!old) announcer.say(fill(gettext("%(name)s is here."), {name: entrant.name}));
    else if (old.outcome === null && entrant.outcome !== null && entrant.id !== you) {
      const sentence = entrant.outcome === "won" ? gettext("%(name)s has all cards home.") : gettext("%(name)s is out.");
      announcer.say(fill(sentence, {name: entrant.name}));
    }
  }
}

/**
 * @param {State} state
 * @param {readonly string[]} legal
 */
function drawState(state, legal) {
  hint.moved();
  bar.draw(state, legal);
  drawBanner();
}

/** What the player has to know about the own table, over it. */
function drawBanner() {
  const banner = find(room, "[data-banner]");
  const text = race.status === "running" ? bannerText() : "";
  banner.hidden = text === "";
  setText(banner, text);
}

function bannerText() {
  const state = play.hand.state;
  const own = me();
  if (!own) return gettext("You are watching. Everybody’s cards stay hidden until the race is over.");
  if (own.outcome === "won" || state?.won) return gettext("All your cards are home! The others are still playing.");
  if (own.outcome !== null) return gettext("Your attempt is over. The others are still playing.");
  if (state?.blocked && !state.over) return gettext("Nothing can move any more. Take back, or give up.");
  return "";
}

function tick() {
  clearTimeout(ticking);
  const now = clock.now();
  const {text, seconds, urgent} = reading(race, me(), now);
  for (const element of room.querySelectorAll("[data-clock]")) {
    setText(element, text);
    element.classList.toggle("urgent", urgent);
  }
  const counting = race.status === "countdown" || (race.status === "running" && !socket.hasTable && you !== null);
  const countdown = find(room, "[data-countdown]");
  countdown.hidden = !counting;
  setText(find(countdown, "[data-seconds]"), seconds === null ? "" : String(seconds));
  if (counting && race.starts_at !== null && now > race.starts_at + ASK_AFTER_MS) socket.resync();
  const isLive = race.status === "countdown" || race.status === "running";
  if (isLive) ticking = setTimeout(tick, nextTick(race, now));
}

/** @param {import("./socket.js").LineStatus} status */
function tellLine(status) {
  clearTimeout(telling);
  const line = find(document, "[data-line]");
  if (status === "online") line.hidden = true;
  else telling = setTimeout(() => (line.hidden = false), TELL_AFTER_MS);
  line.classList.toggle("for-good", status === "closed");
}

function wireDialogs() {
  for (const opener of document.querySelectorAll("[data-action=resign]")) {
    opener.addEventListener("click", () => resigning.showModal());
  }
  find(resigning, "[data-action=resign-confirm]").addEventListener("click", () => say({do: "resign"}));
  for (const opener of document.querySelectorAll("[data-action=help]")) {
    opener.addEventListener("click", () => help.showModal());
  }
  find(room, "[data-action=rematch]").addEventListener("click", () => {
    wantsRematch = true;
    say({do: "rematch"});
  });
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && socket.wake());
addEventListener("online", () => socket.wake());
addEventListener("offline", () => socket.lost());
addEventListener("pageshow", (event) => event.persisted && socket.wake());

wireDialogs();
// Until here a press would have gone nowhere.
for (const button of room.querySelectorAll("[data-waits]")) button.removeAttribute("disabled");
spread(data.ruleset.family === "cruel" && localStorage.getItem("spread") === "on");
drawRace(race);
socket.open();
