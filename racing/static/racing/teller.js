/**
 * What happens in a race, in sentences for screen readers: who comes and is ready, when it starts, who gets home, who takes
 * the lead. Never more than one can listen to.
 *
 * @typedef {import("./types.js").Race} Race
 */
import {leader, runners} from "./field.js";
import {fill, gettext, ngettext, number} from "./i18n.js";
import {isAlone} from "./stage.js";

/** A lead that goes to and fro is told again only after so long. */
const LEAD_EVERY_MS = 10_000;

export class Teller {
  #leader = "";
  #toldAt = -Infinity;

  /** @param {(sentence: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /**
   * @param {Race} before
   * @param {Race} race
   * @param {number | null} you
   * @param {number} now  epoch ms by the server
   */
  tell(before, race, you, now) {
    for (const entrant of race.entrants) {
      const old = before.entrants.find(({id}) => id === entrant.id);
      if (!old) this.say(fill(gettext("%(name)s is here."), {name: entrant.name}));
      else if (race.status === "open" && entrant.ready && !old.ready && entrant.id !== you) {
        this.say(fill(gettext("%(name)s is ready."), {name: entrant.name}));
      }
      if (old && old.outcome === null && entrant.outcome !== null && entrant.id !== you) {
        const sentence = entrant.outcome === "won" ? gettext("%(name)s has all cards home.") : gettext("%(name)s is out.");
        this.say(fill(sentence, {name: entrant.name}));
      }
    }
    this.#tellStart(before, race, now);
    if (before.rematch === null && race.rematch !== null) this.say(gettext("A rematch is open."));
    this.#tellLead(race, you, now);
  }

  /**
   * @param {Race} before
   * @param {Race} race
   * @param {number} now
   */
  #tellStart(before, race, now) {
    if (before.status === "open" && race.status === "countdown" && race.starts_at !== null) {
      const seconds = Math.max(1, Math.round((race.starts_at - now) / 1000));
      const sentence = ngettext("The race starts in %(seconds)s second.", "The race starts in %(seconds)s seconds.", seconds);
      this.say(fill(sentence, {seconds: number(seconds)}));
    } else if (before.status === "countdown" && race.status === "running") this.say(gettext("The race has started!"));
  }

  /**
   * @param {Race} race
   * @param {number | null} you
   * @param {number} now
   */
  #tellLead(race, you, now) {
    if (race.status !== "running" || isAlone(race) || race.starts_at === null) return;
    const first = leader(runners(race, you, now - race.starts_at));
    if (!first || first.key === this.#leader || now - this.#toldAt < LEAD_EVERY_MS) return;
    this.#leader = first.key;
    this.#toldAt = now;
    this.say(first.isYou ? gettext("You are in the lead.") : fill(gettext("%(name)s is in the lead."), {name: first.name}));
  }
}
