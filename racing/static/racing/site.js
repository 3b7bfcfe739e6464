/** What every page does: small comforts on top of plain forms. */
import {arriving} from "./arriving.js";

/** So long a second press is the same: longer than anybody presses twice, and what is sent for a download can be again. */
const SENT_MS = 1500;

for (const form of document.querySelectorAll("form[data-submit-on-change]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  form.classList.add("quick");
  form.addEventListener("change", () => form.requestSubmit());
}

// Whoever presses twice wants one thing: a form that is on its way is not sent again at once.
/** @type {Map<EventTarget | null, number>} */
const sent = new Map();
document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.method !== "post") return;
  const again = event.timeStamp - (sent.get(event.target) ?? -SENT_MS) < SENT_MS;
  if (again) event.preventDefault();
  else sent.set(event.target, event.timeStamp);
});
addEventListener("pageshow", () => sent.clear());

// An open popover closes when somebody looks elsewhere.
document.addEventListener("pointerdown", (event) => {
  for (const popover of document.querySelectorAll("details.popover[open]")) {
    if (event.target instanceof Node && !popover.contains(event.target)) popover.removeAttribute("open");
  }
});
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector("details.popover[open]");
  if (!open) return;
  open.removeAttribute("open");
  open.querySelector("summary")?.focus();
});

// The settings of the table come when they are asked for, with their own style.
for (const opener of document.querySelectorAll("[data-action=settings]")) {
  opener.addEventListener("click", async () => {
    const style = opener.getAttribute("data-style") ?? "";
    if (!document.querySelector(`link[href="${style}"]`)) {
      const link = Object.assign(document.createElement("link"), {rel: "stylesheet", href: style});
      document.head.append(link);
      await new Promise((done) => (link.onload = link.onerror = done));
    }
    (await arriving(() => import("./settings_dialog.js"))).open();
  });
}

// Answers when there is no line; after everything that the page itself waits for.
addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => undefined));
