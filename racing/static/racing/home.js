/**
 * The front page: a fan of our cards over the title, and the lists of open races and invitations, which follow the lobby
 * without a reload.
 *
 * @typedef {import("./types.js").LobbyRace} LobbyRace
 * @typedef {import("./types.js").LobbyNews} LobbyNews
 */
import {cardFace} from "./cards.js";
import {find, make, setText} from "./dom.js";
import {Feed} from "./feed.js";
import {fill, gettext, number} from "./i18n.js";

const CARDS = ["TS", "JH", "QC", "KD", "AS"];
/** By this code the server says that the reader is somebody else by now. */
const CHANGED = 4401;

const list = find(document, "[data-race-list]");
const says = find(document, "[data-lobby-says]");

/** @param {LobbyNews} news */
function draw(news) {
  find(document, "[data-no-races]").classList.toggle("gone", news.races.length > 0);
  const before = new Set([...list.querySelectorAll("[data-code]")].map((tile) => tile.getAttribute("data-code")));
  list.replaceChildren(...news.races.map((race) => make("li", {}, raceTile(race, !before.has(race.code)))));
  const place = find(document, "[data-invitations]");
  if (place.hidden && news.invitations.length > 0) place.classList.add("live");
  if (news.invitations.length > place.querySelectorAll("li").length) setText(says, gettext("You are invited to a race."));
  place.hidden = news.invitations.length === 0;
  find(place, "[data-invitation-list]").replaceChildren(
    ...news.invitations.map(({url, by, ruleset_name: name}) => make("li", {}, tile(url, name, fill(gettext("with %(name)s"), {name: by})))),
  );
}

/**
 * @param {LobbyRace} race
 * @param {boolean} isNew
 */
function raceTile(race, isNew) {
  const facts = ["", `${number(race.entrants)}/${number(race.max)}`];
  if (race.kind === "challenge") facts.push(gettext("Challenge"));
  // A name that is written from the right would draw the numbers after it into itself.
  const host = make("bdi", {}, fill(gettext("with %(name)s"), {name: race.host}));
  const made = tile(race.url, race.ruleset_name, host, facts.join(" · "));
  made.dataset.code = race.code;
  made.classList.toggle("new", isNew);
  return made;
}

/**
 * @param {string} href
 * @param {string} title
 * @param {...(string | Node)} facts
 */
function tile(href, title, ...facts) {
  return make("a", {class: "tile", href}, make("strong", {}, title), make("span", {}, ...facts));
}

find(document, "[data-fan]").append(
  ...CARDS.map((card) => {
    const el = make("div", {class: "card", "data-suit": card[1]});
    el.innerHTML = cardFace(card, true);
    return el;
  }),
);

const feed = new Feed(
  {
    connect: () => new WebSocket(new URL(`/ws/lobby/?lang=${document.documentElement.lang}`, location.href.replace(/^http/, "ws"))),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    random: Math.random,
  },
  draw,
  (code) => code === CHANGED && location.reload(),
);
feed.open();
addEventListener("pageshow", (event) => event.persisted && feed.open());
