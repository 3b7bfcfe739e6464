/**
 * What the solver says after the race: par, who beat it, and when an attempt was lost.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Entrant} Entrant
 * @typedef {import("./types.js").Par} Par
 * @typedef {import("./types.js").VerdictMessage} VerdictMessage
 */
import {find, make, setText} from "./dom.js";
import {ghostButton} from "./ghost_button.js";
import {fill, gettext, ngettext, number} from "./i18n.js";

export class SolverSays {
  /**
   * @param {HTMLElement} root
   * @param {(command: {do: string}) => void} say
   */
  constructor(root, say) {
    this.root = root;
    find(root, "[data-action=verdict]").addEventListener("click", () => say({do: "verdict"}));
  }

  /**
   * @param {Race} race
   * @param {Entrant | null} me
   */
  draw(race, me) {
    const {par} = race;
    const place = find(this.root, "[data-par]");
    const words = [...(par ? parWords(par) : []), ...(me ? praise(par, me) : []), ...(me ? hintWords(me) : [])];
    place.hidden = words.length === 0;
    place.classList.toggle("beaten", me !== null && beats(me, par));
    place.dataset.par = String(par?.score ?? "");
    place.replaceChildren(words.join(" "), " ", ...(par?.replay ? solverLinks(par.replay) : []));
    const wasLost = me !== null && me.outcome !== null && me.outcome !== "won" && race.status === "finished";
    find(this.root, "[data-verdict]").hidden = !wasLost || race.ruleset === "clock";
  }

  /** @param {VerdictMessage} message */
  verdict(message) {
    const button = find(this.root, "[data-action=verdict]");
    const said = find(this.root, "[data-verdict-says]");
    button.hidden = message.status !== "stopped";
    if (message.status === "searching") return setText(said, gettext("Looking for the last moment to win …"));
    if (message.status === "stopped") return setText(said, "");
    const link = message.replay ? make("a", {href: message.replay}, gettext("Look at that moment")) : "";
    said.replaceChildren(verdictWords(message), " ", link);
  }
}

/**
 * @param {Entrant} entrant
 * @param {Par | null} par
 */
export function beats(entrant, par) {
  return par !== null && par.score !== null && entrant.outcome === "won" && entrant.score < par.score;
}

/** @param {string} replay  address of the solver's */
function solverLinks(replay) {
  const link = make("a", {href: replay}, gettext("Watch the solver"));
  return [link, " ", ...ghostButton(`${replay}ghost/`, gettext("Race the ghost of the solver"))];
}

/** @param {Par} par */
function parWords(par) {
  const words = [];
  if (par.score !== null) {
    words.push(fill(gettext("Par: %(score)s, the lowest score the solver found."), {score: number(par.score)}));
    if (par.bound === par.score) words.push(gettext("Nobody can score less: that is proved."));
    else if (par.bound > 0) {
      words.push(fill(gettext("No win scores less than %(bound)s: that is proved."), {bound: number(par.bound)}));
    }
  } else if (par.outcome === "lost") words.push(gettext("This deal cannot be won: that is proved."));
  else if (!par.searching) words.push(gettext("The solver found no way to win this deal."));
  if (par.searching) words.push(gettext("The solver is still looking …"));
  return words;
}

/**
 * @param {Par | null} par
 * @param {Entrant} me
 */
function praise(par, me) {
  if (par === null || par.score === null || me.outcome !== "won") return [];
  if (beats(me, par)) {
    return [fill(gettext("★ You beat the solver by %(count)s!"), {count: number(par.score - me.score)})];
  }
  return me.score === par.score ? [gettext("You made par!")] : [];
}

/** @param {Entrant} me */
function hintWords(me) {
  if (me.hints === 0) return [];
  return [fill(ngettext("%(count)s hint used.", "%(count)s hints used.", me.hints), {count: number(me.hints)})];
}

/** @param {VerdictMessage} message */
function verdictWords(message) {
  if (message.ply === null) {
    return message.lost ? gettext("This deal could never be won: that is proved.") : gettext("No way to win this deal was found.");
  }
  const words = [fill(gettext("After move %(ply)s a win was still found."), {ply: number(message.ply)})];
  if (message.lost) words.push(gettext("The move after it lost the game: that is proved."));
  return words.join(" ");
}
