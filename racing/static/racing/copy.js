/** Copying a text, and saying so on the button that was pressed. */
import {gettext} from "./i18n.js";

/** How long the button says that it was done. */
const SAID_MS = 1800;

/**
 * @param {string} text
 * @param {HTMLElement} button  with a [data-copied] inside or none; its title and its label say what happened
 */
export async function copyText(text, button) {
  const done = await copied(text);
  const said = button.querySelector("[data-copied]") ?? button;
  const before = said.textContent;
  said.textContent = done ? gettext("Copied") : gettext("Not copied");
  button.classList.add("copied");
  setTimeout(() => {
    said.textContent = before;
    button.classList.remove("copied");
  }, SAID_MS);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}  whether it is in the clipboard now
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain http has no clipboard: the old way, through a field.
  }
  const field = Object.assign(document.createElement("textarea"), {value: text});
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
