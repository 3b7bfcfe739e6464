/**
 * The settings of the table, in a dialog that is made when it is first asked for. Every choice shows at once.
 *
 * Hooks: [data-settings] is the dialog, [data-setting="felt"] a group, its inputs carry the value.
 *
 * @typedef {import("./settings.js").Setting} Setting
 */
import {backArt} from "./backs.js";
import {make} from "./dom.js";
import {suitGlyph} from "./glyphs.js";
import {gettext} from "./i18n.js";
import {CHOICES, choose, setting} from "./settings.js";

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** Show the dialog. */
export function open() {
  dialog ??= build();
  dialog.showModal();
}

function build() {
  const made = /** @type {HTMLDialogElement} */ (
    make("dialog", {class: "panel settings", "data-settings": true, "aria-labelledby": "settings-title"})
  );
  made.append(
    make("h2", {id: "settings-title"}, gettext("Settings of the table")),
    group("theme", gettext("Colours"), {
      auto: gettext("As the device"), light: gettext("Light"), dark: gettext("Dark"), contrast: gettext("High contrast"),
    }),
    group("suits", gettext("Suits"), {two: gettext("Two colours"), four: gettext("Four colours")}),
    group("felt", gettext("Felt"), {green: gettext("Green"), blue: gettext("Blue"), wine: gettext("Wine red")}),
    group("back", gettext("Card backs"), {diamonds: gettext("Diamonds"), waves: gettext("Waves"), stars: gettext("Stars")}),
    group("hand", gettext("Hand"), {right: gettext("Right-handed"), left: gettext("Left-handed")}),
    group("pace", gettext("Motion of the cards"), {
      normal: gettext("Normal"), quick: gettext("Quick"), calm: gettext("Calm"), none: gettext("None"),
    }),
    toggle("sound", gettext("Sound")),
    toggle("reactions", gettext("Show reactions")),
  );
  if (document.querySelector("[data-rivals-playing]") && document.querySelector("[data-table][data-family=alternations]")) {
    made.append(toggle("autohome", gettext("Send home by itself what can no longer be needed")));
  }
  made.append(make("form", {method: "dialog", class: "row settings-end"}, make("button", {class: "button"}, gettext("Done"))));
  made.addEventListener("change", ({target}) => {
    if (!(target instanceof HTMLInputElement)) return;
    const name = /** @type {Setting} */ (target.name);
    choose(name, target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value);
  });
  document.body.append(made);
  return made;
}

/**
 * @param {Setting} name
 * @param {string} title
 * @param {Record<string, string>} labels
 */
function group(name, title, labels) {
  const choices = CHOICES[name].map((value) =>
    make(
      "label",
      {class: "choice"},
      make("input", {type: "radio", name, value, checked: setting(name) === value}),
      sample(name, value),
      make("span", {}, labels[value]),
    ),
  );
  return make("fieldset", {"data-setting": name}, make("legend", {}, title), make("div", {class: "choices"}, ...choices));
}

/**
 * @param {Setting} name
 * @param {string} title
 */
function toggle(name, title) {
  const input = make("input", {type: "checkbox", name, checked: setting(name) === "on"});
  return make("label", {class: "check", "data-setting": name}, input, make("span", {}, title));
}

/**
 * What a choice looks like.
 *
 * @param {Setting} name
 * @param {string} value
 */
function sample(name, value) {
  const box = make("span", {class: "sample", "aria-hidden": "true", [`data-${name}`]: value});
  if (name === "suits") {
    const suits = [..."SHDC"].map((suit, i) => `<g data-suit="${suit}">${suitGlyph(suit, 12 + i * 22, 12, 18)}</g>`);
    box.innerHTML = `<svg viewBox="0 0 90 24">${suits.join("")}</svg>`;
  }
  if (name === "back") box.innerHTML = `<svg class="face" viewBox="0 0 100 140">${backArt(value)}</svg>`;
  if (name === "theme") box.append(make("span", {}, "A"), make("span", {}, "♥"));
  if (name === "hand") box.append(make("span", {}), make("span", {}));
  if (name === "pace") box.append(make("span", {}));
  return box;
}
