/** The page of the day's deals: how long they are still open. */
import {find, setText} from "./dom.js";
import {leftText} from "./term.js";

/** The last unit that is told is the minute. */
const EVERY_MS = 20_000;

const place = find(document, "[data-next]");
const next = Date.parse(place.dataset.next ?? "");

function tell() {
  const left = next - Date.now();
  // The new deals are there: those on this page are over.
  if (left <= 0) return location.reload();
  setText(find(place, "[data-next-says]"), leftText(left));
  setTimeout(tell, Math.min(EVERY_MS, left + 1000));
}

tell();
