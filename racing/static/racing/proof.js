/**
 * The proof beside a result: that the deal was settled before the race. The page about fairness checks the cards as well.
 *
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").RoomData} RoomData
 */
import {find, setText} from "./dom.js";
import {gettext} from "./i18n.js";
import {hex, sha256} from "./sha256.js";

/**
 * @param {HTMLElement} root
 * @param {Race} race
 * @param {RoomData} data
 */
export function prove(root, race, data) {
  setText(find(root, "[data-seed]"), race.seed ?? "–");
  setText(find(root, "[data-commitment]"), race.commitment);
  const said = find(root, "[data-proof]");
  find(root, "details.proof").hidden = race.seed === null;
  if (race.seed === null) return;
  const text = `patience-race-v1|${data.code}|${race.ruleset}|${race.seed}`;
  setText(find(root, "[data-proof-text]"), text);
  const asked = new URLSearchParams({code: data.code, ruleset: race.ruleset, seed: race.seed, commitment: race.commitment});
  const fair = /** @type {HTMLAnchorElement} */ (find(root, "[data-fair]"));
  fair.href = `${fair.pathname}?${asked}#check`;
  sha256(new TextEncoder().encode(text)).then((bytes) => {
    const holds = hex(bytes) === race.commitment;
    said.classList.toggle("holds", holds);
    setText(said, holds ? gettext("Checked here: the seed gives the fingerprint.") : gettext("The seed does not give the fingerprint."));
  });
}
