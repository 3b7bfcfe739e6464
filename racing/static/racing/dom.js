/** The two things that every drawing module does: find an element that must be there, and make a new one. */
import {pace} from "./settings.js";

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(root, selector) {
  const element = root.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, string | boolean | null>} [attributes]  false and null leave the attribute out
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/**
 * Set a text only when it changes: what is spoken or selected is left alone.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Whether the reader asked for less motion. */
export function isCalm() {
  return pace() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Data that the server put on the page.
 *
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
  return JSON.parse(find(document, `#${id}`).textContent ?? "null");
}
